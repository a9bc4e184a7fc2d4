#include "invar/run/sampled_controllers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace invar {

namespace {

constexpr double kTickRounding = 1e-9;  // of a period: an instant that steps reach up to rounding

double tick_near(const SignalBlock::Sampling& s, double t, double shift) {
  return std::max(0.0, std::round((t - s.offset - shift) / s.period)) * s.period + s.offset + shift;
}
bool is_tick(const SignalBlock::Sampling& s, double t, double shift) {
  return std::abs(t - tick_near(s, t, shift)) <= kTickRounding * s.period + 4e-16 * std::abs(t);
}
double tick_after(const SignalBlock::Sampling& s, double t, double shift) {
  const double near = tick_near(s, t, shift);
  if (near > t && !is_tick(s, t, shift)) return near;
  const double k = std::max(0.0, std::round((t - s.offset - shift) / s.period)) + 1;
  return k * s.period + s.offset + shift;
}

}  // namespace

SampledControllers::SampledControllers(const Model& model, const AssembledSystem& system)
    : blocks_(model.sampled), rows_(system.rows()), instant_(system) {}

double SampledControllers::next(double t) const {
  double first = std::numeric_limits<double>::infinity();
  for (const SampledBlock& block : blocks_) {
    first = std::min(first, tick_after(block.sampling, t, 0));
    if (block.sampling.delay > 0) first = std::min(first, tick_after(block.sampling, t, block.sampling.delay));
  }
  return first;
}

bool SampledControllers::interrupts(double t) const {
  return std::any_of(blocks_.begin(), blocks_.end(), [&](const SampledBlock& block) {
    return is_tick(block.sampling, t, 0) ||
           (block.sampling.delay > 0 && is_tick(block.sampling, t, block.sampling.delay));
  });
}

void SampledControllers::tick(State& s) const {
  computed_.clear();
  bool has_looked = false;
  for (const SampledBlock& block : blocks_) {
    if (!is_tick(block.sampling, s.t, 0)) continue;
    if (!std::exchange(has_looked, true)) instant_.look_at(s, {}, Vector::Zero(rows_));
    const Snapshot& now = instant_.snapshot(kNeedsState | kNeedsVelocity);
    for (const SampledBlock::Value& value : block.values)
      computed_.push_back(value.next.value({s.t, now.q, now.v, now.z, now.u}));
  }
  Vector& u = s.inputs.u;
  for (const SampledBlock& block : blocks_)
    if (block.sampling.delay > 0 && is_tick(block.sampling, s.t, block.sampling.delay))
      for (const SampledBlock::Value& value : block.values)
        if (value.waiting >= 0) u[value.held] = u[value.waiting];
  std::size_t k = 0;
  for (const SampledBlock& block : blocks_)
    if (is_tick(block.sampling, s.t, 0))
      for (const SampledBlock::Value& value : block.values)
        u[value.waiting >= 0 ? value.waiting : value.held] = computed_[k++];
}

}  // namespace invar
