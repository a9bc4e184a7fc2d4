#include "invar/signals/network.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "invar/core/step_window.h"

namespace invar {

int SignalNetwork::add(SignalFormula formula) {
  formulas_.push_back(std::move(formula));
  has_cases_of_time_ = find_cases_of_time();
  return signals() - 1;
}

int SignalNetwork::add_internal(VariableInfo info, double start) {
  internals_.push_back(std::move(info));
  starts_.push_back(start);
  rates_.push_back(-1);
  energies_.push_back(0);
  is_implicit_.push_back(false);
  return internals() - 1;
}

bool SignalNetwork::has_energy() const {
  return std::any_of(energies_.begin(), energies_.end(), [](double factor) { return factor != 0; });
}

bool SignalNetwork::reads_rates() const {
  for (const SignalFormula& f : formulas_)
    for (const SignalSource& source : f.sources)
      if (source.kind == SignalSource::kRate || source.kind == SignalSource::kTurn) return true;
  return false;
}

void SignalNetwork::gather(const SignalFormula& f, const Point& at, const double* y, double* x) {
  for (std::size_t k = 0; k < f.sources.size(); ++k) {
    const int i = f.sources[k].index;
    switch (f.sources[k].kind) {
      case SignalSource::kTime:
        x[k] = at.t;
        break;
      case SignalSource::kValue:
        x[k] = at.s[i];
        break;
      case SignalSource::kRate:
        x[k] = at.r[i];
        break;
      case SignalSource::kTurn:
        x[k] = at.turns[i];
        break;
      case SignalSource::kInternal:
        x[k] = at.z[i];
        break;
      case SignalSource::kInput:
        x[k] = i < at.u.size() ? at.u[i] : 0.0;
        break;
      case SignalSource::kSignal:
        x[k] = y[i];
    }
  }
}

void SignalNetwork::calc(const Point& at, VecOut y) const {
  if (has_cases_of_time_)
    if (const auto inside = StepWindow::inside(at.t)) return calc_in_case(at, *inside, y, nullptr);
  std::array<double, kMostVariables> x;
  for (int i = 0; i < signals(); ++i) {
    const SignalFormula& f = formulas_[static_cast<std::size_t>(i)];
    gather(f, at, y.data(), x.data());
    y[i] = f.expression.eval({x.data(), f.sources.size()});
  }
}

void SignalNetwork::calc(const Point& at, VecOut y, MatOut y_x) const {
  if (has_cases_of_time_)
    if (const auto inside = StepWindow::inside(at.t)) return calc_in_case(at, *inside, y, &y_x);
  y_x.setZero();
  const int rates = static_cast<int>(at.s.size()), turns = rates + static_cast<int>(at.r.size()),
            internals = turns + static_cast<int>(at.turns.size());
  std::array<double, kMostVariables> x;
  std::array<double, kMostVariables> direction{};
  for (int i = 0; i < signals(); ++i) {
    const SignalFormula& f = formulas_[static_cast<std::size_t>(i)];
    const std::size_t count = f.sources.size();
    gather(f, at, y.data(), x.data());
    const auto value = [&] { return f.expression.eval({x.data(), count}); };
    y[i] = value();
    for (std::size_t k = 0; k < count; ++k) {
      const auto [kind, index] = f.sources[k];
      if (kind == SignalSource::kTime || kind == SignalSource::kInput) continue;
      direction[k] = 1;
      double slope = f.expression.eval_jet({x.data(), count}, {direction.data(), count}).first;
      direction[k] = 0;
      if (!std::isfinite(slope)) {  // no derivative, e.g. at the end of a case
        const double middle = x[k], step = 6e-6 * std::max(1.0, std::abs(middle));
        x[k] = middle + step;
        const double above = value();
        x[k] = middle - step;
        slope = (above - value()) / (2 * step);
        x[k] = middle;
      }
      if (slope == 0) continue;
      if (kind == SignalSource::kSignal) {
        y_x.row(i) += slope * y_x.row(index);
      } else {
        y_x(i, kind == SignalSource::kValue  ? index
               : kind == SignalSource::kRate ? rates + index
               : kind == SignalSource::kTurn ? turns + index
                                             : internals + index) += slope;
      }
    }
  }
}

void SignalNetwork::calc_along(const Point& at, const Point& rate, VecOut y, VecOut y_dot) const {
  std::array<double, kMostVariables> x, direction;
  for (int i = 0; i < signals(); ++i) {
    const SignalFormula& f = formulas_[static_cast<std::size_t>(i)];
    gather(f, at, y.data(), x.data());
    gather(f, rate, y_dot.data(), direction.data());
    const Expression::Jet jet =
        f.expression.eval_jet({x.data(), f.sources.size()}, {direction.data(), f.sources.size()});
    y[i] = jet.value;
    y_dot[i] = jet.first;
  }
}

}  // namespace invar
