#include "invar/integrators/newton_iteration.h"

#include <fmt/format.h>

#include <algorithm>

namespace invar {

double largest_correction(std::initializer_list<const Vector*> dq, std::initializer_list<const Vector*> dl) {
  double largest = 0;
  for (const Vector* x : dq) {
    const double size = max_abs(*x);
    if (!std::isfinite(size)) return size;
    largest = std::max(largest, size);
  }
  for (const Vector* x : dl)
    if (const double size = max_abs(*x); !std::isfinite(size)) return size;
  return largest;
}

Status explain(const NewtonOutcome& outcome, const Layout& layout, std::span<const Vector> c) {
  if (outcome.code == StatusCode::kNotFinite)
    return {outcome.code, fmt::format("in iteration {}", outcome.iterations + 1)};
  if (outcome.code != StatusCode::kNotConverged) return {outcome.code, ""};
  std::string text = fmt::format("relative residual {:.1e} > {:.0e} after {} iterations", outcome.residual,
                                 outcome.tolerance, outcome.iterations);
  int worst = -1;
  double largest = -1;
  for (const Vector& x : c)
    for (int r = 0; r < x.size(); ++r)
      if (std::abs(x[r]) > largest) {
        largest = std::abs(x[r]);
        worst = r;
      }
  if (worst >= 0)
    text += fmt::format(", largest constraint residual {:.1e} in \"{}\", row {}", largest, layout.row(worst).owner,
                        layout.row(worst).label);
  return {StatusCode::kNotConverged, text};
}

}  // namespace invar
