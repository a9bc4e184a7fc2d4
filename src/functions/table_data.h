// Points (x, y) of a table.
#pragma once

#include <string>
#include <vector>

#include "invar/core/error.h"

namespace invar {

struct TableData {
  std::vector<double> x, y;
};

// Throws unless there are two points or more, all finite, x strictly increasing.
void check_table(const TableData& data, const SourceLocation& where, const std::string& subject);

}  // namespace invar
