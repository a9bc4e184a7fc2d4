#include "invar/elements/beam/section_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
#include "invar/functions/table_text.h"
#include "invar/math/rotation.h"
#include "invar/spec/input_file.h"

namespace invar {

namespace {

enum Column {
  kS,
  kMass,
  kEA,
  kEI2,
  kEI3,
  kGA2,
  kGA3,
  kGJ,
  kI2,
  kI3,
  kTwist,
  kMass2,
  kMass3,
  kTension2,
  kTension3,
  kShear2,
  kShear3,
  kLean2,
  kLean3,
  kColumns
};
const std::vector<std::string>& column_names() {
  static const std::vector<std::string> names = {
      "s",     "mass",   "EA",     "EI2",       "EI3",       "GA2",     "GA3",     "GJ",     "i2",    "i3",
      "twist", "mass_2", "mass_3", "tension_2", "tension_3", "shear_2", "shear_3", "lean_2", "lean_3"};
  return names;
}
constexpr int kRequired = kEI3 + 1;  // the first columns

using Row = std::array<double, kColumns>;

struct SectionRows {
  std::vector<int> columns;  // which Column each is
  std::vector<Row> rows;
};

std::vector<int> match_columns(const std::vector<std::string>& names, const SourceLocation& where,
                               const std::string& subject) {
  std::vector<int> columns;
  const auto& known = column_names();
  for (const auto& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end())
      throw ModelError(where, subject, fmt::format("has the unknown column \"{}\"", name),
                       suggestion(name, known, known.size()));
    columns.push_back(static_cast<int>(found - known.begin()));
  }
  for (int c = 0; c < kRequired; ++c)
    if (std::find(columns.begin(), columns.end(), c) == columns.end())
      throw ModelError(where, subject, fmt::format("needs the column \"{}\"", known[static_cast<std::size_t>(c)]),
                       "s, mass, EA, EI2, EI3 are the least");
  return columns;
}

// Values of a row with the defaults of the columns that are not there.
Row complete(const std::vector<int>& columns, const std::vector<double>& values) {
  Row row;
  row.fill(std::nan(""));
  for (std::size_t i = 0; i < columns.size(); ++i) row[static_cast<std::size_t>(columns[i])] = values[i];
  const auto give = [&](Column c, double value) {
    if (std::isnan(row[c])) row[c] = value;
  };
  const double G_E = 1 / 2.6;  // nu = 0.3
  give(kGA2, 5.0 / 6 * G_E * row[kEA]);
  give(kGA3, 5.0 / 6 * G_E * row[kEA]);
  give(kGJ, G_E * (row[kEI2] + row[kEI3]));
  give(kI2, row[kMass] * row[kEI2] / row[kEA]);
  give(kI3, row[kMass] * row[kEI3] / row[kEA]);
  for (int c = kTwist; c < kColumns; ++c) give(static_cast<Column>(c), 0);
  return row;
}

// Why a row cannot be, or empty.
std::string find_fault(const Row& row, const Row* before) {
  for (const Column c : {kMass, kEA, kEI2, kEI3, kGA2, kGA3, kGJ})
    if (!(row[c] > 0)) return fmt::format("has {} = {:g}, which must be positive", column_names()[c], row[c]);
  for (const Column c : {kI2, kI3})
    if (row[c] < 0) return fmt::format("has {} = {:g}, which must not be negative", column_names()[c], row[c]);
  if (!std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); })) return "must be finite";
  if (row[kS] < 0 || row[kS] > 1) return fmt::format("has s = {:g}, outside 0 to 1", row[kS]);
  if (before && !(row[kS] > (*before)[kS])) return "must have a larger s than the row before";
  return "";
}

