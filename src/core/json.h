// JSON that Invar writes and reads: nlohmann's tree with keys in the order given. Numbers are written with as many
// digits as are needed to read the same number; one that is not finite, which JSON cannot say, is null.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace invar {

using Json = nlohmann::ordered_json;

// On one line, without blanks.
std::string json_text(const Json& json);
// In lines indented by two blanks; lists and objects that fit into `width` columns stay on one line.
std::string json_lines(const Json& json, std::size_t width = 110);

// A text between quotes, as JSON writes it.
std::string json_quoted(std::string_view text);
std::string json_number(double value);

inline Json json_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace invar
