#include "reproduce/doc_block.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "invar/plot/markup.h"

namespace invar::reproduce {

namespace {

std::string begin_mark(const std::string& key) { return "<!-- measured: " + key + " begin -->\n"; }
std::string end_mark(const std::string& key) { return "<!-- measured: " + key + " end -->\n"; }

// The next piece of a text: a number, or a character that belongs to none.
struct Token {
  bool number = false;
  double value = 0;
  char character = 0;
};

Token next_token(const std::string& text, size_t& at) {
  const bool after_letter = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '_');
  if (std::isdigit(static_cast<unsigned char>(text[at])) && !after_letter) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str() + at, &end);
    at = static_cast<size_t>(end - text.c_str());
    return {true, value, 0};
  }
  return {false, 0, text[at++]};
}

}  // namespace

std::string to_markdown(const PageTable& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string out = "|";
    for (const std::string& cell : cells) {
      out += ' ';
      for (const char c : plot::to_html(cell)) out += c == '|' ? "\\|" : std::string(1, c);
      out += " |";
    }
    return out + "\n";
  };
  std::string out = line(table.headings) + "|";
  for (size_t i = 0; i < table.headings.size(); ++i) out += "---|";
  out += '\n';
  for (const auto& row : table.rows) out += line(row);
  return out;
}

std::string find_block(const std::string& text, const std::string& key) {
  const std::string begin = begin_mark(key);
  const size_t from = text.find(begin), to = text.find(end_mark(key));
  if (from == std::string::npos || to == std::string::npos || to < from) return "";
  return text.substr(from + begin.size(), to - from - begin.size());
}

std::string replace_block(const std::string& text, const DocBlock& block) {
  const std::string begin = begin_mark(block.key);
  const size_t from = text.find(begin), to = text.find(end_mark(block.key));
  if (from == std::string::npos || to == std::string::npos || to < from)
    throw std::runtime_error(block.file + " has no block " + block.key);
  return text.substr(0, from + begin.size()) + block.text + text.substr(to);
}

bool same_up_to_numbers(const std::string& a, const std::string& b, double relative) {
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const Token x = next_token(a, i), y = next_token(b, j);
    if (x.number != y.number || x.character != y.character) return false;
    if (!x.number) continue;
    const double larger = std::max(std::abs(x.value), std::abs(y.value)),
                 smaller = std::min(std::abs(x.value), std::abs(y.value));
    if (larger < 1e-9 ? larger > 30 * smaller : larger - smaller > relative * larger) return false;
  }
  return i == a.size() && j == b.size();
}

}  // namespace invar::reproduce
