// The models that come with Invar: installed beside the program, or in the source tree that it was built from.
#pragma once

#include <string>
#include <vector>

namespace invar::app {

// All of them, sorted; throws UsageError if there are none.
std::vector<std::string> shipped_models();
// A model that ships where a bare name such as `four_bar` is no file; else the name itself.
std::string find_model(const std::string& name);
std::vector<std::string> find_models(std::vector<std::string> names);

}  // namespace invar::app
