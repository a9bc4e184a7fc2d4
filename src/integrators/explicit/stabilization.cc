#include "invar/integrators/explicit/stabilization.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace invar {

namespace {

// Phi'' = -alpha Phi' - beta Phi ([Yoon] eq. (7)), and A v + a decays with alpha/2 for velocity rows (eq. (8)), the rate
// of the critically damped position rows. By default the gains follow the step, Phi'' + 2 r/h Phi' + (r/h)^2 Phi = 0:
// with r = 1 those of [Ascher1994].
class Baumgarte final : public Stabilization {
 public:
  Baumgarte(const ExplicitOptions& o, double matched)
      : alpha_(o.baumgarte_alpha), beta_(o.baumgarte_beta), matched_(matched) {}

  unsigned parts() const override { return kPosition | kVelocity; }
  bool depends_on_step() const override { return !alpha_ && !beta_; }
  int highest_order() const override { return depends_on_step() ? 2 : 100; }
  void add_feedback(Stage& s, const Layout& layout, bool) override {
    const double a = alpha(s.h), b = beta(s.h);
    for (int r = 0; r < layout.rows(); ++r)
      s.c[r] -= layout.row(r).holonomic ? a * s.eval.Phi_dot[r] + b * s.eval.Phi[r] : 0.5 * a * s.eval.Phi_dot[r];
  }
  double fastest_rate(double h) const override {
    const double a = 0.5 * alpha(h), b = beta(h), under_root = a * a - b;
    return under_root > 0 ? a + std::sqrt(under_root) : std::sqrt(b);
  }
  std::string gains(double h) const override {
    return fmt::format("baumgarte_alpha = {:.4g} 1/s and baumgarte_beta = {:.4g} 1/s^2", alpha(h), beta(h));
  }

 private:
  double alpha(double h) const { return alpha_ ? *alpha_ : beta_ ? 2 * std::sqrt(*beta_) : 2 * matched_ / h; }
  double beta(double h) const {
    return beta_ ? *beta_ : alpha_ ? 0.25 * *alpha_ * *alpha_ : matched_ * matched_ / (h * h);
  }
  std::optional<double> alpha_, beta_;
  double matched_;
};

// Feedback along the gradients of the violations: q' = v - g R^-1 C^+ Phi, and G v' = -bias - g Phi'. The gradients are
// taken in the metric in which each violation decays with the rate g whatever its units; for a single constraint of unit
// gradient, as in [Yoon] example 1, this is the plain gradient of Phi^2 with rho = g/2.
class GradientFeedback final : public Stabilization {
 public:
  GradientFeedback(const ExplicitOptions& o, double matched) : gain_(o.gradient_gain), matched_(matched) {}

  unsigned parts() const override { return kPosition | kVelocity; }
  bool depends_on_step() const override { return !gain_; }
  int highest_order() const override { return depends_on_step() ? 2 : 100; }
  bool correct_velocity(Stage& s, ConstrainedSolver& solver, const Layout&, bool) override {
    s.Mx.setZero(s.q.size());
    s.c = -gain(s.h) * s.eval.Phi;
    solver.solve(s.Mx, s.c, s.x, s.l);
    s.q_dot += s.x;
    return false;
  }
  void add_feedback(Stage& s, const Layout&, bool) override { s.c -= gain(s.h) * s.eval.Phi_dot; }
  double fastest_rate(double h) const override { return gain(h); }
  std::string gains(double h) const override { return fmt::format("gradient_gain = {:.4g} 1/s", gain(h)); }

 private:
  double gain(double h) const { return gain_ ? *gain_ : matched_ / h; }
  std::optional<double> gain_;
  double matched_;
};

// [Braun2012] eqs. (16), (17) with Delta_q = Phi/h and Delta_v = Phi'/h taken at the start of the step and held: evaluated
// anew in each stage they would reduce the order to two. Rows of velocities have no part in the correction of positions;
// the correction is kept orthogonal to them as well, so that one factorization serves both equations.
class BraunHold final : public Stabilization {
 public:
  unsigned parts() const override { return kVelocity; }
  bool holds_terms() const override { return true; }
  bool depends_on_step() const override { return true; }
  void begin_step(const Stage& s, const Layout&) override {
    Delta_q_ = s.eval.Phi / s.h;
    Delta_v_ = s.eval.Phi_dot / s.h;
  }
  bool correct_velocity(Stage& s, ConstrainedSolver& solver, const Layout& layout, bool held) override {
    s.Mx.setZero(s.q.size());
    s.c.resize(layout.rows());
    for (int r = 0; r < layout.rows(); ++r)
      s.c[r] = layout.row(r).holonomic ? -s.eval.Phi_dot[r] - (held ? Delta_q_[r] : 0.0) : 0.0;
    solver.solve(s.Mx, s.c, s.x, s.l);
    s.q_dot += s.x;
    return true;  // b_qv is taken with the corrected velocity
  }
  void add_feedback(Stage& s, const Layout&, bool held) override {
    if (held) s.c -= Delta_v_;
  }

 private:
  Vector Delta_q_, Delta_v_;
};

struct StabilizationEntry {
  const char* name;
  std::function<std::unique_ptr<Stabilization>(const ExplicitOptions&, double)> make;
};

const std::vector<StabilizationEntry>& stabilizations() {
  static const std::vector<StabilizationEntry> all = {
      {"none", [](const auto&, double) { return std::make_unique<Stabilization>(); }},
      {"baumgarte", [](const auto& o, double matched) { return std::make_unique<Baumgarte>(o, matched); }},
      {"gradient_feedback",
       [](const auto& o, double matched) { return std::make_unique<GradientFeedback>(o, matched); }},
      {"braun",
       [](const auto& o, double) -> std::unique_ptr<Stabilization> {
         if (o.post) return std::make_unique<Stabilization>();  // see step_correction.h
         return std::make_unique<BraunHold>();
       }},
  };
  return all;
}

}  // namespace

std::unique_ptr<Stabilization> make_stabilization(const ExplicitOptions& options, double matched) {
  for (const auto& e : stabilizations())
    if (options.stabilization == e.name) return e.make(options, matched);
  return nullptr;
}

std::vector<std::string> stabilization_names() {
  std::vector<std::string> names;
  for (const auto& e : stabilizations()) names.emplace_back(e.name);
  return names;
}

}  // namespace invar
