// The table method x property of docs/methods.md, made from measurements on the sample systems, never typed by hand.
#pragma once

#include <string>

#include "catalog/method_configurations.h"
#include "invar/testing/check_integrator.h"

namespace invar::catalog {

// What the generic suite does with one configuration on one sample.
IntegratorCheckReport measure(const MethodConfiguration& configuration, const IntegratorSample& sample);

// One row a configuration, in words that do not depend on the last digits: orders rounded to integers, properties that
// hold to round-off on every sample of their kind.
std::string make_method_table();

}  // namespace invar::catalog
