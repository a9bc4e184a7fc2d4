#include "command_line.h"

namespace invar::app {

namespace {

std::string typed;

}  // namespace

std::string shell_quoted(const std::string& word) {
  static const std::string kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

void remember_command_line(int argc, char** argv) {
  typed = "invar";
  for (int i = 1; i < argc; ++i) typed += " " + shell_quoted(argv[i]);
}

const std::string& command_line() { return typed; }

}  // namespace invar::app
