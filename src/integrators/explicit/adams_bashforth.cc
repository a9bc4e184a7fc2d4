#include "invar/integrators/explicit/adams_bashforth.h"

#include <algorithm>
#include <cmath>

namespace invar {

namespace {
const Tableau& find_tableau(const std::string& name) {
  const auto& all = runge_kutta_tableaux();
  return *std::find_if(all.begin(), all.end(), [&](const Tableau& t) { return t.name == name; });
}
}  // namespace

AdamsBashforth3::AdamsBashforth3() : rk4_(find_tableau("rk4")) {}

Status AdamsBashforth3::step(ConstrainedMotion& f, double t, const Vector& y0, double h, const Vector* start,
                             Vector& y1) {
  if (std::abs(h - h_) > 1e-9 * std::abs(h)) count_ = 0;
  h_ = h;
  // f_[2] falls out and becomes the place of the new one.
  f_[2].swap(f_[1]);
  f_[1].swap(f_[0]);
  const bool has_held = f.holds_terms();
  if (has_held)
    if (Status status = f.eval(t, y0, held_); !status.ok()) return status;
  Status status;
  if (count_ < 2) status = rk4_.step(f, t, y0, h, start, y1);
  if (!status.ok()) return status;
  f.release();
  if (start)
    f_[0] = *start;
  else
    status = f.eval(t, y0, f_[0]);
  if (!status.ok()) return status;
  // Books of work begin anew with each step, so only derivatives are kept: increments of y are complete without them.
  if (count_ >= 2) {
    y1 = y0 + (h / 12) * (23 * f_[0] - 16 * f_[1] + 5 * f_[2]);
    if (has_held) y1 += h * (held_ - f_[0]);
  }
  ++count_;
  return {};
}

}  // namespace invar
