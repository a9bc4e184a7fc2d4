// Steps of equal size, all of which must succeed.
#pragma once

#include <stdexcept>
#include <utility>

#include "invar/integrators/integrator.h"

namespace invar {

inline State run_steps(Integrator& integrator, State s, double h, int steps) {
  State next;
  for (int i = 0; i < steps; ++i) {
    const StepReport r = integrator.step(s, h, next);
    if (!r.status.ok()) throw std::runtime_error(r.status.message());
    std::swap(s, next);
  }
  return s;
}

}  // namespace invar
