#include "support/bench.h"

#include <time.h>

#include <cmath>
#include <stdexcept>

#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/solve/kkt.h"

namespace invar::bench {

double thread_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

namespace {

// Short runs are repeated for this long: the least of many times is what the machine can do when nothing disturbs it.
constexpr double kLeastSeconds = 1;

}  // namespace

double best_seconds(const std::function<void()>& work, int repeats) {
  double best = 1e300;
  for (int i = 0; i < repeats; ++i) {
    const double begin = thread_seconds();
    work();
    best = std::min(best, thread_seconds() - begin);
  }
  return best;
}

double fitted_exponent(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double u = std::log(x[i]), v = std::log(y[i]);
    n += 1, sx += u, sy += v, sxx += u * u, sxy += u * v;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

Bench::Bench(const std::string& model, const Overrides& parameters)
    : model_(load_model(INVAR_SOURCE_DIR "/models/" + model, parameters)),
      system_(std::make_unique<AssembledSystem>(model_->assembly)),
      start_(model_->initial) {
  if (!solve_initial_conditions(*system_, start_).status.ok()) throw std::runtime_error(model + " cannot be assembled");
}

Timed Bench::run(const std::string& method, const Overrides& options, double h, double t_end, int repeats) const {
  const MethodType& type = method_types().at(method);
  const SpecNode node = SpecNode::make_map(options, "options");
  Timed timed;
  const auto steps = static_cast<long long>(std::llround((t_end - start_.t) / h));
  PointEval eval;
  const Vector lambda = Vector::Zero(system_->rows());
  const auto energy = [&](const State& s) {
    system_->eval(s, lambda, kEnergy, eval);
    return eval.T + eval.U;
  };
  timed.seconds = 1e300;
  const double first = thread_seconds();
  for (int repeat = 0; repeat < repeats || thread_seconds() - first < kLeastSeconds; ++repeat) {
    const auto integrator = type.make(*system_, Params(node, type.schema));
    State s = start_, next;
    double work = 0, begin = 0;
    timed.steps = timed.iterations = timed.factorizations = 0;
    timed.ok = true;
    for (long long i = 0; i < steps && timed.ok; ++i) {
      if (i == 1) begin = thread_seconds();
      const StepReport report = integrator->step(s, h, next);
      timed.ok = report.status.ok();
      work += report.work_applied + report.work_drives - report.dissipated_physical;
      std::swap(s, next);
      if (i == 0) continue;
      timed.iterations += report.iterations;
      timed.factorizations += report.factorizations;
      ++timed.steps;
    }
    timed.seconds = std::min(timed.seconds, thread_seconds() - begin);
    timed.end = s;
    timed.energy_error = std::abs(energy(s) - energy(start_) - work);
  }
  return timed;
}

double Bench::factorization_seconds() const {
  const auto kkt = make_kkt_solver(*system_, KktForm::kReduced);
  PointEval eval;
  const Vector lambda = Vector::Zero(system_->rows());
  system_->eval(start_, lambda, kVelocity, eval);
  Vector eps, dq, dl;
  const Vector A = system_->M() + calc_mass_regularization(*system_), r = Vector::Ones(system_->coordinates()),
               c = Vector::Ones(system_->rows());
  calc_regularization(*system_, system_->M(), eval.G, kRegularization, eps);
  kkt->factor(A, eval.G, eval.G, eps);  // analysis and pivoting
  const int count = std::max(3, 200000 / (system_->coordinates() + system_->rows()));
  return best_seconds(
             [&] {
               for (int i = 0; i < count; ++i) {
                 kkt->factor(A, eval.G, eval.G, eps);
                 kkt->solve(r, c, dq, dl);
               }
             },
             3) /
         count;
}

}  // namespace invar::bench
