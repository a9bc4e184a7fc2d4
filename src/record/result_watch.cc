#include "invar/record/result_watch.h"

#include <cmath>

namespace invar {

// Between two instants the value is taken as a straight line: the integral of its square is (a^2 + a b + b^2)/3.
void ResultWatch::Sums::look(double t, double value) {
  if (!begun) {
    begun = true;
    t_first = t_last = t_least = t_largest = t;
    last = least = largest = value;
    return;
  }
  const double h = t - t_last;
  integral += 0.5 * h * (last + value);
  square += h * (last * last + last * value + value * value) / 3;
  if (value < least) least = value, t_least = t;
  if (value > largest) largest = value, t_largest = t;
  last = value;
  t_last = t;
}

void ResultWatch::Sums::archive(Archive& a) {
  a("begun", begun);
  a("t_first", t_first);
  a("t_last", t_last);
  a("last", last);
  a("least", least);
  a("largest", largest);
  a("t_least", t_least);
  a("t_largest", t_largest);
  a("integral", integral);
  a("square", square);
}

ResultWatch::ResultWatch(const Model& model, const std::vector<Channel>& channels, ChannelValues& values)
    : model_(model),
      values_(values),
      selection_(values.select(channels)),
      now_(channels.size()),
      sums_(channels.size()) {}

void ResultWatch::start(double t) {
  if (!sums_.empty() && !sums_.front().begun) look(t);
}

void ResultWatch::step(double t) { look(t); }

void ResultWatch::look(double t) {
  if (sums_.empty()) return;
  values_.write(selection_, now_.data());
  for (std::size_t i = 0; i < sums_.size(); ++i)
    if (t >= model_.results[i].after) sums_[i].look(t, now_[i]);
}

std::vector<NamedResult> ResultWatch::results() const {
  std::vector<NamedResult> out;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const Model::Result& wanted = model_.results[i];
    const Sums& s = sums_[i];
    const double time = s.t_last - s.t_first;
    const auto mean = [&](double sum, double alone) { return time > 0 ? sum / time : alone; };
    double value = std::nan("");
    if (s.begun) switch (wanted.kind) {
        case Model::Result::kMin:
          value = s.least;
          break;
        case Model::Result::kMax:
          value = s.largest;
          break;
        case Model::Result::kMean:
          value = mean(s.integral, s.last);
          break;
        case Model::Result::kRms:
          value = std::sqrt(mean(s.square, s.last * s.last));
          break;
        case Model::Result::kFinal:
          value = s.last;
          break;
        case Model::Result::kTimeOfMin:
          value = s.t_least;
          break;
        case Model::Result::kTimeOfMax:
          value = s.t_largest;
      }
    out.push_back({wanted.name, value});
  }
  return out;
}

void ResultWatch::archive(Archive& a) {
  for (Sums& sums : sums_) a("sums", sums);
}

}  // namespace invar
