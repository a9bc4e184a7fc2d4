// Lines and cells of tables in text files. Cells are separated by a comma, a semicolon or blanks; quotation marks around a cell
// are removed; # starts a comment; lines end as in Unix, DOS or old Mac files. Lines without a cell are left out. Nothing else
// is: an empty cell between two commas is a cell.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace invar {

struct TableLine {
  int number = 0;  // from 1
  std::string_view text;
  std::vector<std::string> cells;

  // The text for a message, cut where it is long.
  std::string shown() const;
  // A line of headings: no cell is, or begins as, a number. "t [s], x1" is one; "0.5x, 1", "1 2" and "-1" with a typographic
  // minus are not.
  bool is_heading() const;
};

void for_each_table_line(std::string_view text, const std::function<void(const TableLine&)>& use);

}  // namespace invar
