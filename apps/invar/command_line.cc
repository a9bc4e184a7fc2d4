#include "command_line.h"

namespace invar::app {

namespace {

std::string typed;
std::vector<std::string> arguments_typed;

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
  for (int i = 2; i < argc; ++i) arguments_typed.emplace_back(argv[i]);
}

void remember_command_line(const std::vector<std::string>& arguments) {
  typed = "invar run";
  for (const std::string& word : arguments) typed += " " + shell_quoted(word);
  arguments_typed = arguments;
}

const std::vector<std::string>& command_arguments() { return arguments_typed; }

const std::string& command_line() { return typed; }

}  // namespace invar::app
