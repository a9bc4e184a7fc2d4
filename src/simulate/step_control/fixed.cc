// Constant steps: their ends lie on the grid t_start + i h. A step that would pass a stop ends there, and the next one ends on
// the grid again. A step that fails is divided in two parts, and a part that fails likewise.
#include <algorithm>
#include <cmath>

#include "invar/simulate/step_control.h"

namespace invar {

namespace {

// The golden section: no two midpoints of nested parts coincide.
constexpr double kSplit = 0.38196601125010515;

constexpr double kSliver = 1e-3;  // of a step

struct StepPart {
  double t1 = 0, h = 0;
  int depth = 0;
  void archive(Archive& a) {
    a("t1", t1);
    a("h", h);
    a("depth", depth);
  }
};

class FixedControl final : public StepControl {
 public:
  FixedControl(const SimulationOptions& options, Integrator& integrator, Stepper& stepper)
      : options_(options), integrator_(integrator), stepper_(stepper) {
    integrator_.set_nominal_step(options.step);
    parts_.reserve(static_cast<std::size_t>(2 * options.max_divisions + 2));
  }

  void start(double t) override {
    t_start_ = t;
    index_ = 0;
    cut();
    on_grid_ = true;
  }

  Status next(const State& s0, const Horizon& horizon, Candidate& out) override {
    if (parts_.empty()) plan(s0.t, horizon.stop, horizon.end);
    while (true) {
      const StepPart part = parts_.back();
      parts_.pop_back();
      out.report = stepper_.try_step(integrator_, s0, part.h, out.s1);
      if (out.report.status.ok()) {
        out.s1.t = part.t1;
        out.lambda = &integrator_.lambda();
        if (parts_.empty()) {
          on_grid_ = to_grid_;
          if (to_grid_) ++index_;
        }
        return {};
      }
      ++stepper_.counts.rejected_steps;
      integrator_.restart();
      if (part.depth == options_.max_divisions || !is_recoverable(out.report.status.code)) {
        stepper_.counts.last_step = part.h;
        cut();
        return out.report.status;
      }
      // Unequal parts: halves of halves would keep a midpoint where the step just failed.
      const double first = kSplit * part.h;
      parts_.push_back({part.t1, part.h - first, part.depth + 1});
      parts_.push_back({s0.t + first, first, part.depth + 1});
    }
  }

  // The last step ends short of the grid unless the end is a multiple of h up to rounding. Where h is longer than the run,
  // the run decides what rounding is: parts of a divided step may end at a billionth of h.
  bool reached(double t, double end) const override {
    return !(end - t > (t > t_start_ ? 1e-9 * std::min(options_.step, end - t_start_) : 0));
  }

  void cut() override {
    parts_.clear();
    on_grid_ = false;
  }

  void archive(Archive& a) override {
    a("t_start", t_start_);
    a("index", index_);
    a("on_grid", on_grid_);
    a("to_grid", to_grid_);
    a("parts", parts_);
  }

 private:
  double grid(long long i) const { return t_start_ + static_cast<double>(i) * options_.step; }

  // Instants closer to the grid than a sliver take the place of its point: the step there ends at the instant, and so short a step
  // as would be left is not made; it would turn the rounding of positions into velocities.
  void plan(double t, double stop, double end) {
    const double h = options_.step, same = (1e-9 + 1e-12 * static_cast<double>(index_ + 1)) * h;
    if (!on_grid_) {
      index_ = static_cast<long long>(std::floor((t - t_start_) / h + 1e-9));
      if (grid(index_ + 1) - t < kSliver * h && grid(index_ + 1) < std::min(stop, end) - same) ++index_;
    }
    const double t1 = grid(index_ + 1);
    to_grid_ = t1 <= stop + same && !(stop > t1 + same && stop - t1 < kSliver * h && stop < end - same);
    if (to_grid_)
      parts_.push_back({t1, on_grid_ ? h : t1 - t, 0});
    else
      parts_.push_back({stop, stop - t, 0});
  }

  const SimulationOptions& options_;
  Integrator& integrator_;
  Stepper& stepper_;
  double t_start_ = 0;
  long long index_ = 0;                   // of the last point of the grid that was reached
  bool on_grid_ = true, to_grid_ = true;  // where the last step ended, and where the planned one will
  std::vector<StepPart> parts_;           // of the planned step that are left, the next one last
};

}  // namespace

std::unique_ptr<StepControl> make_fixed_control(const SimulationOptions& options, Integrator& integrator,
                                                Stepper& stepper) {
  return std::make_unique<FixedControl>(options, integrator, stepper);
}

}  // namespace invar
