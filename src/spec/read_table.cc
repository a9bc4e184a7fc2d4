#include "invar/spec/read_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
#include "invar/functions/table_text.h"
#include "invar/spec/input_file.h"
#include "invar/spec/params.h"

namespace invar {

TableData read_table_points(const SpecNode& node) {
  if (!node.is_list()) node.fail("must be a list of points [x, y]");
  TableData data;
  for (std::size_t i = 0; i < node.size(); ++i) {
    const auto point = read_numbers(node[i], 2);
    if (!data.x.empty() && point[0] <= data.x.back()) {
      node[i].fail("must have a larger first number than the point before",
                   fmt::format("{} follows {}; sort the points and remove doubles", point[0], data.x.back()));
    }
    data.x.push_back(point[0]);
    data.y.push_back(point[1]);
  }
  return data;
}

TableData read_table_file(const std::string& path, const SourceLocation& where, const std::string& subject,
                          const std::vector<std::string>& columns) {
  const std::string text = read_table_input(path, where, subject);
  TableData data;
  bool begun = false;
  std::size_t at[2] = {0, 1}, count = 2;
  for_each_table_line(text, [&](const TableLine& line) {
    const bool first_line = !std::exchange(begun, true);
    if (first_line && columns.empty() && line.is_heading()) return;
    const auto fail = [&](const std::string& rule, const std::string& hint) {
      throw ModelError({path, line.number, 1}, fmt::format("line \"{}\"", line.shown()), rule, hint);
    };
    if (first_line && !columns.empty()) {
      count = line.cells.size();
      for (std::size_t k = 0; k < 2; ++k) {
        const auto found = std::find(line.cells.begin(), line.cells.end(), columns[k]);
        if (found == line.cells.end())
          fail(fmt::format("has no heading \"{}\"", columns[k]), suggestion(columns[k], line.cells));
        at[k] = static_cast<std::size_t>(found - line.cells.begin());
      }
      return;
    }
    const bool complete = line.cells.size() == count;
    const auto x = complete ? parse_number(line.cells[at[0]]) : std::nullopt;
    const auto y = complete ? parse_number(line.cells[at[1]]) : std::nullopt;
    if (!complete && !columns.empty())
      fail(fmt::format("has {} cells, the headings are {}", line.cells.size(), count), "remove or complete the line");
    if (!x || !y)
      fail("must have two numbers", first_line ? "a line of headings has none; the decimal point is a dot"
                                               : "the decimal point is a dot; # starts a comment");
    if (!std::isfinite(*x) || !std::isfinite(*y)) fail("must have finite numbers", "remove the point");
    if (!data.x.empty() && !(*x > data.x.back()))
      fail(fmt::format("must have a larger first number than the point before, {}", data.x.back()),
           "sort the points and remove doubles");
    data.x.push_back(*x);
    data.y.push_back(*y);
  });
  return data;
}

}  // namespace invar
