// The equilibrium of a model: what a run may start from (key `start` of the method block).
//
//   method: {start: equilibrium}
//   start: {equilibrium: {spin: [0, 0, 5], about: [0, 0, 0]}}             everything turns
//   start: {equilibrium: {joint: shaft, spin: [0, 0, 5]}}                 what the joint carries turns, the rest stands
//   start: {equilibrium: {joint: shaft}}                                  with the rate that drives and velocities give it
//   start: {equilibrium: {spin: [0, 0, 5], parts: [hub, blade_1]}}
//   start: {equilibrium: {velocities: given}}                             positions only; velocities as in the file
//   start: {equilibrium: {velocities: rest}}                              all stands still
#pragma once

#include <optional>

#include "invar/equilibrium/static_solver.h"
#include "invar/model/model.h"
#include "invar/parts/snapshot.h"

namespace invar {

// The steady spin that the velocities of the start are: everything stands still or turns about one axis, and no energy
// depends on the angle. Where one joint carries what turns, it is named, so that the axis follows its support.
std::optional<StartSpec> find_start_spin(const Model& model, const AssembledSystem& system);

struct ModelEquilibrium {
  StaticReport report;
  State state;  // with the velocities of the spin, or those given, consistent with all constraints
  SpinField spin;
  bool inferred = false;  // the spin is that of the start, not one that was asked for
  std::vector<std::string> notes;
};

// Throws ModelError if what is wanted does not fit the model, e.g. if a joint does not allow the spin.
ModelEquilibrium find_equilibrium(const Model& model, const AssembledSystem& system, const StartSpec& wanted,
                                  const StaticOptions& options);

// Why no result in a configuration can be trusted: an element is beyond the range of its theory; empty otherwise.
std::string find_element_failure(const Model& model, Vec q);
// Makes an equilibrium in such a configuration a failure.
void check_elements(const Model& model, StaticReport& report);

// Everything that channels want to know at a point of a load path.
Snapshot make_snapshot(const EquilibriumProblem& problem, const LoadPoint& point);

}  // namespace invar
