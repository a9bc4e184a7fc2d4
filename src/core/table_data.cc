#include "invar/core/table_data.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "invar/core/expression.h"
#include "invar/core/params.h"

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

std::vector<std::string> split_table_line(const std::string& line) {
  const std::string text = line.substr(0, line.find('#'));
  std::vector<std::string> words;
  for (std::size_t start = 0; (start = text.find_first_not_of(" \t\r,;", start)) != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t\r,;", start), text.size());
    words.push_back(text.substr(start, end - start));
    start = end;
  }
  return words;
}

TableData read_table_file(const std::string& path, const SourceLocation& where, const std::string& subject) {
  std::error_code ignored;
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path, ignored)) {
    throw ModelError(where, fmt::format("{} = {}", subject, path), "cannot be read",
                     "the name is relative to the folder of the model file");
  }
  TableData data;
  std::string line;
  bool headings = false;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::vector<std::string> words = split_table_line(line);
    if (words.empty()) continue;
    const auto first = parse_number(words.front());
    const auto second = words.size() == 2 ? parse_number(words.back()) : std::nullopt;
    if (!first && data.x.empty() && !headings) {
      headings = true;
      continue;
    }
    if (!first || !second) {
      throw ModelError({path, number, 1}, fmt::format("line \"{}\"", line), "must have two numbers");
    }
    data.x.push_back(*first);
    data.y.push_back(*second);
  }
  return data;
}

void check_table(const TableData& data, const SourceLocation& where, const std::string& subject) {
  const auto& [x, y] = data;
  if (x.size() != y.size()) {
    throw ModelError(where, subject, fmt::format("has {} arguments but {} values", x.size(), y.size()));
  }
  if (x.size() < 2) {
    throw ModelError(where, subject, fmt::format("needs 2 points or more, got {}", x.size()),
                     "for a constant give a number");
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) {
      throw ModelError(where, fmt::format("{}, point {} = [{}, {}],", subject, i + 1, x[i], y[i]), "must be finite");
    }
    if (i > 0 && !(x[i] > x[i - 1])) {
      throw ModelError(where, fmt::format("{}, point {}:", subject, i + 1),
                       fmt::format("the first column must increase strictly, but {} follows {}", x[i], x[i - 1]),
                       "sort the points and remove doubles");
    }
  }
}

}  // namespace invar
