#include "invar/system/assembly_plan.h"

#include <random>
#include <stdexcept>

#include "invar/core/clone_for_avx2.h"
#include "invar/core/local_matrix.h"
#include "invar/terms/constraint_with_cases.h"

namespace invar {

namespace {

using Mask = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>;

INVAR_CLONE_FOR_AVX2
void add_runs(const ScatterRun* runs, size_t count, const double* __restrict local, int stride, double factor,
              double* __restrict values) {
  for (const ScatterRun* run = runs; run != runs + count; ++run) {
    const double* from = local + run->i + static_cast<ptrdiff_t>(run->j) * stride;
    double* to = values + run->position;
    for (int k = 0; k < run->length; ++k) to[k] += factor * from[static_cast<ptrdiff_t>(k) * stride];
  }
}

// By fours as far as they go: most runs are the twelve coordinates of a frame.
INVAR_CLONE_FOR_AVX2
void add_transposed_runs(const ScatterRun* runs, size_t count, const double* __restrict local, int stride,
                         double* __restrict values) {
  for (const ScatterRun* run = runs; run != runs + count; ++run) {
    const double* from = local + run->j + static_cast<ptrdiff_t>(run->i) * stride;
    double* to = values + run->position;
    int k = 0;
    for (; k + 4 <= run->length; k += 4)
      for (int i = 0; i < 4; ++i) to[k + i] += from[k + i];
    for (; k < run->length; ++k) to[k] += from[k];
  }
}

TermPlan make_term_plan(const Layout& layout, const std::vector<int>& nodes, int rows, int first_row) {
  TermPlan plan;
  plan.rows = rows;
  plan.first_row = first_row;
  for (const int index : nodes) {
    const Node& node = layout.node(index);
    const int length = node_size(node.kind);
    plan.segments.push_back({node.offset, plan.size, length});
    plan.size += length;
  }
  return plan;
}

// Entries of a constraint that can be nonzero, found by evaluating it at random configurations: joints have many
// structural zeros, and each of them spared is fill spared in the factorization. Time is never sampled: a drive may rest
// wherever one looks, and its table may end before.
void find_constraint_structure(const Constraint& term, int size, Mask& J_mask, Mask& K_mask) {
  std::mt19937 random(20030213);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const int m = term.rows();
  const std::unique_ptr<Constraint> timeless = term.rheonomic() ? term.make_timeless() : nullptr;
  if ((term.rheonomic() && !timeless) || dynamic_cast<const ConstraintWithCases*>(&term)) {
    J_mask.setConstant(m, size, true);
    K_mask.setConstant(size, size, true);
    return;
  }
  const Constraint& sample = timeless ? *timeless : term;
  Matrix J(m, size), K(size, size);
  Vector q0(size), q1(size), lambda(m);
  J_mask.setConstant(m, size, false);
  K_mask.setConstant(size, size, false);
  for (int trial = 0; trial < 3; ++trial) {
    for (auto* x : {&q0, &q1, &lambda}) *x = x->unaryExpr([&](double) { return uniform(random); });
    J.setZero();
    K.setZero();
    sample.add_Phi_q({0, q1}, J);
    J_mask.array() = J_mask.array() || J.array() != 0;
    J.setZero();
    sample.add_Phi_q_bar({0, 0, q0, q1}, J);
    J_mask.array() = J_mask.array() || J.array() != 0;
    sample.add_Phi_q_bar_tangent({0, 0, q0, q1}, lambda, K);
    K_mask.array() = K_mask.array() || K.array() != 0;
    K.setZero();
    sample.add_Phi_qq({0, q1}, lambda, K);
    K_mask.array() = K_mask.array() || K.array() != 0;
  }
}

struct Structure {
  Mask J, K;
};

template <class Position>
std::vector<ScatterRun> find_runs(const Mask& mask, const Position& position) {
  std::vector<ScatterRun> runs;
  for (int i = 0; i < mask.rows(); ++i)
    for (int j = 0; j < mask.cols(); ++j) {
      if (!mask(i, j)) continue;
      const int at = position(i, j);
      ScatterRun* last = runs.empty() ? nullptr : &runs.back();
      if (last && last->i == i && last->j + last->length == j && last->position + last->length == at)
        ++last->length;
      else
        runs.push_back({i, j, 1, at});
    }
  runs.shrink_to_fit();
  return runs;
}

}  // namespace

std::vector<int> global_indices(const TermPlan& plan) {
  std::vector<int> global(plan.size);
  for (const auto& s : plan.segments)
    for (int k = 0; k < s.length; ++k) global[s.local + k] = s.global + k;
  return global;
}

AssemblyPlan make_assembly_plan(const Assembly& assembly) {
  const Layout& layout = assembly.layout;
  AssemblyPlan plan;
  PatternBuilder K_builder(layout.coordinates(), layout.coordinates());
  PatternBuilder G_builder(layout.rows(), layout.coordinates());
  for (int i = 0; i < layout.coordinates(); ++i) K_builder.add(i, i);

  // First pass: structure.
  std::vector<Structure> inertia_structure, variable_structure, potential_structure, force_structure, memory_structure,
      constraint_structure, pfaffian_structure, velocity_structure;
  const auto add_structure = [&](const TermPlan& term, const Structure& s) {
    const auto global = global_indices(term);
    for (int j = 0; j < s.K.cols(); ++j)
      for (int i = 0; i < s.K.rows(); ++i)
        if (s.K(i, j)) K_builder.add(global[i], global[j]), K_builder.add(global[j], global[i]);
    for (int j = 0; j < s.J.cols(); ++j)
      for (int i = 0; i < s.J.rows(); ++i)
        if (s.J(i, j)) G_builder.add(term.first_row + i, global[j]);
  };
  const auto dense = [](int rows, int size) {
    return Structure{Mask::Constant(rows, size, true), Mask::Constant(size, size, true)};
  };
  for (const auto& p : assembly.inertias) {
    auto& term = plan.inertias.emplace_back(make_term_plan(layout, p.nodes, 0, 0));
    Matrix M = Matrix::Zero(term.size, term.size);
    p.term->add_M(M);
    add_structure(term, inertia_structure.emplace_back(Structure{Mask(0, term.size), M.array() != 0}));
  }
  for (const auto& p : assembly.variable_inertias) {
    auto& term = plan.variable_inertias.emplace_back(make_term_plan(layout, p.nodes, 0, 0));
    add_structure(term, variable_structure.emplace_back(dense(0, term.size)));
  }
  for (const auto& p : assembly.potentials) {
    auto& term = plan.potentials.emplace_back(make_term_plan(layout, p.nodes, 0, 0));
    add_structure(term, potential_structure.emplace_back(p.term->is_linear() ? Structure{Mask(0, 0), Mask(0, 0)}
                                                                             : dense(0, term.size)));
  }
  for (const auto& p : assembly.forces) {
    auto& term = plan.forces.emplace_back(make_term_plan(layout, p.nodes, 0, 0));
    term.first_input = p.first_input;
    term.inputs = static_cast<int>(p.term->inputs().size());
    add_structure(term, force_structure.emplace_back(dense(0, term.size)));
  }
  for (const auto& p : assembly.memory_forces) {
    auto& term = plan.memory_forces.emplace_back(make_term_plan(layout, p.nodes, 0, 0));
    term.first_internal = p.first_internal;
    term.internals = static_cast<int>(p.term->internals().size());
    term.first_input = p.first_input;
    term.inputs = static_cast<int>(p.term->inputs().size());
    add_structure(term, memory_structure.emplace_back(dense(0, term.size)));
  }
  for (const auto& p : assembly.constraints) {
    auto& term = plan.constraints.emplace_back(make_term_plan(layout, p.nodes, p.term->rows(), p.first_row));
    term.first_input = p.first_input;
    term.inputs = static_cast<int>(p.term->inputs().size());
    Structure s;
    find_constraint_structure(*p.term, term.size, s.J, s.K);
    add_structure(term, constraint_structure.emplace_back(std::move(s)));
  }
  for (const auto& p : assembly.pfaffians) {
    auto& term = plan.pfaffians.emplace_back(make_term_plan(layout, p.nodes, p.term->rows(), p.first_row));
    add_structure(term, pfaffian_structure.emplace_back(dense(term.rows, term.size)));
  }
  for (const auto& p : assembly.velocity_constraints) {
    auto& term = plan.velocity_constraints.emplace_back(make_term_plan(layout, p.nodes, p.term->rows(), p.first_row));
    add_structure(term, velocity_structure.emplace_back(dense(term.rows, term.size)));
  }
  for (const auto& p : assembly.invariants) plan.invariants.push_back(make_term_plan(layout, p.nodes, 0, 0));
  plan.K_pattern = K_builder.build();
  plan.G_pattern = G_builder.build();

  // Second pass: positions.
  const auto locate = [&](std::vector<TermPlan>& terms, const std::vector<Structure>& structures) {
    for (size_t k = 0; k < terms.size(); ++k) {
      const auto global = global_indices(terms[k]);
      const Structure& s = structures[k];
      terms[k].K = find_runs(s.K, [&](int i, int j) { return plan.K_pattern.position(global[i], global[j]); });
      terms[k].G =
          find_runs(s.J, [&](int i, int j) { return plan.G_pattern.position(terms[k].first_row + i, global[j]); });
    }
  };
  locate(plan.inertias, inertia_structure);
  locate(plan.variable_inertias, variable_structure);
  locate(plan.potentials, potential_structure);
  locate(plan.forces, force_structure);
  locate(plan.memory_forces, memory_structure);
  locate(plan.constraints, constraint_structure);
  locate(plan.pfaffians, pfaffian_structure);
  locate(plan.velocity_constraints, velocity_structure);
  return plan;
}

VecView TermPlan::take(const VecView& all, int first, int count) {
  if (count == 0) return {};
  if (all.size() < first + count)
    throw std::logic_error("forces with internal variables or inputs are evaluated without their values");
  return {all.data() + first, count};
}

void scatter(const std::vector<ScatterRun>& runs, const LocalMatrix& local, double factor, Vector& values) {
  add_runs(runs.data(), runs.size(), local.data(), static_cast<int>(local.rows()), factor, values.data());
}

void scatter_symmetric(const std::vector<ScatterRun>& runs, const LocalMatrix& local, Vector& values) {
  add_transposed_runs(runs.data(), runs.size(), local.data(), static_cast<int>(local.rows()), values.data());
}

}  // namespace invar
