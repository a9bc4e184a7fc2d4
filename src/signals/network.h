// SignalNetwork: formulas that read sensors, the time, inputs, internal variables and each other, in the order in which they can be
// evaluated, and their exact derivatives by the chain rule:
//
//   (N1)  y_i = f_i(t, s, r, z, u, y_1, ..., y_(i-1)),     dy_i/dx = f_x + sum over k < i of f_k dy_k/dx,   x = (s, r, z)
//
// s are values of sensors, r rates and turns (signals/sensors.h), z internal variables with z_k' = y_(rate of k), u inputs.
#pragma once

#include <string>
#include <vector>

#include "invar/core/layout.h"
#include "invar/core/local_matrix.h"
#include "invar/functions/break.h"
#include "invar/functions/expression.h"

namespace invar {

struct SignalSource {
  enum Kind { kTime, kValue, kRate, kTurn, kInternal, kInput, kSignal };
  Kind kind = kTime;
  int index = 0;  // of the sensor, the turn, the internal variable, the input or the signal
};

struct SignalFormula {
  std::string name;
  Expression expression;
  std::vector<SignalSource> sources;  // in the order of its variables
};

class SignalNetwork final : public BreakSource {
 public:
  // Index of the signal.
  int add(SignalFormula formula);
  // Index of the internal variable, which begins with `start`.
  int add_internal(VariableInfo info, double start);
  // z' of an internal variable; its stored energy is factor z^2/2.
  void set_rate(int internal, int signal) { rates_[static_cast<std::size_t>(internal)] = signal; }
  void set_energy(int internal, double factor) { energies_[static_cast<std::size_t>(internal)] = factor; }
  // All inputs that formulas may read; the network is evaluated with the values of all of them.
  void set_inputs(std::vector<VariableInfo> infos) { inputs_ = std::move(infos); }

  int signals() const { return static_cast<int>(formulas_.size()); }
  int internals() const { return static_cast<int>(internals_.size()); }
  const std::vector<VariableInfo>& internal_infos() const { return internals_; }
  const std::vector<VariableInfo>& input_infos() const { return inputs_; }
  double start(int internal) const { return starts_[static_cast<std::size_t>(internal)]; }
  int rate(int internal) const { return rates_[static_cast<std::size_t>(internal)]; }
  double energy(int internal) const { return energies_[static_cast<std::size_t>(internal)]; }
  bool has_energy() const;
  // The internal variable passes a step by the implicit Euler rule (SignalTerm (G4)).
  void set_implicit(int internal) { is_implicit_[static_cast<std::size_t>(internal)] = true; }
  bool is_implicit(int internal) const { return is_implicit_[static_cast<std::size_t>(internal)]; }
  // Internal variables may be much faster than steps (SignalTerm (G3)).
  void set_stiff() { is_stiff_ = true; }
  bool is_stiff() const { return is_stiff_; }
  bool reads_rates() const;  // of sensors, or turns

  // Values of what formulas read, but for other formulas.
  struct Point {
    double t = 0;
    VecView s, r, turns, z, u;
  };
  void calc(const Point& at, VecOut y) const;
  // y and dy/dx, x = (s, r, turns, z).
  void calc(const Point& at, VecOut y, MatOut y_x) const;
  // y and its rate along the motion, where what formulas read changes as `rate` says (rate.t is 1, inputs do not change).
  void calc_along(const Point& at, const Point& rate, VecOut y, VecOut y_dot) const;

  // Cases that time alone decides; network_cases.cc.
  bool has_breaks() const override { return has_cases_of_time_; }
  std::optional<Break> next_break(double t, double end) const override;

  static constexpr int kMostVariables = 24;  // of one formula
  static constexpr int kMostSignals = kMaxLocal;

 private:
  bool find_cases_of_time() const;
  void calc_in_case(const Point& at, double inside, VecOut y, MatOut* y_x) const;
  bool keeps_cases(double a, double b) const;
  static void gather(const SignalFormula& f, const Point& at, const double* y, double* x);

  std::vector<SignalFormula> formulas_;
  std::vector<VariableInfo> internals_, inputs_;
  std::vector<double> starts_, energies_;
  std::vector<int> rates_;
  std::vector<bool> is_implicit_;
  bool is_stiff_ = false, has_cases_of_time_ = false;
};

}  // namespace invar
