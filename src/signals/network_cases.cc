// What a network of formulas does at breaks of time: cases that are decided by time alone, at an instant inside the step
// (core/step_window.h), and where they change.
#include <array>
#include <cmath>

#include "invar/functions/first_change.h"
#include "invar/signals/network.h"

namespace invar {

namespace {

template <class Number>
using Signals = std::array<Number, SignalNetwork::kMostSignals>;

CasedValue other(double x) { return {{x, 0, 0}, x, false}; }

}  // namespace

// Formulas that read the time, or what depends on it, and have cases.
bool SignalNetwork::find_cases_of_time() const {
  std::vector<bool> reads_time(formulas_.size(), false);
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    for (const SignalSource& source : formulas_[i].sources)
      if (source.kind == SignalSource::kTime ||
          (source.kind == SignalSource::kSignal && reads_time[static_cast<std::size_t>(source.index)]))
        reads_time[i] = true;
    if (reads_time[i] && formulas_[i].expression.has_cases()) return true;
  }
  return false;
}

void SignalNetwork::calc_in_case(const Point& at, double inside, VecOut y, MatOut* y_x) const {
  if (y_x) y_x->setZero();
  const int rates = static_cast<int>(at.s.size()), turns = rates + static_cast<int>(at.r.size()),
            internals = turns + static_cast<int>(at.turns.size());
  Signals<CasedValue> known;
  std::array<double, kMostVariables> values;
  std::array<CasedValue, kMostVariables> x;
  for (int i = 0; i < signals(); ++i) {
    const SignalFormula& f = formulas_[static_cast<std::size_t>(i)];
    const std::size_t count = f.sources.size();
    gather(f, at, y.data(), values.data());
    for (std::size_t k = 0; k < count; ++k) {
      const auto [kind, index] = f.sources[k];
      x[k] = kind == SignalSource::kTime     ? CasedValue{{at.t, 0, 0}, inside, true}
             : kind == SignalSource::kSignal ? known[static_cast<std::size_t>(index)]
             : kind == SignalSource::kInput  ? CasedValue{{values[k], 0, 0}, values[k], true}
                                             : other(values[k]);
    }
    CasedValue& value = known[static_cast<std::size_t>(i)];
    value = f.expression.eval_in_case({x.data(), count});
    y[i] = value.at.value;
    for (std::size_t k = 0; k < count && y_x; ++k) {
      const auto [kind, index] = f.sources[k];
      if (kind == SignalSource::kTime || kind == SignalSource::kInput) continue;
      x[k].at.first = 1;
      double slope = f.expression.eval_in_case({x.data(), count}).at.first;
      x[k].at.first = 0;
      if (!std::isfinite(slope)) slope = 0;  // where a state stands exactly on the limit of a case
      if (slope == 0) continue;
      if (kind == SignalSource::kSignal) {
        y_x->row(i) += slope * y_x->row(index);
      } else {
        (*y_x)(i, kind == SignalSource::kValue  ? index
                  : kind == SignalSource::kRate ? rates + index
                  : kind == SignalSource::kTurn ? turns + index
                                                : internals + index) += slope;
      }
    }
  }
}

bool SignalNetwork::keeps_cases(double a, double b) const {
  Signals<TimedInterval> known;
  std::array<TimedInterval, kMostVariables> x;
  bool keeps = true;
  for (std::size_t i = 0; i < formulas_.size() && keeps; ++i) {
    const SignalFormula& f = formulas_[i];
    for (std::size_t k = 0; k < f.sources.size(); ++k) {
      const auto [kind, index] = f.sources[k];
      x[k] = kind == SignalSource::kTime     ? TimedInterval{a, b, true}
             : kind == SignalSource::kSignal ? known[static_cast<std::size_t>(index)]
                                             : TimedInterval{0, 0, false};
    }
    known[i] = f.expression.eval_timed({x.data(), f.sources.size()}, keeps);
  }
  return keeps;
}

// What jumps depends on the state: all that is known is that something may.
std::optional<Break> SignalNetwork::next_break(double t, double end) const {
  const auto keeps = [this](double a, double b) { return keeps_cases(a, b); };
  const FirstChange change(keeps, t, end);
  if (change.place()) return Break{*change.place(), 0};
  return change.given_up() ? std::optional<Break>({end, 0, true}) : std::nullopt;
}

}  // namespace invar
