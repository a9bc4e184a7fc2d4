#include "invar/plot/markup.h"

#include <fmt/format.h>

namespace invar::plot {

namespace {

constexpr double kScriptSize = 0.72;

// A star opens or closes italics where a word begins or ends at it.
bool opens(std::string_view s, size_t i) { return i + 1 < s.size() && s[i + 1] != ' '; }
bool closes(std::string_view s, size_t i) { return i > 0 && s[i - 1] != ' '; }

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

std::vector<TextRun> parse_markup(std::string_view text) {
  std::vector<TextRun> runs;
  TextRun now;
  bool italic = false;
  const auto flush = [&](Script next) {
    if (!now.text.empty()) runs.push_back(now);
    now = {"", italic, next};
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '*' && (italic ? closes(text, i) : opens(text, i))) {
      italic = !italic;
      flush(now.script);
    } else if ((c == '_' || c == '^') && i + 1 < text.size() && text[i + 1] == '{') {
      flush(c == '_' ? Script::kSub : Script::kSuper);
      ++i;
    } else if (c == '}' && now.script != Script::kNormal) {
      flush(Script::kNormal);
    } else {
      now.text += c;
    }
  }
  flush(Script::kNormal);
  return runs;
}

std::string escape_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string to_html(std::string_view text) {
  std::string out;
  for (const TextRun& run : parse_markup(text)) {
    std::string piece = escape_xml(run.text);
    if (run.italic) piece = "<i>" + piece + "</i>";
    if (run.script == Script::kSub) piece = "<sub>" + piece + "</sub>";
    if (run.script == Script::kSuper) piece = "<sup>" + piece + "</sup>";
    out += piece;
  }
  return out;
}

std::string to_tspans(std::string_view text, double font_size) {
  std::string out;
  double shift = 0;  // of the baseline now; dy is relative
  for (const TextRun& run : parse_markup(text)) {
    const double target = run.script == Script::kSub     ? 0.25 * font_size
                          : run.script == Script::kSuper ? -0.38 * font_size
                                                         : 0;
    std::string attributes;
    if (run.italic) attributes += " font-style=\"italic\"";
    if (run.script != Script::kNormal) attributes += fmt::format(" font-size=\"{:.1f}\"", kScriptSize * font_size);
    if (target != shift) attributes += fmt::format(" dy=\"{:.1f}\"", target - shift);
    shift = target;
    out += attributes.empty() ? escape_xml(run.text)
                              : fmt::format("<tspan{}>{}</tspan>", attributes, escape_xml(run.text));
  }
  return out;
}

std::string to_plain(std::string_view text) {
  std::string out;
  for (const TextRun& run : parse_markup(text)) {
    if (run.script == Script::kSub) out += '_';
    if (run.script == Script::kSuper) out += '^';
    out += run.text;
  }
  return out;
}

double text_width(std::string_view text, double font_size) {
  double width = 0;
  for (const TextRun& run : parse_markup(text)) {
    const double size = run.script == Script::kNormal ? font_size : kScriptSize * font_size;
    for (const char c : run.text) {
      if (is_continuation(c)) continue;
      const bool narrow = c == 'i' || c == 'l' || c == 'j' || c == 't' || c == 'f' || c == 'r' || c == '.' ||
                          c == ',' || c == ' ' || c == '(' || c == ')' || c == '|' || c == '\'' || c == ':';
      const bool wide = c == 'm' || c == 'w' || c == '+' || c == '=' || c == '<' || c == '>' || (c >= 'A' && c <= 'Z');
      width += size * (narrow ? 0.37 : wide ? 0.8 : 0.61);
    }
  }
  return width;
}

}  // namespace invar::plot
