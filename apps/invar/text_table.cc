#include "text_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace invar::app {

std::size_t output_width() {
  winsize size = {};
  const bool known = isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return std::max<std::size_t>(60, known ? size.ws_col : 100);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string aligned(std::vector<std::vector<std::string>> rows, bool has_heading, std::size_t indent,
                    std::size_t width) {
  if (rows.empty()) return "";
  const std::size_t columns = rows[0].size();
  std::vector<std::size_t> sizes(columns, 0);
  for (std::size_t j = 0; j < columns; ++j) {
    bool used = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      sizes[j] = std::max(sizes[j], rows[i][j].size());
      used = used || (!rows[i][j].empty() && !(has_heading && i == 0));
    }
    if (!used) sizes[j] = 0;
  }
  std::size_t start = indent;  // of the last column
  for (std::size_t j = 0; j + 1 < columns; ++j) start += sizes[j] > 0 ? sizes[j] + 2 : 0;
  constexpr std::size_t kNarrowest = 30;
  const std::size_t last = std::max(kNarrowest, width > start ? width - start : 0);

  std::string out;
  for (const auto& row : rows) {
    std::string line(indent, ' ');
    for (std::size_t j = 0; j + 1 < columns; ++j) {
      if (sizes[j] > 0) line += row[j] + std::string(sizes[j] + 2 - row[j].size(), ' ');
    }
    for (const std::string& piece : wrapped(row[columns - 1], last)) {
      line += piece;
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
      line.assign(start, ' ');
    }
  }
  return out;
}

}  // namespace invar::app
