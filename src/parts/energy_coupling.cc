#include "invar/parts/energy_coupling.h"

#include "invar/core/gather.h"
#include "invar/core/local_matrix.h"

#include <algorithm>

namespace invar {

namespace {

// Adds the part of a local gradient that lies on `wanted`, the nodes of the row.
void add_shared(const Layout& layout, const std::vector<int>& nodes, Vec gradient, const std::vector<int>& wanted,
                LocalVector& sum) {
  int to = 0;
  for (const int node : wanted) {
    const int n = node_size(layout.node(node).kind);
    int from = 0;
    for (const int other : nodes) {
      const int size = node_size(layout.node(other).kind);
      if (other == node) sum.segment(to, n) += gradient.segment(from, size);
      from += size;
    }
    to += n;
  }
}

bool share_nodes(const std::vector<int>& a, const std::vector<int>& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

// psi_q on the nodes of a row; T does not depend on q.
LocalVector calc_psi_q(const Assembly& assembly, const std::vector<int>& nodes, Vec q) {
  LocalVector sum = Vector::Zero(assembly.local_size(nodes));
  for (const auto& p : assembly.potentials) {
    if (!share_nodes(p.nodes, nodes)) continue;
    LocalVector gradient = Vector::Zero(assembly.local_size(p.nodes));
    p.term->add_U_q(gather(assembly.layout, p.nodes, q), gradient);
    add_shared(assembly.layout, p.nodes, gradient, nodes, sum);
  }
  return sum;
}

// psi_v = M v on the nodes of a row.
LocalVector calc_psi_v(const Assembly& assembly, const std::vector<int>& nodes, Vec v) {
  LocalVector sum = Vector::Zero(assembly.local_size(nodes));
  for (const auto& p : assembly.inertias) {
    if (!share_nodes(p.nodes, nodes)) continue;
    const int n = assembly.local_size(p.nodes);
    LocalMatrix M = Matrix::Zero(n, n);
    p.term->add_M(M);
    add_shared(assembly.layout, p.nodes, M * gather(assembly.layout, p.nodes, v), nodes, sum);
  }
  return sum;
}

}  // namespace

double calc_position_coupling(const Assembly& assembly, int constraint, int row, double t, Vec q) {
  const auto& p = assembly.constraints[constraint];
  const LocalVector local = gather(assembly.layout, p.nodes, q);
  LocalMatrix J = Matrix::Zero(p.term->rows(), local.size());
  p.term->add_Phi_q({t, local}, J);
  return J.row(row).dot(calc_psi_q(assembly, p.nodes, q));
}

double calc_velocity_coupling(const Assembly& assembly, int pfaffian, int row, double t, Vec q, Vec v) {
  const auto& p = assembly.pfaffians[pfaffian];
  const LocalVector local = gather(assembly.layout, p.nodes, q), local_v = gather(assembly.layout, p.nodes, v);
  LocalMatrix A = Matrix::Zero(p.term->rows(), local.size()), A_q = A;
  p.term->add_A({t, local}, A);
  p.term->add_velocity_residual_q({t, local, local_v}, A_q);
  return A_q.row(row).dot(calc_psi_q(assembly, p.nodes, q)) + A.row(row).dot(calc_psi_v(assembly, p.nodes, v));
}

}  // namespace invar
