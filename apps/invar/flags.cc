#include "flags.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace invar::app {

namespace {

// Each is the option of the same name with dashes.
constexpr std::array<std::string_view, 24> kKeys = {
    "method", "methods", "option", "step",   "tolerance",  "max_step",    "end",        "every",
    "out",    "report",  "set",    "spin",   "about",      "joint",       "parts",      "at_rest",
    "verify", "budget",  "number", "sparse", "checkpoint", "no_assembly", "arc_length", "turning_axes"};

std::string flag_of(std::string_view key) {
  if (key == "start: equilibrium") return "--from-equilibrium";
  if (key == "channels") return "invar check MODEL --channels";
  if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) return "";
  std::string flag = "--" + std::string(key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

}  // namespace

std::string with_flags(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('`', at);
    const std::size_t close = open == std::string::npos ? open : text.find('`', open + 1);
    if (close == std::string::npos) return out + text.substr(at);
    const std::string flag = flag_of(std::string_view(text).substr(open + 1, close - open - 1));
    out += text.substr(at, open - at);
    if (flag.empty()) {  // the second backtick may open a key
      out += text.substr(open, close - open);
      at = close;
      continue;
    }
    out += flag;
    at = close + 1;
  }
  return out;
}

}  // namespace invar::app
