// Numbers of the JSON that Invar writes, and indentation of generated text.
#pragma once

#include <string>
#include <string_view>

namespace invar {

// 17 significant digits; "null" for a number that is not finite, which JSON cannot say.
std::string json_number(double value);

// Valid JSON in lines indented by two blanks; lists and objects that fit into `width` columns stay on one line.
std::string json_indented(std::string_view text, std::size_t width = 110);

}  // namespace invar
