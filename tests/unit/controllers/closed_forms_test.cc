// Controllers that need no mechanism, on inputs over time, against closed forms. `explicit` with dop853 integrates their states to
// rounding; the closed forms are second derivations of what the types say.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "benchmarks/matrix_exponential.h"
#include "benchmarks/model_run.h"

namespace invar::benchmarks {
namespace {

// Something must move: a ball that nobody looks at.
RecordedRun run_controller(const std::string& controllers, const std::string& outputs, double end = 2) {
  const std::string end_text = std::to_string(end);
  return run_text("bodies: {ball: {type: point_mass, mass: 1, position: [0, 0, 0]}}\ncontrollers:\n" + controllers +
                  "\noutputs: [" + outputs + "]\nmethod: {name: explicit, step: 0.01, end: " + end_text +
                  ", options: {integrator: rk4}}\n");
}

// The order of rk4 with a step of 0.01 leaves errors of some 1e-8 times fifth derivatives.
constexpr double kClose = 1e-7;

TEST(Controllers, lag_answers_a_step_and_a_ramp) {
  const RecordedRun run = run_controller(
      "  a: {type: lag, input: 3, time: 0.4, gain: 2, start: 1}\n  b: {type: lag, input: t, time: 0.5}\n",
      "a.output, b.output");
  EXPECT_LT(max_error(run, "a.output", [](double t) { return 6 - 5 * std::exp(-t / 0.4); }), kClose);
  EXPECT_LT(max_error(run, "b.output", [](double t) { return t - 0.5 * (1 - std::exp(-t / 0.5)); }), kClose);
}

// G = (s + 3)/(s^2 + 0.8 s + 4): a step answers with the residues of G/s.
TEST(Controllers, transfer_function_answers_a_step) {
  const RecordedRun run = run_controller(
      "  g: {type: transfer_function, input: 1, numerator: [2, 6], denominator: [2, 1.6, 8]}\n", "g.output");
  const std::complex<double> p(-0.4, std::sqrt(4 - 0.16));
  const auto exact = [&](double t) {
    const std::complex<double> residue = (p + 3.0) / (p * (p - std::conj(p)));
    return 0.75 + 2 * (residue * std::exp(p * t)).real();
  };
  EXPECT_LT(max_error(run, "g.output", exact), kClose);
}

// In the steady state a sine goes through with |G| and arg G, also where numerator and denominator have the same degree.
TEST(Controllers, transfer_function_passes_a_sine_with_its_gain_and_phase) {
  const RecordedRun run = run_controller(
      "  g: {type: transfer_function, input: sin(3*t), numerator: [1, 0.5, 4], denominator: [1, 8, 15]}\n", "g.output",
      12);
  const std::complex<double> s(0, 3), G = (s * s + 0.5 * s + 4.0) / (s * s + 8.0 * s + 15.0);
  double worst = 0;
  for (size_t i = 0; i < run.rows.size(); ++i)
    if (const double t = run.t(i); t > 8)  // the slow pole has left exp(-24)
      worst = std::max(worst, std::abs(run.at(i, "g.output") - (G * std::exp(s * t)).imag()));
  EXPECT_LT(worst, kClose);
}

TEST(Controllers, state_space_follows_the_matrix_exponential) {
  const RecordedRun run = run_controller(
      "  c: {type: state_space, inputs: [1, 0.5], A: [[0, 1, 0], [-2, -0.3, 1], [0.1, 0, -1]], B: [[0, 0], [1, 0], [0, "
      "2]], "
      "C: [[1, 0, 0], [0, 1, 1]], D: [[0, 0], [3, 0]], start: [0.2, -0.1, 0]}\n",
      "c.y1, c.y2, c.x3");
  Matrix A = Matrix::Zero(4, 4);
  A << 0, 1, 0, 0, -2, -0.3, 1, 1, 0.1, 0, -1, 1, 0, 0, 0, 0;
  const auto x = [&](double t) { return Vector(calc_exponential(A, t) * Eigen::Vector4d(0.2, -0.1, 0, 1)); };
  EXPECT_LT(max_error(run, "c.y1", [&](double t) { return x(t)[0]; }), kClose);
  EXPECT_LT(max_error(run, "c.y2", [&](double t) { return x(t)[1] + x(t)[2] + 3; }), kClose);
}

// The approximation of order n passes exp(i w t) with the right phase up to w T of about n.
TEST(Controllers, delay_shifts_a_slow_sine_by_its_time) {
  const RecordedRun run = run_controller("  d: {type: delay, input: sin(2*t), time: 0.5, order: 5}\n", "d.output", 6);
  double worst = 0;
  for (size_t i = 0; i < run.rows.size(); ++i)
    if (const double t = run.t(i); t > 3)
      worst = std::max(worst, std::abs(run.at(i, "d.output") - std::sin(2 * (t - 0.5))));
  EXPECT_LT(worst, 1e-6);
}

TEST(Controllers, equations_follow_a_nonlinear_system_of_their_own) {
  // Logistic growth x' = x (1 - x) and its logarithm, from x = 0.1.
  const RecordedRun run = run_controller(
      "  e: {type: equations, states: {x: {start: 0.1, rate: x*free}}, signals: {free: 1 - x, output: ln(x/free)}}\n",
      "e.x, e.output, e.free");
  EXPECT_LT(max_error(run, "e.x", [](double t) { return 1 / (1 + 9 * std::exp(-t)); }), kClose);
  EXPECT_LT(max_error(run, "e.output", [](double t) { return t - std::log(9.0); }), kClose);
}

// Without limits the three parts add up; the derivative is that of a lag.
TEST(Controllers, pid_adds_its_three_parts) {
  const RecordedRun run = run_controller("  c: {type: pid, input: t^2, kp: 3, ki: 2, kd: 5, filter: 0.2}\n",
                                         "c.output, c.integral, c.derivative");
  const auto derivative = [](double t) { return 2 * t - 0.4 * (1 - std::exp(-t / 0.2)); };  // lag of 2 t
  EXPECT_LT(max_error(run, "c.integral", [](double t) { return t * t * t / 3; }), kClose);
  EXPECT_LT(max_error(run, "c.derivative", derivative), kClose);
  EXPECT_LT(max_error(run, "c.output", [&](double t) { return 3 * t * t + 2 * t * t * t / 3 + 5 * derivative(t); }),
            1e-6);
}

// With the output at its limit the integral obeys i' = e + (u_max - kp e - ki i)/(ki T): a lag with time T towards
// (u_max - kp e)/ki + T e. Here it never leaves the limit.
TEST(Controllers, pid_at_its_limit_does_not_wind_up) {
  const RecordedRun run = run_controller("  c: {type: pid, input: 2, kp: 3, ki: 4, limits: [-1, 1], tracking: 0.25}\n",
                                         "c.output, c.integral", 3);
  const double goal = (1 - 3 * 2.0) / 4 + 0.25 * 2;
  EXPECT_LT(max_error(run, "c.integral", [&](double t) { return goal * (1 - std::exp(-t / 0.25)); }), kClose);
  EXPECT_LT(max_error(run, "c.output", [](double) { return 1.0; }), 1e-15);
}

// x = sin(pi t/2): y = tanh(x/r) up to the reversal at t = 1; then straight back to zero, and on along the other tanh. The reversal at
// t = 3 again goes straight.
TEST(Controllers, hysteresis_follows_its_branches) {
  const double r = 0.5, top = std::tanh(1 / r), zero = 1 - r * top, bottom = -std::tanh((zero + 1) / r);
  const auto exact = [&](double t) {
    const double x = std::sin(M_PI / 2 * t);
    if (t <= 1) return std::tanh(x / r);
    if (t <= 3) return x > zero ? top - (1 - x) / r : -std::tanh((zero - x) / r);
    return bottom + (x + 1) / r;
  };
  const RecordedRun run =
      run_controller("  y: {type: hysteresis, rate: pi/2*cos(pi/2*t), travel: 0.5, sharpness: 2}\n", "y.output", 3.2);
  EXPECT_LT(max_error(run, "y.output", exact), 1e-6);
  // n = 1: exponential, whatever the speed.
  const RecordedRun one =
      run_controller("  y: {type: hysteresis, rate: 3*t^2, travel: 0.5, sharpness: 1}\n", "y.output", 1);
  EXPECT_LT(max_error(one, "y.output", [](double t) { return 1 - std::exp(-2 * t * t * t); }), kClose);
}

}  // namespace
}  // namespace invar::benchmarks
