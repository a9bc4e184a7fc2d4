#include "invar/system/finite_check.h"

#include <cmath>

#include "invar/core/error.h"
#include "invar/core/gather.h"
#include "invar/core/local_matrix.h"

namespace invar {

namespace {

bool is_finite(const Potential& term, double, const LocalVector& q, const LocalVector&) {
  LocalVector g = Vector::Zero(q.size());
  term.add_U_q(q, g);
  return std::isfinite(term.U(q)) && g.allFinite();
}

bool is_finite(const Force& term, double t, const LocalVector& q, const LocalVector& v) {
  LocalVector Q = Vector::Zero(q.size());
  const LocalVector u = Vector::Zero(static_cast<Eigen::Index>(term.inputs().size()));
  term.add_Q({t, q, v, {}, u}, Q);
  return Q.allFinite();
}

bool is_finite(const MemoryForce& term, double t, const LocalVector& q, const LocalVector& v) {
  const LocalVector u = Vector::Zero(static_cast<Eigen::Index>(term.inputs().size()));
  LocalVector Q = Vector::Zero(q.size()), z = Vector::Zero(static_cast<Eigen::Index>(term.internals().size())),
              rate = z;
  term.set_start({t, q, v, {}, u}, z);
  term.add_Q({t, q, v, z, u}, Q);
  term.add_rate({t, q, v, z, u}, rate);
  return Q.allFinite() && z.allFinite() && rate.allFinite() && std::isfinite(term.H(q, z));
}

bool is_finite(const Constraint& term, double t, const LocalVector& q, const LocalVector& v) {
  LocalVector rows = Vector::Zero(term.rows());
  LocalMatrix J = Matrix::Zero(term.rows(), q.size());
  term.add_Phi({t, q}, rows);
  term.add_Phi_q({t, q}, J);
  if (term.rheonomic()) term.add_Phi_t({t, q}, rows);
  term.add_bias({t, q, v}, rows);
  return rows.allFinite() && J.allFinite();
}

bool is_finite(const Pfaffian& term, double t, const LocalVector& q, const LocalVector& v) {
  LocalVector rows = Vector::Zero(term.rows());
  LocalMatrix A = Matrix::Zero(term.rows(), q.size());
  term.add_A({t, q}, A);
  term.add_a({t, q}, rows);
  term.add_bias({t, q, v}, rows);
  return rows.allFinite() && A.allFinite();
}

bool is_finite(const VelocityConstraint& term, double t, const LocalVector& q, const LocalVector& v) {
  LocalVector rows = Vector::Zero(term.rows());
  LocalMatrix J = Matrix::Zero(term.rows(), q.size());
  term.add_chi({t, q, v}, rows);
  term.add_chi_t({t, q, v}, rows);
  term.add_chi_q({t, q, v}, J);
  term.add_chi_v({t, q, v}, J);
  return rows.allFinite() && J.allFinite();
}

bool is_finite(const VariableInertia& term, double t, const LocalVector& q, const LocalVector& v) {
  LocalVector c = Vector::Zero(q.size()), J_q = c;
  LocalMatrix M = Matrix::Zero(q.size(), q.size());
  term.add_force({t, q, v}, c, J_q);
  term.add_M({t, q}, M);
  return M.allFinite() && c.allFinite();
}

template <class Term>
std::optional<std::string> find_in(const std::vector<Placed<Term>>& terms, const Assembly& assembly, double t, Vec q,
                                   Vec v) {
  for (const auto& placed : terms) {
    try {
      if (!is_finite(*placed.term, t, gather(assembly.layout, placed.nodes, q),
                     gather(assembly.layout, placed.nodes, v)))
        return placed.owner;
    } catch (const ModelError&) {
      continue;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_not_finite(const Assembly& assembly, double t, Vec q, Vec v) {
  if (auto owner = find_in(assembly.constraints, assembly, t, q, v)) return owner;
  if (auto owner = find_in(assembly.pfaffians, assembly, t, q, v)) return owner;
  if (auto owner = find_in(assembly.velocity_constraints, assembly, t, q, v)) return owner;
  if (auto owner = find_in(assembly.forces, assembly, t, q, v)) return owner;
  if (auto owner = find_in(assembly.memory_forces, assembly, t, q, v)) return owner;
  if (auto owner = find_in(assembly.variable_inertias, assembly, t, q, v)) return owner;
  return find_in(assembly.potentials, assembly, t, q, v);
}

}  // namespace invar
