// An integrator of your own, added to the catalogs: semi-implicit Euler on the accelerations of the index-1 equations. A file
// that names it runs with the catalogs it was loaded with, and gets a certificate like any other method.
// Run: own_integrator
#include <invar/invar.h>

#include <cstdio>
#include <iostream>

using namespace invar;

class SemiImplicitEuler final : public Integrator {
 public:
  explicit SemiImplicitEuler(const MechanicalSystem& system) : solver_(system) {}
  Traits traits() const override { return {.order = 1, .is_implicit = false}; }
  void reset() override { solver_.reset(); }
  StepReport step(const State& s0, double h, State& s1) override {
    StepReport report;
    if (!solver_.solve(s0, a_, lambda_)) {
      report.status = {StatusCode::kSingular, "while computing accelerations"};
      return report;
    }
    s1 = s0;
    s1.t = s0.t + h;
    s1.v = s0.v + h * a_;
    s1.q = s0.q + h * s1.v;
    return report;
  }
  const Vector& lambda() const override { return lambda_; }

 private:
  AccelerationSolver solver_;
  Vector a_, lambda_;
};

int main() {
  MethodType type;
  type.name = "semi_implicit_euler";
  type.doc = "semi-implicit Euler, for comparison";
  type.make = [](const MechanicalSystem& system, const Params&) -> std::unique_ptr<Integrator> {
    return std::make_unique<SemiImplicitEuler>(system);
  };
  Catalogs mine = Catalogs::built_in();
  add_method(mine, type);
  const auto model = load_model_text(R"(
model: oscillator
bodies: {x: {type: coordinate, inertia: 1, value: 1}}
forces: {spring: {type: potential, energy: 0.5*x^2}}
method: {name: semi_implicit_euler, step: 0.001, end: 10}
)",
                                     "oscillator.yaml", {}, mine);
  const RunResult result = run(*model, {}, {});
  print_readable(result.certificate, std::cout, false);
  return result.report.status.ok() ? 0 : 3;
}
