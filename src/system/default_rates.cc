// The rates of the rows across a step, for systems that do not write them themselves: since second derivatives commute,
// d(Phi_q v + Phi_t)/dq is the derivative of Phi_q along the motion (t + s, q + s v), here a central difference. In the middle it
// is made exact along q1 - q0 as in terms/rate_identity.h, row by row. Allocates.
#include <cmath>

#include "invar/system/mechanical_system.h"

namespace invar {

void MechanicalSystem::eval_rates(const Across& pair, Vec v0, Vec v1, const Vector& B, unsigned parts,
                                  RateEval& out) const {
  const SparsePattern& G = G_pattern();
  const Vector dq = pair.q1 - pair.q0, dv = v1 - v0, no_lambda = Vector::Zero(rows());
  const auto eval_G = [&](double t, const Vector& q, const Vector& v, PointEval& at) {
    eval({t, q, v, {}, pair.u}, no_lambda, kVelocity, at);
  };
  const auto calc_rate_of_G = [&](double t, const Vector& q, const Vector& v) -> Vector {
    const double s = std::cbrt(2.2e-16) / std::max(1.0, v.cwiseAbs().maxCoeff());
    PointEval after, before;
    const Vector ahead = q + s * v, behind = q - s * v;
    eval_G(t + s, ahead, v, after);
    eval_G(t - s, behind, v, before);
    return (after.G - before.G) / (2 * s);
  };
  const Vector q0 = pair.q0, q1 = pair.q1, from = v0, to = v1;
  if (parts & kResidual) {
    PointEval end, start;
    eval_G(pair.t1, q1, to, end);
    eval_G(pair.t0, q0, from, start);
    out.psi_1 = end.Phi_dot;
    out.G_1 = end.G;
    out.psi_t_bar.setZero(rows());
    if (rheonomic()) {
      PointEval other;
      eval_G(pair.t0, q1, to, other);
      out.psi_t_bar = 0.5 * (end.Phi_dot - other.Phi_dot);
      eval_G(pair.t1, q0, from, other);
      out.psi_t_bar += 0.5 * (other.Phi_dot - start.Phi_dot);
    }
    out.Psi = calc_rate_of_G(pair.t_m(), 0.5 * (q0 + q1), 0.5 * (from + to));
    for (int r = 0; r < G.rows; ++r) {
      double rest = end.Phi_dot[r] - start.Phi_dot[r] - out.psi_t_bar[r], square = 0;
      for (int k = G.start[r]; k < G.start[r + 1]; ++k) {
        const int j = G.index[k];
        rest -= out.Psi[k] * dq[j] + B[k] * dv[j];
        square += dq[j] * dq[j];
      }
      if (square > 0)
        for (int k = G.start[r]; k < G.start[r + 1]; ++k) out.Psi[k] += rest / square * dq[G.index[k]];
    }
  }
  if (parts & kTangent) out.Psi_1 = calc_rate_of_G(pair.t1, q1, to);
}

}  // namespace invar
