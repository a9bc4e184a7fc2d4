#include "invar/functions/table_data.h"

#include <fmt/format.h>

#include <cmath>

namespace invar {

void check_table(const TableData& data, const SourceLocation& where, const std::string& subject) {
  const auto& [x, y] = data;
  if (x.size() != y.size()) {
    throw ModelError(where, subject, fmt::format("has {} arguments but {} values", x.size(), y.size()));
  }
  if (x.size() < 2) {
    throw ModelError(where, subject, fmt::format("needs 2 points or more, got {}", x.size()),
                     "for a constant give a number");
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) {
      throw ModelError(where, fmt::format("{}, point {} = [{}, {}],", subject, i + 1, x[i], y[i]), "must be finite");
    }
    if (i > 0 && !(x[i] > x[i - 1])) {
      throw ModelError(where, fmt::format("{}, point {}:", subject, i + 1),
                       fmt::format("the first column must increase strictly, but {} follows {}", x[i], x[i - 1]),
                       "sort the points and remove doubles");
    }
  }
}

}  // namespace invar
