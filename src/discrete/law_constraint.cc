#include "invar/discrete/law_constraint.h"

#include <cmath>

namespace invar {

namespace {

constexpr double kGaussPlace = 0.38729833462074168852;  // sqrt(3/5)/2, from the middle
constexpr double kGaussWeights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
// A remainder below this, relative to what it is the difference of, is rounding; (L1) is exact then.
constexpr double kRounding = 1e-15;

LawVector with_time(Vec x, double t) {
  LawVector y(x.size() + 1);
  y << x, t;
  return y;
}

}  // namespace

LawConstraint::LawConstraint(std::unique_ptr<RowLaw> law, LawVector sizes)
    : law_(std::move(law)), weight_(sizes.array().square().inverse()) {}

void LawConstraint::add_Phi(const At& at, VecOut Phi) const { Phi[0] += law_->value(with_time(at.q, at.t)); }

void LawConstraint::add_Phi_q(const At& at, MatOut J) const {
  LawVector g;
  law_->calc_gradient(with_time(at.q, at.t), g);
  J.row(0) += g.head(at.q.size()).transpose();
}

void LawConstraint::add_Phi_t(const At& at, VecOut Phi_t) const {
  if (!rheonomic()) return;
  LawVector g;
  law_->calc_gradient(with_time(at.q, at.t), g);
  Phi_t[0] += g[at.q.size()];
}

void LawConstraint::add_bias(const At& at, VecOut bias) const {
  LawMatrix H;
  law_->calc_hessian(with_time(at.q, at.t), H);
  const LawVector w = with_time(at.v, 1);
  bias[0] += w.dot(H * w);
}

void LawConstraint::add_Phi_qq(const At& at, Vec lambda, MatOut K) const {
  const auto n = at.q.size();
  LawMatrix H;
  law_->calc_hessian(with_time(at.q, at.t), H);
  K += lambda[0] * H.topLeftCorner(n, n);
}

void LawConstraint::add_psi_q(const At& at, MatOut J) const {
  const auto n = at.q.size();
  LawMatrix H;
  law_->calc_hessian(with_time(at.q, at.t), H);
  J.row(0) += (H * with_time(at.v, 1)).head(n).transpose();
}

struct LawConstraint::Chord {
  LawVector B;
  LawMatrix tangent;  // dB/dx1
};

LawConstraint::Chord LawConstraint::calc_chord(double t, Vec x0, Vec x1, bool with_tangent) const {
  const auto n = x0.size();
  const LawVector d = x1 - x0, y0 = with_time(x0, t), y1 = with_time(x1, t);
  Chord chord{LawVector::Zero(n), LawMatrix::Zero(n, n)};
  LawVector g;
  LawMatrix H;
  for (int k = 0; k < 3; ++k) {
    const double s = 0.5 + (k - 1) * kGaussPlace;
    LawVector y = y0;
    y.head(n) += s * d;
    law_->calc_gradient(y, g);
    chord.B += kGaussWeights[k] * g.head(n);
    if (!with_tangent) continue;
    law_->calc_hessian(y, H);
    chord.tangent += kGaussWeights[k] * s * H.topLeftCorner(n, n);
  }
  const LawVector Wd = weight_.cwiseProduct(d);
  const double square = d.dot(Wd), Phi0 = law_->value(y0), Phi1 = law_->value(y1);
  const double rest = Phi1 - Phi0 - chord.B.dot(d);
  const double parts =
      std::abs(Phi0) + std::abs(Phi1) + chord.B.cwiseAbs().dot(x0.cwiseAbs().eval().cwiseMax(x1.cwiseAbs().eval()));
  if (!(std::abs(rest) > kRounding * parts) || !(square > 0)) return chord;
  const double c = rest / square;
  if (with_tangent) {
    law_->calc_gradient(y1, g);
    const LawVector dc = (g.head(n) - chord.B - chord.tangent.transpose() * d - 2 * c * Wd) / square;
    chord.tangent += Wd * dc.transpose();
    chord.tangent.diagonal() += c * weight_;
  }
  chord.B += c * Wd;
  return chord;
}

void LawConstraint::add_Phi_q_bar(const Across& pair, MatOut J) const {
  J.row(0) += (rheonomic() ? 0.5 : 1.0) * calc_chord(pair.t0, pair.q0, pair.q1, false).B.transpose();
  if (rheonomic()) J.row(0) += 0.5 * calc_chord(pair.t1, pair.q0, pair.q1, false).B.transpose();
}

void LawConstraint::add_Phi_t_bar(const Across& pair, VecOut a) const {
  if (!rheonomic()) return;
  const auto Phi = [&](Vec x, double t) { return law_->value(with_time(x, t)); };
  a[0] += 0.5 * (Phi(pair.q1, pair.t1) - Phi(pair.q1, pair.t0) + Phi(pair.q0, pair.t1) - Phi(pair.q0, pair.t0));
}

void LawConstraint::add_Phi_q_bar_tangent(const Across& pair, Vec lambda, MatOut K) const {
  const double factor = lambda[0] * (rheonomic() ? 0.5 : 1.0);
  K += factor * calc_chord(pair.t0, pair.q0, pair.q1, true).tangent;
  if (rheonomic()) K += factor * calc_chord(pair.t1, pair.q0, pair.q1, true).tangent;
}

}  // namespace invar
