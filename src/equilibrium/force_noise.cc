#include "invar/equilibrium/force_noise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace invar {

namespace {

constexpr int kForceSamples = 4;
constexpr double kForceScatter = 4;   // bound over the largest of the samples
constexpr double kForceRounding = 2;  // units in the last place of each term of the sum
constexpr double kLastPlace = std::numeric_limits<double>::epsilon();

}  // namespace

namespace {

// `changes`: of each coordinate.
double calc_scatter(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor, const Vector& d,
                    const Vector& changes) {
  EquilibriumEval eval;
  problem.eval(q, lambda, factor, kBalance, eval);
  const double value = eval.r.dot(d);
  const double terms = (eval.f.cwiseAbs() + (eval.r - eval.f).cwiseAbs()).dot(d.cwiseAbs());
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double scatter = 0;
  for (int k = 0; k < kForceSamples; ++k) {
    Vector near = q;
    for (int i = 0; i < near.size(); ++i) near[i] += kLastPlace * changes[i] * uniform(random);
    problem.eval(near, lambda, factor, kBalance, eval);
    scatter = std::max(scatter, std::abs(eval.r.dot(d) - value));
  }
  return kForceScatter * scatter + kForceRounding * kLastPlace * terms;
}

}  // namespace

double calc_force_noise(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor, const Vector& d) {
  return calc_scatter(problem, q, lambda, factor, d, q.cwiseAbs());
}

Vector calc_place_noise(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor, const Vector& d) {
  EquilibriumEval eval;
  problem.eval(q, lambda, factor, kTangentMatrix, eval);
  Vector Kd = Vector::Zero(d.size());
  add_product(problem.system().K_pattern(), eval.K, d, Kd);
  const double curvature = d.dot(Kd);
  if (!(curvature > 0)) return Vector::Zero(d.size());
  const Vector sizes = q.cwiseAbs().cwiseMax(problem.limits());
  return calc_scatter(problem, q, lambda, factor, d, sizes) / curvature * d;
}

}  // namespace invar
