// Assembly: the terms of a model placed on its nodes, as plain data. The model builder fills it, AssembledSystem
// evaluates it; terms themselves never see a global index.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/core/layout.h"
#include "invar/terms/constraint.h"
#include "invar/terms/force.h"
#include "invar/terms/inertia.h"
#include "invar/terms/invariant.h"
#include "invar/terms/memory_force.h"
#include "invar/terms/pfaffian.h"
#include "invar/terms/potential.h"
#include "invar/terms/variable_inertia.h"
#include "invar/terms/velocity_constraint.h"

namespace invar {

template <class Term>
struct Placed {
  std::unique_ptr<Term> term;
  std::vector<int> nodes;                     // nodes in local order
  std::string owner;                          // name of the body, joint, force ... it belongs to
  int first_row = -1;                         // constraints only: first row in the system
  int first_internal = -1, first_input = -1;  // in z and u, of terms that have such variables
  int switch_input = -1;                      // in u: the term acts where this is not 0; -1: always
};

struct Assembly {
  Layout layout;
  std::vector<Placed<Inertia>> inertias;
  std::vector<Placed<VariableInertia>> variable_inertias;
  std::vector<Placed<Potential>> potentials;
  std::vector<Placed<Force>> forces;
  std::vector<Placed<MemoryForce>> memory_forces;
  std::vector<Placed<Constraint>> constraints;
  std::vector<Placed<Pfaffian>> pfaffians;
  std::vector<Placed<VelocityConstraint>> velocity_constraints;
  std::vector<Placed<Invariant>> invariants;

  // Adding also names the rows in the layout. Return the index in the respective list.
  int add_inertia(std::string owner, std::vector<int> nodes, std::unique_ptr<Inertia> term);
  int add_variable_inertia(std::string owner, std::vector<int> nodes, std::unique_ptr<VariableInertia> term);
  int add_potential(std::string owner, std::vector<int> nodes, std::unique_ptr<Potential> term);
  // Forces also name their internal variables in the layout, and their inputs unless these are in it already, from
  // `first_input` on: inputs that several forces read. An internal variable without an owner gets that of the force.
  int add_force(std::string owner, std::vector<int> nodes, std::unique_ptr<Force> term, int first_input = -1);
  int add_memory_force(std::string owner, std::vector<int> nodes, std::unique_ptr<MemoryForce> term,
                       int first_input = -1);
  // `units` are those of the multipliers, one per row, or none.
  int add_constraint(std::string owner, std::vector<int> nodes, std::unique_ptr<Constraint> term,
                     const std::vector<std::string>& labels, const std::vector<std::string>& units = {});
  int add_pfaffian(std::string owner, std::vector<int> nodes, std::unique_ptr<Pfaffian> term,
                   const std::vector<std::string>& labels);
  int add_velocity_constraint(std::string owner, std::vector<int> nodes, std::unique_ptr<VelocityConstraint> term,
                              const std::vector<std::string>& labels);
  int add_invariant(std::string owner, std::vector<int> nodes, std::unique_ptr<Invariant> term);

  // Makes all forces and potentials that `owner` has placed act only where this input is not 0; or one constraint; or all rows of
  // `owner`. They return how many terms that are.
  int switch_forces(const std::string& owner, int input);
  int switch_rows(const std::string& owner, int input);
  void switch_constraint(int constraint, int input);

  int local_size(const std::vector<int>& nodes) const;
};

}  // namespace invar
