// Where the sources are, for tests that read files of theirs.
#pragma once

#include <string>

namespace invar {

std::string source_path(const std::string& relative);  // e.g. "models/bicycle.yaml"

}  // namespace invar
