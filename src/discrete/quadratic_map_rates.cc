// Rates of the functions of a QuadraticMap, psi = de/dt, and their two-point form. With P = X . Y, R = X' . Y + X . Y' and means
// over the two ends marked by m, psi = f' P + f R and the product rule with means,
//
//   (Q4)  psi_1 - psi_0 = f'_m dP + P_m df' + f_m dR + R_m df
//         dP = Y_m . dX + X_m . dY,   dR = Y_m . dX' + X'_m . dY + X_m . dY' + Y'_m . dX
//
// with dX from (L1) and dX' from (L2) of slot_lift.h: what stands with dv is (Q2), what stands with dq is psi_q_bar.
#include "invar/core/local_matrix.h"
#include "invar/discrete/quadratic_map.h"
#include "invar/discrete/quadratic_map_forms.h"

namespace invar {

void QuadraticMap::add_psi_q(double t, Vec q, Vec v, MatOut J) const {
  add_rate_q(t, q, v, J);
  if (!rheonomic()) return;
  Slots z;
  lift_.fill(q, z);
  for (const auto& b : bilinear_) {
    if (b.time < 0) continue;
    const double c = b.c * factor(b.time, t, Derivative::kRate);
    const Vector3 x = c * form_value(forms_[b.x], z), y = c * form_value(forms_[b.y], z);
    for (const auto& part : forms_[b.x].parts) lift_.pull(part.slot, q, part.factor * y, J.row(b.row));
    for (const auto& part : forms_[b.y].parts) lift_.pull(part.slot, q, part.factor * x, J.row(b.row));
  }
  for (const auto& a : linear_) {
    if (a.time < 0) continue;
    const Vector3 w = factor(a.time, t, Derivative::kRate) * a.w;
    for (const auto& part : forms_[a.x].parts) lift_.pull(part.slot, q, part.factor * w, J.row(a.row));
  }
}

void QuadraticMap::add_psi_bar(double t0, Vec q0, Vec v0, double t1, Vec q1, Vec v1, MatOut J, VecOut psi_t) const {
  if (compiled_) {
    const LocalVector vm = 0.5 * (v0 + v1);
    return add_compiled_rate_q(vm, J);
  }
  Slots z0, z1, w0, w1;
  lift_.fill(q0, z0);
  lift_.fill(q1, z1);
  lift_.fill_rates(q0, v0, w0);
  lift_.fill_rates(q1, v1, w1);
  const auto mean_rate = [&](int time) {
    return 0.5 * (factor(time, t0, Derivative::kRate) + factor(time, t1, Derivative::kRate));
  };
  const auto increment = [&](int time, Derivative d) { return factor(time, t1, d) - factor(time, t0, d); };
  // row += value . dX + rate . dX', the part with dq
  const auto pull = [&](int form, const Vector3& value, const Vector3& rate, int row) {
    for (const auto& part : forms_[form].parts) {
      lift_.pull_bar(part.slot, q0, q1, part.factor * value, J.row(row));
      lift_.pull_rate_bar(part.slot, q0, v0, q1, v1, part.factor * rate, J.row(row));
    }
  };
  for (const auto& b : bilinear_) {
    const Form &x = forms_[b.x], &y = forms_[b.y];
    const Vector3 x0 = form_value(x, z0), x1 = form_value(x, z1), y0 = form_value(y, z0), y1 = form_value(y, z1);
    const Vector3 xd0 = form_rate(x, w0), xd1 = form_rate(x, w1), yd0 = form_rate(y, w0), yd1 = form_rate(y, w1);
    const Vector3 xm = 0.5 * (x0 + x1), ym = 0.5 * (y0 + y1), xdm = 0.5 * (xd0 + xd1), ydm = 0.5 * (yd0 + yd1);
    const double f = b.c * mean_factor(b.time, t0, t1), fd = b.time < 0 ? 0 : b.c * mean_rate(b.time);
    pull(b.x, fd * ym + f * ydm, f * ym, b.row);
    pull(b.y, fd * xm + f * xdm, f * xm, b.row);
    if (b.time < 0) continue;
    psi_t[b.row] += 0.5 * b.c *
                    ((x0.dot(y0) + x1.dot(y1)) * increment(b.time, Derivative::kRate) +
                     (xd0.dot(y0) + x0.dot(yd0) + xd1.dot(y1) + x1.dot(yd1)) * increment(b.time, Derivative::kValue));
  }
  for (const auto& a : linear_) {
    const Form& x = forms_[a.x];
    pull(a.x, (a.time < 0 ? 0 : mean_rate(a.time)) * a.w, mean_factor(a.time, t0, t1) * a.w, a.row);
    if (a.time < 0) continue;
    psi_t[a.row] += 0.5 * (a.w.dot(form_value(x, z0) + form_value(x, z1)) * increment(a.time, Derivative::kRate) +
                           a.w.dot(form_rate(x, w0) + form_rate(x, w1)) * increment(a.time, Derivative::kValue));
  }
  for (const auto& c : constant_)
    if (c.time >= 0) psi_t[c.row] += c.c * increment(c.time, Derivative::kRate);
}

}  // namespace invar
