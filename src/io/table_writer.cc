#include "invar/io/table_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "invar/core/error.h"
#include "invar/core/suggest.h"
#include "invar/io/csv.h"
#include "invar/io/hdf5.h"

namespace invar {

void TableWriter::begin(std::vector<std::string> names, std::vector<std::string> units) {
  if (names.empty() || names[0] != "t") throw std::logic_error("the first column of a table is t");
  if (names.size() != units.size()) throw std::logic_error("a table needs a unit for each name");
  names_ = std::move(names);
  units_ = std::move(units);
  do_begin();
}

Status TableWriter::row(std::span<const double> values) {
  if (values.size() != names_.size()) throw std::logic_error("a row of a table has the wrong size");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    return {StatusCode::kNotFinite, fmt::format("channel \"{}\" is {} at t = {}", names_[i], values[i], values[0])};
  }
  do_row(values);
  ++rows_;
  return {};
}

namespace {

enum class Format { kCsv, kHdf5 };

Format format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".csv") return Format::kCsv;
  if (ending == ".h5") return Format::kHdf5;
  throw ModelError({path, 0, 0}, "",
                   ending.empty() ? "has no ending that says its format"
                                  : fmt::format("has the ending \"{}\", which is no known table format", ending),
                   "use .csv (text) or .h5 (HDF5)");
}

}  // namespace

void check_table_path(const std::string& path) { format_of(path); }

std::unique_ptr<TableWriter> make_table_writer(const std::string& path) {
  if (format_of(path) == Format::kCsv) return std::make_unique<CsvWriter>(path);
  return make_hdf5_writer(path);
}

Table read_table(const std::string& path) { return format_of(path) == Format::kCsv ? read_csv(path) : read_hdf5(path); }

const std::vector<double>& Table::column(std::string_view name) const {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return columns[i];
  }
  throw ModelError({}, "", fmt::format("the table has no column \"{}\"", name), suggestion(name, names));
}

}  // namespace invar
