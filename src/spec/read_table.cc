#include "invar/spec/read_table.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

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

TableData read_table_file(const std::string& path, const SourceLocation& where, const std::string& subject) {
  const std::string text = read_table_input(path, where, subject);
  TableData data;
  bool begun = false;
  for_each_table_line(text, [&](const TableLine& line) {
    const bool first_line = !std::exchange(begun, true);
    if (first_line && line.is_heading()) return;
    const auto fail = [&](const std::string& rule, const std::string& hint) {
      throw ModelError({path, line.number, 1}, fmt::format("line \"{}\"", line.shown()), rule, hint);
    };
    const auto x = line.cells.size() == 2 ? parse_number(line.cells[0]) : std::nullopt;
    const auto y = line.cells.size() == 2 ? parse_number(line.cells[1]) : std::nullopt;
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
