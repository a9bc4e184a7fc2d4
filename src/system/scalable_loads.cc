#include "invar/system/scalable_loads.h"

#include "invar/core/local_matrix.h"

namespace invar {

std::vector<int> list_coordinates(const Layout& layout, const std::vector<int>& nodes) {
  std::vector<int> coordinates;
  for (const int node : nodes)
    for (int k = 0; k < node_size(layout.node(node).kind); ++k) coordinates.push_back(layout.node(node).offset + k);
  return coordinates;
}

ScalableLoads::ScalableLoads(const AssembledSystem& system) : weight_(Vector::Zero(system.coordinates())) {
  const Assembly& assembly = system.assembly();
  for (const auto& placed : assembly.potentials) {
    if (!placed.term->is_linear()) continue;
    const auto at = list_coordinates(assembly.layout, placed.nodes);
    const Vector zero = Vector::Zero(static_cast<int>(at.size()));
    Vector gradient = zero;
    constant_ += placed.term->U(zero);
    placed.term->add_U_q(zero, gradient);
    for (std::size_t k = 0; k < at.size(); ++k) weight_[at[k]] += gradient[static_cast<int>(k)];
  }
  for (const auto& placed : assembly.forces) {
    if (placed.term->account() != WorkAccount::kApplied) continue;
    Place place{placed.term.get(),
                list_coordinates(assembly.layout, placed.nodes),
                {},
                Vector::Zero(static_cast<Eigen::Index>(placed.term->inputs().size()))};
    for (const int j : place.coordinates)
      for (const int i : place.coordinates) place.K.push_back(system.K_pattern().position(i, j));
    forces_.push_back(std::move(place));
  }
}

namespace {

LocalVector gather(Vec q, const std::vector<int>& at) {
  LocalVector local(static_cast<int>(at.size()));
  for (std::size_t k = 0; k < at.size(); ++k) local[static_cast<int>(k)] = q[at[k]];
  return local;
}

}  // namespace

void ScalableLoads::add_forces(double t, Vec q, double factor, Vector& Q) const {
  for (const Place& place : forces_) {
    const LocalVector local = gather(q, place.coordinates), rest = LocalVector::Zero(local.size());
    LocalVector force = rest;
    place.force->add_Q({t, local, rest, {}, place.inputs}, force);
    for (std::size_t k = 0; k < place.coordinates.size(); ++k)
      Q[place.coordinates[k]] += factor * force[static_cast<int>(k)];
  }
}

void ScalableLoads::add_balance(double t, Vec q, double factor, Vector& r) const {
  r += factor * weight_;
  add_forces(t, q, -factor, r);
}

void ScalableLoads::add_stiffness(double t, Vec q, double factor, Vector& K) const {
  for (const Place& place : forces_) {
    const LocalVector local = gather(q, place.coordinates), rest = LocalVector::Zero(local.size());
    LocalMatrix Q_q = LocalMatrix::Zero(local.size(), local.size());
    place.force->add_Q_q({t, local, rest, {}, place.inputs}, Q_q);
    for (std::size_t k = 0; k < place.K.size(); ++k)
      if (place.K[k] >= 0) K[place.K[k]] -= factor * Q_q.data()[k];
  }
}

}  // namespace invar
