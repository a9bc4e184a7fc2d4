// SampledControllers: the clock of all sampled blocks of a model. At a tick all of them read the same state, with velocities that
// satisfy the constraints; then those that wait are applied; then what was computed is stored, or waits. A tick is an
// exact multiple of its period, never a sum.
#pragma once

#include <string>
#include <vector>

#include "invar/audit/instant.h"
#include "invar/model/model.h"
#include "invar/simulate/clock.h"
#include "invar/system/assembled_system.h"

namespace invar {

class SampledControllers final : public Clock {
 public:
  // Both have to outlive it.
  SampledControllers(const Model& model, const AssembledSystem& system);
  double next(double t) const override;
  bool interrupts(double t) const override;
  void tick(State& s) const override;

 private:
  const std::vector<SampledBlock>& blocks_;
  int rows_;
  mutable Instant instant_;  // a place to work in
  mutable std::vector<double> computed_;
};

}  // namespace invar
