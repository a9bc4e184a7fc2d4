#include "invar/functions/table_text.h"

#include <algorithm>

#include "invar/functions/expression.h"

namespace invar {

namespace {

constexpr std::string_view kBlanks = " \t", kSeparators = ",;";

bool is_one_of(char c, std::string_view all) { return all.find(c) != std::string_view::npos; }

void split_cells(std::string_view line, std::vector<std::string>& cells) {
  cells.clear();
  bool open = false;  // a separator was read, its cell not yet
  std::size_t at = 0;
  while (true) {
    while (at < line.size() && is_one_of(line[at], kBlanks)) ++at;
    if (at == line.size() || line[at] == '#') break;
    if (is_one_of(line[at], kSeparators)) {
      if (open || cells.empty()) cells.emplace_back();
      open = true;
      ++at;
      continue;
    }
    open = false;
    std::size_t end;
    if (line[at] == '"' || line[at] == '\'') {
      const char quote = line[at++];
      end = std::min(line.find(quote, at), line.size());
      cells.emplace_back(line.substr(at, end - at));
      at = std::min(end + 1, line.size());
    } else {
      end = at;
      while (end < line.size() && !is_one_of(line[end], kBlanks) && !is_one_of(line[end], kSeparators) &&
             line[end] != '#')
        ++end;
      cells.emplace_back(line.substr(at, end - at));
      at = end;
    }
    // The separator that ends this cell begins no empty one.
    while (at < line.size() && is_one_of(line[at], kBlanks)) ++at;
    if (at < line.size() && is_one_of(line[at], kSeparators)) {
      open = true;
      ++at;
    }
  }
}

bool begins_as_number(std::string_view cell) {
  for (const char c : cell) {
    if (c >= '0' && c <= '9') return true;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return false;
  }
  return false;
}

}  // namespace

std::string TableLine::shown() const {
  constexpr std::size_t kLongest = 60;
  std::string out(text.substr(0, kLongest));
  if (text.size() > kLongest) {
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80) out.pop_back();  // inside a letter
    if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0xC0) out.pop_back();
    out += "...";
  }
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return out;
}

bool TableLine::is_heading() const {
  return std::none_of(cells.begin(), cells.end(), [](const std::string& cell) {
    return cell.empty() || begins_as_number(cell) || parse_number(cell).has_value();
  });
}

void for_each_table_line(std::string_view text, const std::function<void(const TableLine&)>& use) {
  TableLine line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    ++line.number;
    line.text = text.substr(at, end - at);
    split_cells(line.text, line.cells);
    if (!line.cells.empty()) use(line);
    at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
}

}  // namespace invar
