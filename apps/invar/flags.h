// The library names keys between backticks (`max_step`); the program's users know them as options (--max-step).
#pragma once

#include <string>

namespace invar::app {

// The text with keys replaced by options; what is no key stays.
std::string with_flags(const std::string& text);

}  // namespace invar::app
