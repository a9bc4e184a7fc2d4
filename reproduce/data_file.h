// Tables and the data behind figures as CSV files: series over the same x in one file.
#pragma once

#include <string>
#include <vector>

#include "reproduce/example.h"

namespace invar::reproduce {

struct DataTable {
  std::string name;  // of the file, without ending
  std::vector<std::string> columns;
  std::vector<const std::vector<double>*> values;
};

// One table for each different x; series without key are left out. The tables point into the figure.
std::vector<DataTable> data_tables(const Figure& figure, const std::string& file_name);

// 17 significant digits; numbers that are not finite are empty cells.
std::string to_csv(const DataTable& table);
// Headings and cells without marks; cells with a comma in quotes.
std::string to_csv(const PageTable& table);

}  // namespace invar::reproduce
