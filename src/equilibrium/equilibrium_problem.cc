#include "invar/equilibrium/equilibrium_problem.h"

#include <algorithm>

#include "invar/system/coordinate_scale.h"

namespace invar {

EquilibriumProblem::EquilibriumProblem(const AssembledSystem& system, double t0, SpinField spin)
    : system_(system), t0_(t0), spin_(std::move(spin)), loads_(system), v_(Vector::Zero(system.coordinates())) {
  for (const auto& placed : system.assembly().potentials) {
    const auto* term = dynamic_cast<const MixedStiffness*>(placed.term.get());
    if (!term) continue;
    MixedPlace place{term, list_coordinates(system.layout(), placed.nodes), {}};
    for (const int j : place.coordinates)
      for (const int i : place.coordinates) place.K.push_back(system.K_pattern().position(i, j));
    mixed_.push_back(std::move(place));
  }
}

void EquilibriumProblem::set_length(Vec q) {
  length_ = calc_extent(system_.layout(), q);
  limits_ = calc_coordinate_scales(system_.layout(), length_);
}

double EquilibriumProblem::step_measure(Vec dq) const {
  return dq.size() ? dq.cwiseQuotient(limits_).cwiseAbs().maxCoeff() : 0.0;
}

void EquilibriumProblem::eval(Vec q, Vec lambda, double factor, unsigned parts, EquilibriumEval& out) const {
  unsigned needs = kPosition;
  if (parts & kBalance) needs |= kForces | kVelocity;
  if (parts & kTangentMatrix) needs |= kStiffness | kVelocity;
  if (parts & kPotential) needs |= kEnergy | kForces;
  if (spin_.is_zero()) {
    v_.setZero(q.size());
  } else {
    spin_.calc_velocity(q, v_);
  }
  system_.eval(t0_, q, v_, lambda, needs, point_);
  out.Phi = point_.Phi;
  if (needs & kVelocity) out.G = point_.G;
  const bool scaled = factor != 1;
  if (needs & kForces) {
    out.Q = point_.Q;
    if (scaled) loads_.add_forces(t0_, q, factor - 1, out.Q);
  }
  if (parts & kBalance) {
    out.f = point_.U_q - point_.Q;
    if (scaled) loads_.add_balance(t0_, q, factor - 1, out.f);
    out.force_scale = std::max({point_.U_q.cwiseAbs().maxCoeff(), point_.Q.cwiseAbs().maxCoeff(), 0.0});
    // At an equilibrium of a body on a spring both forces are in U_q and cancel; the loads alone tell their size.
    calc_load(q, load_);
    out.force_scale = std::max(out.force_scale, load_.cwiseAbs().maxCoeff());
    spin_.add_inertia_force(system_, q, factor, out.f);
    out.r.setZero(q.size());
    add_transpose_product(system_.G_pattern(), out.G, lambda, out.r);
    out.force_scale = std::max(out.force_scale, out.r.cwiseAbs().maxCoeff());
    out.r += out.f;
  }
  if (parts & kTangentMatrix) {
    out.K = point_.K;
    out.K_terms = point_.K.cwiseAbs();
    if (scaled) loads_.add_stiffness(t0_, q, factor - 1, out.K);
    spin_.add_stiffness(system_, factor, out.K);
    spin_.add_damping_stiffness(system_, point_.C, out.K);
    out.K_terms += (out.K - point_.K).cwiseAbs();
  }
  if (parts & kPotential) {
    out.V = point_.U + factor * spin_.calc_potential(system_, q);
    if (system_.has_variable_mass()) out.V += point_.T - point_.p_t;  // of prescribed motion: centrifugal
    if (scaled) out.V += (factor - 1) * loads_.calc_energy(q);
  }
}

void EquilibriumProblem::calc_load(Vec q, Vector& load) const {
  load.setZero(q.size());
  loads_.add_balance(t0_, q, 1, load);
  spin_.add_inertia_force(system_, q, 1, load);
}

void EquilibriumProblem::add_stress_update(Vec dq, Vector& K) const {
  LocalVector local;
  LocalMatrix update;
  for (const MixedPlace& place : mixed_) {
    const int n = static_cast<int>(place.coordinates.size());
    local.resize(n);
    for (int k = 0; k < n; ++k) local[k] = dq[place.coordinates[k]];
    update.setZero(n, n);
    place.term->add_stress_update(local, update);
    for (std::size_t k = 0; k < place.K.size(); ++k)
      if (place.K[k] >= 0) K[place.K[k]] += update.data()[k];
  }
}

}  // namespace invar
