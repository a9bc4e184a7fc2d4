// Charts drawn as SVG. Lines and texts take the color of the surrounding text (currentColor) and a palette that colour
// vision deficiencies leave distinct (Okabe and Ito), each with a light and a dark variant that follows the reader's
// setting. The file needs nothing else and may stand alone or inside an HTML page.
#pragma once

#include <string>

#include "invar/plot/chart.h"

namespace invar::plot {

// `id` must be unique in the page; it is also the id of the element.
std::string to_svg(const Chart& chart, const std::string& id);

// The part of a line that a drawing of so many pixels shows: in each column the first, lowest, highest and last point.
// Lines whose x does not increase are kept whole.
void thin_out(std::vector<double>& x, std::vector<double>& y, double x_min, double x_max, int pixels, bool log_x);

}  // namespace invar::plot
