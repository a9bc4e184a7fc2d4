// Reading of tables, from a model or from a text file.
#pragma once

#include <string>
#include <vector>

#include "invar/functions/table_data.h"
#include "invar/spec/spec_node.h"

namespace invar {

// A list of points [x, y]; throws ModelError at the point that does not increase.
TableData read_table_points(const SpecNode& node);
// A text file of two columns (functions/table_text.h); one line of headings is allowed. With `columns`, the two of these headings
// of a file with any number of columns. Throws ModelError: at `where` if the file
// cannot be read, else with the line of the file, for all that check_table refuses as well but for too few points.
TableData read_table_file(const std::string& path, const SourceLocation& where, const std::string& subject,
                          const std::vector<std::string>& columns = {});

}  // namespace invar
