#include "invar/nonholonomic/state_formula.h"

#include <algorithm>

namespace invar {

StateFormula::StateFormula(CoordinateReader& reader, const SpecNode& node) : StateFormula(reader.read(node, true)) {}

StateFormula::StateFormula(CoordinateReader::Formula formula)
    : formula_(std::move(formula.expression)), variables_(std::move(formula.variables)) {}

bool StateFormula::reads_rates() const {
  return std::any_of(variables_.begin(), variables_.end(), [](const auto& x) { return x.is_rate; });
}

StateFormula::Values StateFormula::gather(double t, Vec q, Vec v) const {
  const int n = static_cast<int>(variables_.size());
  Values x(n + 1);
  for (int i = 0; i < n; ++i) x[i] = variables_[i].is_rate ? v[variables_[i].local] : q[variables_[i].local];
  x[n] = t;
  return x;
}

Expression::Jet StateFormula::along(const Values& x, const Values& direction) const {
  return formula_.eval_jet(std::span<const double>(x.data(), x.size()),
                           std::span<const double>(direction.data(), direction.size()));
}

double StateFormula::value(double t, Vec q, Vec v) const {
  const Values x = gather(t, q, v);
  return formula_.eval(std::span<const double>(x.data(), x.size()));
}

double StateFormula::calc_t(double t, Vec q, Vec v) const {
  const Values x = gather(t, q, v);
  Values direction = Values::Zero(x.size());
  direction[x.size() - 1] = 1;
  return along(x, direction).first;
}

void StateFormula::add_gradient(double t, Vec q, Vec v, bool by_rate, VecOut out) const {
  const Values x = gather(t, q, v);
  Values direction = Values::Zero(x.size());
  for (int i = 0; i < static_cast<int>(variables_.size()); ++i) {
    if (variables_[i].is_rate != by_rate) continue;
    direction[i] = 1;
    out[variables_[i].local] += along(x, direction).first;
    direction[i] = 0;
  }
}

void StateFormula::add_second(double t, Vec q, Vec v, bool by_rate, double factor, MatOut K) const {
  const Values x = gather(t, q, v);
  const int n = static_cast<int>(variables_.size());
  Values direction = Values::Zero(x.size()), second(n);
  for (int i = 0; i < n; ++i) {
    direction[i] = 1;
    second[i] = along(x, direction).second;
    direction[i] = 0;
  }
  for (int i = 0; i < n; ++i) {
    if (!variables_[i].is_rate) continue;
    for (int j = 0; j < n; ++j) {
      if (variables_[j].is_rate != by_rate) continue;
      double mixed = second[i];
      if (i != j) {
        direction[i] = direction[j] = 1;
        mixed = 0.5 * (along(x, direction).second - second[i] - second[j]);
        direction[i] = direction[j] = 0;
      }
      K(variables_[i].local, variables_[j].local) += factor * mixed;
    }
  }
}

}  // namespace invar
