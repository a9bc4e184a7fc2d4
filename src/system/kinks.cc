#include "invar/system/kinks.h"

#include <algorithm>
#include <cmath>

#include "invar/core/local_matrix.h"
#include "invar/system/coordinate_scale.h"
#include "invar/system/scalable_loads.h"
#include "invar/terms/mixed_stiffness.h"

namespace invar {

namespace {

// Distances from the point, of the size of each coordinate. A smooth force leaves its tangent in proportion to the distance,
// so that the slopes to the smaller one are a hundred times nearer; at a kink they stay off.
constexpr double kFar = 1e-5, kNearer = 1e-7;
constexpr double kJump = 0.01;           // of a slope, relative
constexpr double kRoundingPart = 1e-12;  // of the forces that are subtracted

// Whether some column of the derivatives A of f at x is not the slope of f to both sides. f(x) -> vector.
template <class Function>
bool has_kink(const Function& f, const LocalVector& x, const LocalVector& scale, const LocalMatrix& A) {
  const LocalVector here = f(x);
  const double size = A.size() ? A.cwiseAbs().maxCoeff() : 0.0;
  for (int j = 0; j < x.size(); ++j)
    for (const double sign : {1.0, -1.0}) {
      double off[2];
      double largest = size;
      int k = 0;
      for (const double distance : {kFar, kNearer}) {
        LocalVector there = x;
        there[j] += sign * distance * scale[j];
        const double step = there[j] - x[j];
        const LocalVector value = f(there);
        const LocalVector slope = (value - here) / step;
        if (!slope.allFinite()) return false;
        const double rounding = kRoundingPart * std::max(here.cwiseAbs().maxCoeff(), value.cwiseAbs().maxCoeff());
        off[k] = (slope - A.col(j)).cwiseAbs().maxCoeff() - rounding / std::abs(step);
        largest = std::max(largest, slope.cwiseAbs().maxCoeff());
        ++k;
      }
      if (off[1] > kJump * largest && off[1] > 0.3 * off[0]) return true;
    }
  return false;
}

LocalVector take(Vec q, const std::vector<int>& at) {
  LocalVector local(static_cast<int>(at.size()));
  for (std::size_t k = 0; k < at.size(); ++k) local[static_cast<int>(k)] = q[at[k]];
  return local;
}

}  // namespace

std::vector<std::string> find_kinks(const AssembledSystem& system, double t, Vec q, Vec v, double length) {
  std::vector<std::string> out;
  const auto note = [&](const std::string& owner) {
    if (std::find(out.begin(), out.end(), owner) == out.end()) out.push_back(owner);
  };
  const Layout& layout = system.layout();
  const Vector scales = calc_coordinate_scales(layout, length);
  for (const auto& placed : system.assembly().potentials) {
    // Beams are smooth, and many.
    if (placed.term->is_linear() || dynamic_cast<const MixedStiffness*>(placed.term.get())) continue;
    const std::vector<int> at = list_coordinates(layout, placed.nodes);
    const LocalVector x = take(q, at);
    LocalMatrix A = LocalMatrix::Zero(x.size(), x.size());
    placed.term->add_U_qq(x, A);
    const auto gradient = [&](const LocalVector& y) {
      LocalVector g = LocalVector::Zero(y.size());
      placed.term->add_U_q(y, g);
      return g;
    };
    if (has_kink(gradient, x, take(scales, at), A)) note(placed.owner);
  }
  for (const auto& placed : system.assembly().forces) {
    const std::vector<int> at = list_coordinates(layout, placed.nodes);
    const LocalVector x = take(q, at), u = take(v, at), scale = take(scales, at);
    const Vector inputs = Vector::Zero(static_cast<Eigen::Index>(placed.term->inputs().size()));
    LocalMatrix A = LocalMatrix::Zero(x.size(), x.size()), C = A;
    placed.term->add_Q_q({t, x, u, {}, inputs}, A);
    placed.term->add_Q_v({t, x, u, {}, inputs}, C);
    const auto over_q = [&](const LocalVector& y) {
      LocalVector g = LocalVector::Zero(y.size());
      placed.term->add_Q({t, y, u, {}, inputs}, g);
      return g;
    };
    const auto over_v = [&](const LocalVector& w) {
      LocalVector g = LocalVector::Zero(w.size());
      placed.term->add_Q({t, x, w, {}, inputs}, g);
      return g;
    };
    if (has_kink(over_q, x, scale, A) || has_kink(over_v, u, scale, C)) note(placed.owner);
  }
  return out;
}

}  // namespace invar
