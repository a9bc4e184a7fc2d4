// The little JSON that Invar writes and reads itself: flat objects (certificates), and indentation of generated text. A value
// of a flat object is plain, or a list of texts.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace invar {

// null, true/false, number, text or texts
using JsonValue = std::variant<std::monostate, bool, double, std::string, std::vector<std::string>>;
using FlatJson = std::vector<std::pair<std::string, JsonValue>>;

// 17 significant digits; "null" for a number that is not finite, which JSON cannot say.
std::string json_number(double value);

// One object whose values are plain or lists of texts; other lists and objects inside are refused. Throws ModelError with line and column;
// `source` stands for the file name.
FlatJson parse_flat_json(std::string_view text, const std::string& source);

// Valid JSON in lines indented by two blanks; lists and objects that fit into `width` columns stay on one line.
std::string json_indented(std::string_view text, std::size_t width = 110);

}  // namespace invar
