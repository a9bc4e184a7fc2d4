// AssembledSystem: the MechanicalSystem made from the terms of a model. The only place that knows both halves.
#pragma once

#include <memory>

#include "invar/system/assembly_plan.h"
#include "invar/system/compact_matrix.h"
#include "invar/system/mechanical_system.h"
#include "invar/system/quadratic_rows.h"
#include "invar/terms/assembly.h"

namespace invar {

// Coordinates that variable inertias couple: where the entries of their block of the mass matrix are, -1 for none.
struct MassGroup {
  int size = 0;
  std::vector<int> positions;  // size x size
};

class AssembledSystem final : public MechanicalSystem {
 public:
  explicit AssembledSystem(std::shared_ptr<const Assembly> assembly);

  const Layout& layout() const override { return assembly_->layout; }
  const SparsePattern& K_pattern() const override { return plan_.K_pattern; }
  const SparsePattern& G_pattern() const override { return plan_.G_pattern; }
  const Vector& M() const override { return M_; }
  void eval(const At& at, Vec lambda, unsigned parts, PointEval& out) const override;
  void eval_pair(const Across& pair, Vec lambda, unsigned parts, PairEval& out) const override;
  void eval_rates(const Across& pair, Vec v0, Vec v1, const Vector& B, unsigned parts, RateEval& out) const override;
  void eval_path(const Path& path, Vec lambda_0, Vec lambda_1, unsigned parts, PathEval& out) const override;
  bool has_variable_mass() const override { return !assembly_->variable_inertias.empty(); }
  bool eval_mass(const At& at, Vector& M) const override;
  void add_pair_inertia(const PairMotion& motion, unsigned parts, PairEval& out) const override;
  bool dissipative() const override { return dissipative_; }
  bool rheonomic() const override { return rheonomic_; }
  bool has_nonlinear_rows() const override { return !assembly_->velocity_constraints.empty(); }
  void start_internals(State& s) const override;
  // Owner of a force whose law holds forwards in time only (MemoryForce::is_one_way); empty if there is none.
  std::string find_one_way_force() const;
  int invariants() const override { return static_cast<int>(assembly_->invariants.size()); }
  std::string invariant_name(int i) const override { return assembly_->invariants[i].owner; }
  void eval_invariants(const At& at, InvariantEval& out) const override;

  const Assembly& assembly() const { return *assembly_; }

 private:
  // Rows chi(t, q, v), see assembled_velocity_rows.cc.
  void eval_velocity_rows(const At& at, Vec lambda, unsigned parts, PointEval& out) const;
  void eval_velocity_rows_pair(const Across& pair, Vec lambda, unsigned parts, PairEval& out) const;
  // Forces with internal variables, see assembled_memories.cc.
  void eval_memories(const At& at, unsigned parts, PointEval& out) const;
  void eval_memories_pair(const Across& pair, unsigned parts, PairEval& out) const;
  void eval_memories_path(const Path& path, unsigned parts, PathEval& out) const;
  void find_mass_groups();
  void add_inertias(const At& at, unsigned parts, PointEval& out) const;

  // Whether the input of a term switches it off; without inputs: as at the start.
  template <class Term>
  bool is_off(const Placed<Term>& placed, const VecView& u) const {
    const int i = placed.switch_input;
    return i >= 0 && (u.size() > 0 ? u[i] : start_inputs_[i]) == 0;
  }
  VecView inputs_or_start(const VecView& u) const { return u.size() > 0 ? u : VecView(start_inputs_); }

  std::shared_ptr<const Assembly> assembly_;
  AssemblyPlan plan_;
  Vector start_inputs_;
  Vector M_;
  CompactMatrix compact_M_;
  std::vector<MassGroup> mass_groups_;
  // Potentials that are affine in q are summed once: U = constant_U_ + constant_U_q_ . q. The rest is listed.
  double constant_U_ = 0;
  Vector constant_U_q_;
  std::vector<int> potentials_;
  // Jacobians and second derivatives of quadratic constraints are evaluated together, those of the others one by one.
  QuadraticRows quadratic_;
  std::vector<int> constraints_;
  bool dissipative_ = false;
  bool rheonomic_ = false;
};

}  // namespace invar
