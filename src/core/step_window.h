// The step that is being made on this thread. Where a formula changes its case at an end of a step, both sides have a value there,
// and a step has to read its own: the case is then decided at an instant inside the step, and the value is taken at the end
// itself (docs/theory/events.md).
#pragma once

#include <cmath>
#include <optional>

namespace invar {

class StepWindow {
 public:
  // Lasts as long as the object; one step at a time.
  StepWindow(double t0, double t1) : before_(current()) { current() = {t0, t1, true}; }
  ~StepWindow() { current() = before_; }
  StepWindow(const StepWindow&) = delete;
  StepWindow& operator=(const StepWindow&) = delete;

  // For an end t of the step that is being made, an instant close to it within the step. No break lies between the two: steps end
  // at breaks, and those that are closer than this to an end have become that end.
  static std::optional<double> inside(double t) {
    const Span& step = current();
    if (!step.set) return std::nullopt;
    const double h = step.t1 - step.t0, near = kEnd * std::abs(h);
    if (std::abs(t - step.t0) <= near) return step.t0 + kInside * h;
    if (std::abs(t - step.t1) <= near) return step.t1 - kInside * h;
    return std::nullopt;
  }

  static constexpr double kInside = 1.0 / 4096;  // part of the step

 private:
  struct Span {
    double t0 = 0, t1 = 0;
    bool set = false;
  };
  static Span& current() {
    thread_local Span span;
    return span;
  }
  static constexpr double kEnd = 1e-6;  // times are rounded to multiples of the step
  Span before_;
};

}  // namespace invar
