#include "invar/io/json.h"

#include <fmt/format.h>

#include <cmath>

namespace invar {

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{:.17g}", value) : "null"; }

}  // namespace invar
