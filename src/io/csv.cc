#include "invar/io/csv.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>

#include "invar/core/error.h"
#include "invar/io/number_text.h"

namespace invar {

namespace {

constexpr std::size_t kFlushBytes = 1 << 16;  // larger buffers were not faster

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Calls use(cell, column in characters from 1) for each cell of a line.
template <class F>
void for_each_cell(std::string_view line, const F& use) {
  std::size_t at = 0;
  while (true) {
    const std::size_t end = std::min(line.find(',', at), line.size());
    use(trimmed(line.substr(at, end - at)), static_cast<int>(at) + 1);
    if (end == line.size()) return;
    at = end + 1;
  }
}

}  // namespace

void CsvWriter::do_begin() { fmt::format_to(fmt::appender(buffer_), "{}\n", fmt::join(names(), ",")); }

void CsvWriter::do_row(std::span<const double> values) {
  const std::size_t size = buffer_.size();
  buffer_.resize(size + values.size() * (kNumberTextSize + 1));
  char *const begin = buffer_.data(), *out = begin + size;
  for (const double value : values) {
    out = write_number(value, out);
    *out++ = ',';
  }
  if (!values.empty()) out[-1] = '\n';
  buffer_.resize(static_cast<std::size_t>(out - begin));
  if (buffer_.size() >= kFlushBytes) flush();
}

void CsvWriter::flush() {
  file_.write({buffer_.data(), buffer_.size()});
  buffer_.clear();
}

void CsvWriter::finish(const std::string&) {
  flush();
  file_.commit();
}

Table read_csv(const std::string& path) {
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path)) {
    throw ModelError({path, 0, 0}, "", "cannot be read", "is the name right?");
  }
  Table table;
  std::string text;
  for (int line_number = 1; std::getline(file, text); ++line_number) {
    const std::string_view line = trimmed(text);
    if (line.empty()) continue;
    if (table.names.empty()) {
      for_each_cell(line, [&](std::string_view cell, int) { table.names.emplace_back(cell); });
      table.columns.resize(table.names.size());
      continue;
    }
    std::size_t count = 0;
    for_each_cell(line, [&](std::string_view cell, int column) {
      const SourceLocation where{path, line_number, column};
      double value = 0;
      const auto result = std::from_chars(cell.data(), cell.data() + cell.size(), value);
      if (result.ec != std::errc() || result.ptr != cell.data() + cell.size()) {
        throw ModelError(where, fmt::format("\"{}\"", cell), "is not a number");
      }
      if (count < table.columns.size()) table.columns[count].push_back(value);
      ++count;
    });
    if (count != table.names.size()) {
      throw ModelError({path, line_number, 1}, "this row",
                       fmt::format("has {} cells, the header has {}", count, table.names.size()),
                       "is the file cut off?");
    }
  }
  if (table.names.empty()) throw ModelError({path, 0, 0}, "", "is empty", "a table begins with a header of names");
  return table;
}

}  // namespace invar