BeamSection make_section(const Row& r) {
  BeamSection section;
  const Matrix6 at_tension = make_strain_transfer(r[kTension2], r[kTension3], r[kTwist]),
                at_shear = make_strain_transfer(r[kShear2], r[kShear3], r[kTwist]);
  Vector6 bending = Vector6::Zero(), shear = Vector6::Zero();
  bending << r[kEA], 0, 0, 0, r[kEI2], r[kEI3];
  shear << 0, r[kGA2], r[kGA3], r[kGJ], 0, 0;
  section.D =
      at_tension.transpose() * bending.asDiagonal() * at_tension + at_shear.transpose() * shear.asDiagonal() * at_shear;
  if (r[kLean2] != 0 || r[kLean3] != 0) {
    const Matrix3 R = make_rotation(Vector3::UnitY(), r[kLean2]) * make_rotation(Vector3::UnitZ(), r[kLean3]);
    Matrix6 turn = Matrix6::Zero();
    turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = R.transpose();
    section.D = turn.transpose() * section.D * turn;
  }
  // Second moments turn with the principal axes: int s2^2 = i3, int s3^2 = i2 there.
  const double c = std::cos(r[kTwist]), s = std::sin(r[kTwist]);
  const double i3 = c * c * r[kI3] + s * s * r[kI2], i2 = s * s * r[kI3] + c * c * r[kI2];
  section.mass = make_mass_table(r[kMass], i2, i3, c * s * (r[kI3] - r[kI2]), r[kMass2], r[kMass3]);
  return section;
}

SectionFunction make_function(std::vector<Row> rows) {
  return [rows = std::move(rows)](double s) {
    if (s <= rows.front()[kS]) return make_section(rows.front());
    if (s >= rows.back()[kS]) return make_section(rows.back());
    const auto after = std::upper_bound(rows.begin(), rows.end(), s, [](double x, const Row& r) { return x < r[kS]; });
    const Row &b = *after, &a = *(after - 1);
    const double f = (s - a[kS]) / (b[kS] - a[kS]);
    Row row;
    for (std::size_t c = 0; c < kColumns; ++c) row[c] = (1 - f) * a[c] + f * b[c];
    return make_section(row);
  };
}

}  // namespace

SectionFunction read_section_table(const SpecNode& node) {
  if (!node.is_map()) node.fail("must be a map {columns: [...], rows: [[...], ...]}, not " + node.kind_text());
  for (std::size_t i = 0; i < node.size(); ++i)
    if (node.key(i) != "columns" && node.key(i) != "rows")
      throw ModelError(node.key_location(i), node.path(), fmt::format("has the unknown key \"{}\"", node.key(i)),
                       "it takes columns and rows");
  const SpecNode names = node.find("columns"), lines = node.find("rows");
  if (!names.is_list() || !lines.is_list()) node.fail("needs the lists columns and rows");
  std::vector<std::string> words;
  for (std::size_t i = 0; i < names.size(); ++i) words.push_back(names[i].text());
  const auto columns = match_columns(words, names.location(), names.path());
  std::vector<Row> rows;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Row row = complete(columns, read_numbers(lines[i], columns.size()));
    if (const auto fault = find_fault(row, rows.empty() ? nullptr : &rows.back()); !fault.empty()) lines[i].fail(fault);
    rows.push_back(row);
  }
  if (rows.empty()) lines.fail("needs one row or more");
  return make_function(std::move(rows));
}

SectionFunction read_section_file(const SpecNode& node) {
  namespace fs = std::filesystem;
  const fs::path name = node.text();
  const std::string path = (name.is_absolute() ? name : fs::path(node.location().file).parent_path() / name).string();
  const std::string text = read_table_input(path, node.location(), node.path());
  std::vector<Row> rows;
  std::vector<int> columns;
  for_each_table_line(text, [&](const TableLine& line) {
    const SourceLocation here{path, line.number, 1};
    if (columns.empty()) {
      columns = match_columns(line.cells, here, "the section table");
      return;
    }
    std::vector<double> values;
    for (const auto& cell : line.cells) {
      const auto value = parse_number(cell);
      if (!value || !std::isfinite(*value))
        throw ModelError(here, fmt::format("\"{}\"", cell), value ? "must be finite" : "is not a number");
      values.push_back(*value);
    }
    if (values.size() != columns.size())
      throw ModelError(here, "the row", fmt::format("has {} numbers for {} columns", values.size(), columns.size()));
    const Row row = complete(columns, values);
    if (const auto fault = find_fault(row, rows.empty() ? nullptr : &rows.back()); !fault.empty())
      throw ModelError(here, "the row", fault);
    rows.push_back(row);
  });
  if (rows.empty()) node.fail("has no rows of numbers", "a line of column names, then one line a station");
  return make_function(std::move(rows));
}

}  // namespace invar
