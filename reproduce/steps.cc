#include "reproduce/steps.h"

#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"

namespace invar::reproduce {

namespace {

class Keeper final : public StepObserver {
 public:
  explicit Keeper(Steps& into) : into_(into) {}
  Status start(const State& s) override {
    keep(s, {}, 0);
    return {};
  }
  Status step(const State&, const State& s1, const StepReport& r, const Vector& lambda) override {
    keep(s1, lambda, r.dissipated_numerical);
    return {};
  }

 private:
  void keep(const State& s, const Vector& lambda, double dissipated) {
    into_.t.push_back(s.t);
    into_.states.push_back(s);
    into_.lambda.push_back(lambda);
    into_.dissipated.push_back(dissipated);
  }

  Steps& into_;
};

}  // namespace

Steps::Steps(const std::string& model, const Settings& settings)
    : model_(load(model, settings)), system_(std::make_unique<AssembledSystem>(model_->assembly)) {
  State start = model_->initial;
  solve_initial_conditions(*system_, start);
  const MethodType& type = method_types().at(settings.method);
  const Params params(SpecNode::make_map(settings.options, "--option", "options"), type.schema);
  SimulationOptions options;
  options.step = settings.step;
  options.t_end = settings.end;
  options.max_divisions = 0;  // a step that fails is a result here
  Keeper keeper(*this);
  report = simulate([&] { return type.make(*system_, params); }, start, options, keeper);
}

std::vector<double> Steps::energy() const {
  std::vector<double> values;
  PointEval eval;
  const Vector none = Vector::Zero(system_->rows());
  for (const State& s : states) {
    system_->eval(s, none, kEnergy, eval);
    values.push_back(eval.T + eval.U);
  }
  return values;
}

std::vector<double> Steps::position_norm() const {
  std::vector<double> values;
  PointEval eval;
  const Vector none = Vector::Zero(system_->rows());
  for (const State& s : states) {
    system_->eval(s, none, kPosition, eval);
    values.push_back(eval.Phi.norm());
  }
  return values;
}

std::vector<double> Steps::velocity_norm() const {
  std::vector<double> values;
  PointEval eval;
  const Vector none = Vector::Zero(system_->rows());
  for (const State& s : states) {
    system_->eval(s, none, kVelocity, eval);
    values.push_back(eval.Phi_dot.norm());
  }
  return values;
}

std::vector<double> Steps::acceleration_norm(const std::vector<Vector>& a) const {
  std::vector<double> values;
  PointEval eval;
  const Vector none = Vector::Zero(system_->rows());
  for (size_t i = 0; i < a.size(); ++i) {
    const State& s = states[i];
    system_->eval(s, none, kVelocity | kBias, eval);
    Vector residual = eval.bias;
    add_product(system_->G_pattern(), eval.G, a[i], residual);
    values.push_back(residual.norm());
  }
  return values;
}

Matrix Steps::mass(const State& s) const {
  const Vector mass = calc_mass(*system_, s);
  const SparsePattern& pattern = system_->K_pattern();
  Matrix M = Matrix::Zero(pattern.rows, pattern.cols);
  for (int i = 0; i < pattern.rows; ++i)
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) M(i, pattern.index[k]) = mass[k];
  return M;
}

Vector Steps::acceleration(const State& s, const Vector& multipliers) const {
  PointEval eval;
  system_->eval(s, multipliers, kForces | kVelocity, eval);
  Vector f = eval.Q - eval.U_q;
  const Vector minus = -multipliers;
  add_transpose_product(system_->G_pattern(), eval.G, minus, f);
  return mass(s).ldlt().solve(f);
}

Vector Steps::projected_acceleration(const State& s, const Vector& a) const {
  PointEval eval;
  system_->eval(s, Vector::Zero(system_->rows()), kVelocity | kBias, eval);
  const SparsePattern& pattern = system_->G_pattern();
  Matrix G = Matrix::Zero(pattern.rows, pattern.cols);
  for (int i = 0; i < pattern.rows; ++i)
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) G(i, pattern.index[k]) = eval.G[k];
  const Matrix R = mass(s).ldlt().solve(G.transpose());  // M^-1 G^T
  return a - R * (G * R).completeOrthogonalDecomposition().solve(Vector(G * a + eval.bias));
}

Vector Steps::consistent_acceleration(const State& s) const {
  AccelerationSolver solver(*system_);
  Vector a, multipliers;
  solver.solve(s, a, multipliers);
  return a;
}

}  // namespace invar::reproduce
