// Texts of figures and pages with three marks: *italic*, _{sub}, ^{super}. Everything else is literal; a star that
// stands alone (3 * 4) stays a star.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace invar::plot {

enum class Script { kNormal, kSub, kSuper };

struct TextRun {
  std::string text;
  bool italic = false;
  Script script = Script::kNormal;
};

std::vector<TextRun> parse_markup(std::string_view text);

// <, >, & and quotes as XML wants them.
std::string escape_xml(std::string_view text);
std::string to_html(std::string_view text);
// <tspan> elements for a <text> of the given font size.
std::string to_tspans(std::string_view text, double font_size);
// Without marks, for terminals: x_{1} becomes x_1.
std::string to_plain(std::string_view text);
// Estimated width in pixels; exact metrics are not known where an SVG file is written.
double text_width(std::string_view text, double font_size);

}  // namespace invar::plot
