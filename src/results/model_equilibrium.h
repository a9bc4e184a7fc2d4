// The equilibrium of a model: what `invar static` finds and what a run may start from (key `start` of the method block).
//
//   method: {start: equilibrium}
//   start: {equilibrium: {spin: [0, 0, 5], about: [0, 0, 0]}}             everything turns
//   start: {equilibrium: {joint: shaft, spin: [0, 0, 5]}}                 what the joint carries turns, the rest stands
//   start: {equilibrium: {joint: shaft}}                                  with the rate that drives and velocities give it
//   start: {equilibrium: {spin: [0, 0, 5], parts: [hub, blade_1]}}
//   start: {equilibrium: {velocities: given}}                             positions only; velocities as in the file
#pragma once

#include <optional>

#include "invar/core/schema.h"
#include "invar/equilibrium/static_solver.h"
#include "invar/model/model.h"
#include "invar/model/snapshot.h"

namespace invar {

struct EquilibriumRequest {
  std::optional<Vector3> spin = {}, about = {};  // angular velocity [rad/s], a point of its axis [m]
  std::string joint = {};                        // what it carries turns about its axis
  std::vector<std::string> parts = {};           // that turn; all if there is neither this nor a joint
  bool given_velocities = false;
  SourceLocation where = {};  // for messages
  bool spins() const { return spin || !joint.empty(); }
};

const Schema& equilibrium_schema();
// The key `start` of the method block; nothing if it is absent.
std::optional<EquilibriumRequest> read_start(const Model& model);

struct ModelEquilibrium {
  StaticReport report;
  State state;  // with the velocities of the spin, or those given, consistent with all constraints
  SpinField spin;
  std::vector<std::string> notes;
};

// Throws ModelError if the request does not fit the model, e.g. if a joint does not allow the spin.
ModelEquilibrium find_equilibrium(const Model& model, const AssembledSystem& system, const EquilibriumRequest& request,
                                  const StaticOptions& options);

// Everything that channels want to know at a point of a load path.
Snapshot make_snapshot(const EquilibriumProblem& problem, const LoadPoint& point);

}  // namespace invar
