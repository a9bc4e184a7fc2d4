// Findings as JSON, for certificates.
#pragma once

#include "invar/audit/findings.h"
#include "invar/core/json.h"

namespace invar {

Json findings_json(const std::vector<Finding>& findings);

}  // namespace invar
