#include "invar/equilibrium/arc_length.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace invar {

namespace {

constexpr int kWantedIterations = 9;  // beams take 6 to 8 whatever the step
constexpr double kShortest = 1e-7;

class ArcFollower {
 public:
  ArcFollower(EquilibriumProblem& problem, const ArcLengthOptions& options)
      : problem_(problem),
        options_(options),
        kkt_(make_kkt_solver(problem.system(), KktForm::kReduced, Pivots::kGeneral)) {}

  StaticReport solve(const State& start) {
    EquilibriumIterate x;
    report_.method = "arc length";
    report_.status = begin_equilibrium(problem_, start, x);
    if (!report_.status.ok()) return report_;
    scale_.setConstant(x.q.size(), 1.0);
    for (int i = 0; i < x.q.size(); ++i) scale_[i] = problem_.step_measure(Vector::Unit(x.q.size(), i));
    EquilibriumNewton newton(problem_);
    NewtonOptions newton_options{options_.static_options.tolerance, options_.static_options.max_iterations, {}};
    report_.status = newton.solve(options_.from, newton_options, x);
    if (!report_.status.ok()) {
      report_.status.detail =
          fmt::format("at the load factor {:g} to begin with: {}", options_.from, report_.status.detail);
      finish_report(problem_, x, options_.from, report_);
      return report_;
    }
    note(x, options_.from);
    follow(x, newton, newton_options);
    return report_;
  }

 private:
  double dot(const Vector& a, const Vector& b) const {
    return (a.array() * b.array() * scale_.array().square()).sum() / static_cast<double>(a.size());
  }

  // Change of (q, lambda) with the load factor at a point.
  bool tangent(const EquilibriumIterate& x, double factor, Vector& q_s, Vector& l_s) {
    problem_.eval(x.q, x.lambda, factor, kBalance | kTangentMatrix, eval_);
    calc_regularization(problem_.system(), eval_.K, eval_.G, kRegularization, eps_);
    ++report_.factorizations;
    if (!kkt_->factor(eval_.K, eval_.G, eval_.G, eps_)) return false;
    problem_.calc_load(x.q, load_);
    kkt_->solve(load_, zero_rows(), q_s, l_s);
    return q_s.allFinite();
  }

  const Vector& zero_rows() {
    zero_.setZero(problem_.system().rows());
    return zero_;
  }

  void follow(EquilibriumIterate& x, EquilibriumNewton& newton, const NewtonOptions& newton_options) {
    double factor = options_.from, length = options_.step;
    Vector q_s, l_s, last_step;
    double last_ds = options_.to - options_.from;  // sense of the first step
    int turn = 0;                                  // sign of ds of the last step
    for (int step = 0; step < options_.max_steps; ++step) {
      if (options_.static_options.interrupted && options_.static_options.interrupted())
        return end({StatusCode::kInterrupted, ""}, x, factor);
      if (!tangent(x, factor, q_s, l_s)) return end({StatusCode::kSingular, "on the path"}, x, factor);
      // Sense: go on in the direction of the last step; in the space of coordinates, so that limit points are passed.
      double sign = last_ds >= 0 ? 1 : -1;
      if (last_step.size()) sign = dot(q_s, last_step) >= 0 ? 1 : -1;
      EquilibriumIterate next;
      double next_factor = factor;
      int iterations = 0;
      Status status{StatusCode::kNotConverged, ""};
      for (;; length *= 0.5) {
        if (length < kShortest) return end(status, x, factor);
        const double ds = sign * length / std::max(problem_.step_measure(q_s), length / 0.5);
        next = x;
        status = correct(q_s, l_s, ds, factor, next, next_factor, iterations);
        if (status.ok() && problem_.step_measure(next.q - x.q) < 3 * length + 1e-9) break;
        if (status.ok()) status = {StatusCode::kNotConverged, "the corrector left the path"};
        ++report_.cuts;
      }
      // The end of the path lies between the two points: fix the factor there.
      const double to = options_.to;
      if (!options_.pass && (factor - to) * (next_factor - to) <= 0 && factor != next_factor) {
        EquilibriumIterate last = next;
        const double share = (to - factor) / (next_factor - factor);
        last.q = x.q + share * (next.q - x.q);
        last.lambda = x.lambda + share * (next.lambda - x.lambda);
        if (newton.solve(to, newton_options, last).ok() &&
            problem_.step_measure(last.q - x.q) < 3 * problem_.step_measure(next.q - x.q)) {
          check_turn(turn, to - factor);
          note(last, to);
          return end({}, last, to);
        }
      }
      check_turn(turn, next_factor - factor);
      last_step = next.q - x.q;
      last_ds = next_factor - factor;
      x = next;
      factor = next_factor;
      note(x, factor);
      if (options_.static_options.progress) options_.static_options.progress(factor, step, x.residual);
      if (factor < options_.least || factor > options_.most) return end({}, x, factor);
      length = std::min(options_.longest, length * std::sqrt(kWantedIterations / std::max(1.0, 1.0 * iterations)));
    }
    if (options_.pass) return end({}, x, factor);
    end({StatusCode::kNotConverged, fmt::format("{} steps along the path did not reach it", options_.max_steps)}, x,
        factor);
  }

