// Values of parameters that Python gives, as the tree that a model file is.
#pragma once

#include "bindings.h"
#include "invar/spec/model_file.h"
#include "invar/spec/value.h"

namespace invar::python {

// Numbers, texts, lists, arrays, dicts, functions of one variable; None is "not given". `path` names it in messages.
Value read_value(nb::handle object, const std::string& path);
ValueMap read_values(const nb::dict& values, const std::string& path);
// {"spin": 5, "length": "2*spin"}
Overrides read_overrides(const nb::dict& values);

}  // namespace invar::python
