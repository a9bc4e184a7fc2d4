// Forces, energies and controllers that functions of Python give, on the coordinates of the bodies they name.
#pragma once

#include <map>
#include <vector>

#include "callables.h"
#include "invar/terms/force.h"
#include "invar/terms/memory_force.h"
#include "invar/terms/potential.h"

namespace invar::python {

// Functions by name; those not given are absent.
struct OwnFunctions {
  std::string name;
  std::map<std::string, SharedObject> functions;
  bool dissipates = false;
  std::vector<std::string> inputs, internals;
  std::vector<double> start;  // of the internals

  // Null if it is absent.
  std::unique_ptr<VectorFunction> make(const std::string& which, bool with_time) const;
};

// force(t, q, v[, u]), force_q, force_v: differences where the derivatives are not given.
std::unique_ptr<Force> make_own_force(const OwnFunctions& f);
// energy(q), gradient(q), hessian(q): differences for what is not given.
std::unique_ptr<Potential> make_own_potential(const OwnFunctions& f);
// force(t, q, v, z[, u]) and rate(t, q, v, z[, u])
std::unique_ptr<MemoryForce> make_own_controller(const OwnFunctions& f);

}  // namespace invar::python