  Status correct(const Vector& q_s, const Vector& l_s, double ds, double factor0, EquilibriumIterate& x, double& factor,
                 int& iterations) {
    const Vector t = ds * q_s;
    factor = factor0 + ds;
    x.q += t;
    x.lambda += ds * l_s;
    const double t_s = ds, norm = std::max(dot(t, t), 1e-300);
    Vector a_q, a_l, b_q, b_l, step = t;
    for (iterations = 1; iterations <= options_.static_options.max_iterations; ++iterations) {
      problem_.eval(x.q, x.lambda, factor, kBalance | kTangentMatrix, eval_);
      note_residual(problem_, eval_, x);
      if (!std::isfinite(x.residual)) return {StatusCode::kNotFinite, "on the path"};
      if (is_balanced(problem_, x, options_.static_options.tolerance)) return {};
      if (iterations > 1) problem_.add_stress_update(step, eval_.K);
      calc_regularization(problem_.system(), eval_.K, eval_.G, kRegularization, eps_);
      ++report_.factorizations;
      ++x.iterations;
      if (!kkt_->factor(eval_.K, eval_.G, eval_.G, eps_)) return {StatusCode::kSingular, "on the path"};
      kkt_->solve(eval_.r, eval_.Phi, a_q, a_l);
      problem_.calc_load(x.q, load_);
      kkt_->solve(load_, zero_rows(), b_q, b_l);
      // Normal to the predictor; the load factor counts as much as the coordinates.
      const double weight = norm / (t_s * t_s);
      const double below = dot(t, b_q) + weight * t_s;
      const double d = below != 0 ? -dot(t, a_q) / below : 0;
      step = a_q + d * b_q;
      const double measure = problem_.step_measure(step);
      if (!(measure < 1)) return {StatusCode::kNotConverged, "the corrector runs away"};
      x.q += step;
      x.lambda += a_l + d * b_l;
      factor += d;
    }
    return {StatusCode::kNotConverged,
            fmt::format("after {} iterations: {}", iterations, describe_residual(problem_, x.q, x.lambda, factor))};
  }

  void check_turn(int& turn, double ds) {
    const int now = ds > 0 ? 1 : -1;
    if (turn != 0 && now != turn) report_.limit_points.push_back(static_cast<int>(report_.path.size()) - 1);
    turn = now;
  }

  void note(const EquilibriumIterate& x, double factor) {
    StabilityReport stability;
    const AssembledSystem& system = problem_.system();
    if (system.coordinates() - system.rows() <= 150) stability = find_stability(problem_, x.q, x.lambda, factor);
    report_.path.push_back({factor, x.q, x.lambda, x.residual, x.iterations, stability});
  }

  void end(Status status, const EquilibriumIterate& x, double factor) {
    if (!status.ok()) status.detail = fmt::format("load factor {:.6g} reached: {}", factor, status.detail);
    report_.status = std::move(status);
    const int factorizations = report_.factorizations;
    finish_report(problem_, x, factor, report_);
    report_.factorizations = factorizations;
    report_.point.stability = find_stability(problem_, x.q, x.lambda, factor);
  }

  EquilibriumProblem& problem_;
  const ArcLengthOptions& options_;
  std::unique_ptr<KktSolver> kkt_;
  EquilibriumEval eval_;
  Vector scale_, eps_, load_, zero_;
  StaticReport report_;
};

}  // namespace

double calc_limit_factor(const std::vector<LoadPoint>& path, int i) {
  if (i < 1 || i + 1 >= static_cast<int>(path.size())) return path[i].factor;
  const double x0 = -(path[i].q - path[i - 1].q).norm(), x1 = (path[i + 1].q - path[i].q).norm();
  const double d0 = (path[i - 1].factor - path[i].factor) / x0, d1 = (path[i + 1].factor - path[i].factor) / x1;
  const double curvature = (d1 - d0) / (x1 - x0), slope = d0 - curvature * x0;  // y = slope x + curvature x^2
  return curvature != 0 ? path[i].factor - 0.25 * slope * slope / curvature : path[i].factor;
}

StaticReport follow_arc(EquilibriumProblem& problem, const State& start, const ArcLengthOptions& options) {
  return ArcFollower(problem, options).solve(start);
}

}  // namespace invar
