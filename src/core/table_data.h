// Points (x, y) of a table, from a model or from a text file.
#pragma once

#include <string>
#include <vector>

#include "invar/core/error.h"
#include "invar/core/spec_node.h"

namespace invar {

struct TableData {
  std::vector<double> x, y;
};

// A list of points [x, y]; throws ModelError at the point that does not increase.
TableData read_table_points(const SpecNode& node);
// The words of a line of a text table: comma, semicolon or blanks between them; # starts a comment.
std::vector<std::string> split_table_line(const std::string& line);
// A text file of two columns; one line of headings is allowed. Throws ModelError: at `where` if the file cannot be read, else with the line of the file.
TableData read_table_file(const std::string& path, const SourceLocation& where, const std::string& subject);
// Throws unless there are two points or more, all finite, x strictly increasing.
void check_table(const TableData& data, const SourceLocation& where, const std::string& subject);

}  // namespace invar
