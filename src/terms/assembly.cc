#include "invar/terms/assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "invar/core/error.h"

namespace invar {

namespace {

// The work arrays of a term are on the stack: a larger one would write beyond them.
void check_size(const Assembly& assembly, const std::string& owner, const std::vector<int>& nodes, int rows) {
  const int size = std::max(assembly.local_size(nodes), rows);
  if (size > kMaxLocal)
    throw ModelError({}, owner, fmt::format("has a term of {} coordinates or rows, more than {}", size, kMaxLocal),
                     "split it in several terms");
}

template <class Term>
int place(std::vector<Placed<Term>>& list, std::string owner, std::vector<int> nodes, std::unique_ptr<Term> term) {
  Placed<Term>& placed = list.emplace_back();
  placed.term = std::move(term);
  placed.nodes = std::move(nodes);
  placed.owner = std::move(owner);
  return static_cast<int>(list.size()) - 1;
}

template <class Term>
void name_rows(Layout& layout, Placed<Term>& placed, const std::vector<std::string>& labels, bool holonomic,
               const std::vector<std::string>& units = {}) {
  assert(static_cast<int>(labels.size()) == placed.term->rows());
  placed.first_row = layout.rows();
  for (std::size_t i = 0; i < labels.size(); ++i)
    layout.add_row({placed.owner, labels[i], holonomic, false, i < units.size() ? units[i] : "1"});
}

template <class Term>
void name_inputs(Layout& layout, Placed<Term>& placed, int first_input) {
  placed.first_input = first_input;
  if (first_input >= 0) return;
  placed.first_input = static_cast<int>(layout.inputs().size());
  for (VariableInfo& variable : placed.term->inputs()) layout.add_input({placed.owner, variable.label, variable.unit});
}

}  // namespace

int Assembly::add_inertia(std::string owner, std::vector<int> nodes, std::unique_ptr<Inertia> term) {
  check_size(*this, owner, nodes, 0);
  return place(inertias, std::move(owner), std::move(nodes), std::move(term));
}

int Assembly::add_variable_inertia(std::string owner, std::vector<int> nodes, std::unique_ptr<VariableInertia> term) {
  if (const int size = local_size(nodes); size + 1 > kMaxInertia)
    throw ModelError({}, owner,
                     fmt::format("has a kinetic energy of {} coordinates, more than {}", size, kMaxInertia - 1),
                     "split it in several terms");
  return place(variable_inertias, std::move(owner), std::move(nodes), std::move(term));
}

int Assembly::add_potential(std::string owner, std::vector<int> nodes, std::unique_ptr<Potential> term) {
  check_size(*this, owner, nodes, 0);
  return place(potentials, std::move(owner), std::move(nodes), std::move(term));
}

int Assembly::add_force(std::string owner, std::vector<int> nodes, std::unique_ptr<Force> term, int first_input) {
  check_size(*this, owner, nodes, 0);
  const int i = place(forces, std::move(owner), std::move(nodes), std::move(term));
  name_inputs(layout, forces[i], first_input);
  return i;
}

int Assembly::add_memory_force(std::string owner, std::vector<int> nodes, std::unique_ptr<MemoryForce> term,
                               int first_input) {
  check_size(*this, owner, nodes, 0);
  std::vector<VariableInfo> internals = term->internals();
  if (internals.empty() || internals.size() > kMaxInternal)
    throw ModelError({}, owner, fmt::format("has a force with {} internal variables", internals.size()),
                     fmt::format("one to {} are possible: split it in several terms", kMaxInternal));
  const int i = place(memory_forces, std::move(owner), std::move(nodes), std::move(term));
  name_inputs(layout, memory_forces[i], first_input);
  memory_forces[i].first_internal = static_cast<int>(layout.internals().size());
  for (VariableInfo& variable : internals) {
    if (variable.owner.empty()) variable.owner = memory_forces[i].owner;
    layout.add_internal(std::move(variable));
  }
  return i;
}

int Assembly::add_constraint(std::string owner, std::vector<int> nodes, std::unique_ptr<Constraint> term,
                             const std::vector<std::string>& labels, const std::vector<std::string>& units) {
  check_size(*this, owner, nodes, term->rows());
  const int i = place(constraints, std::move(owner), std::move(nodes), std::move(term));
  if (!constraints[i].term->inputs().empty()) name_inputs(layout, constraints[i], -1);
  name_rows(layout, constraints[i], labels, true, units);
  return i;
}

int Assembly::add_pfaffian(std::string owner, std::vector<int> nodes, std::unique_ptr<Pfaffian> term,
                           const std::vector<std::string>& labels) {
  check_size(*this, owner, nodes, term->rows());
  const int i = place(pfaffians, std::move(owner), std::move(nodes), std::move(term));
  name_rows(layout, pfaffians[i], labels, false);
  return i;
}

int Assembly::add_velocity_constraint(std::string owner, std::vector<int> nodes,
                                      std::unique_ptr<VelocityConstraint> term,
                                      const std::vector<std::string>& labels) {
  check_size(*this, owner, nodes, term->rows());
  const int i = place(velocity_constraints, std::move(owner), std::move(nodes), std::move(term));
  name_rows(layout, velocity_constraints[i], labels, false);
  return i;
}

int Assembly::add_invariant(std::string owner, std::vector<int> nodes, std::unique_ptr<Invariant> term) {
  check_size(*this, owner, nodes, 0);
  return place(invariants, std::move(owner), std::move(nodes), std::move(term));
}

int Assembly::switch_forces(const std::string& owner, int input) {
  int count = 0;
  const auto set = [&](auto& list) {
    for (auto& placed : list)
      if (placed.owner == owner) placed.switch_input = input, ++count;
  };
  set(potentials);
  set(forces);
  set(memory_forces);
  return count;
}

int Assembly::switch_rows(const std::string& owner, int input) {
  int count = 0;
  const auto set = [&](auto& list) {
    for (auto& placed : list) {
      if (placed.owner != owner) continue;
      placed.switch_input = input;
      for (int i = 0; i < placed.term->rows(); ++i) layout.set_switch(placed.first_row + i, input);
      ++count;
    }
  };
  set(constraints);
  set(pfaffians);
  return count;
}

void Assembly::switch_constraint(int constraint, int input) {
  auto& placed = constraints[static_cast<std::size_t>(constraint)];
  placed.switch_input = input;
  for (int i = 0; i < placed.term->rows(); ++i) layout.set_switch(placed.first_row + i, input);
}

int Assembly::local_size(const std::vector<int>& nodes) const {
  int size = 0;
  for (const int node : nodes) size += node_size(layout.node(node).kind);
  return size;
}

}  // namespace invar
