#include "invar/equilibrium/equilibrium_problem.h"

#include <algorithm>
#include <limits>

#include "invar/system/coordinate_scale.h"
#include "invar/system/scale_groups.h"

namespace invar {

namespace {

constexpr double kRoundingScale = 1e-6;

// The connected part of each coordinate.
std::vector<int> find_parts(const MechanicalSystem& system, int& count) {
  const std::vector<int> part_of_node = find_connected_parts(system, count);
  const auto& nodes = system.layout().nodes();
  std::vector<int> out(system.coordinates());
  for (size_t i = 0; i < nodes.size(); ++i)
    std::fill_n(out.begin() + nodes[i].offset, node_size(nodes[i].kind), part_of_node[i]);
  return out;
}

}  // namespace

EquilibriumProblem::EquilibriumProblem(const AssembledSystem& system, double t0, SpinField spin, Vector inputs)
    : system_(system),
      t0_(t0),
      spin_(std::move(spin)),
      loads_(system),
      stress_update_(system),
      v_(Vector::Zero(system.coordinates())),
      inputs_(std::move(inputs)) {
  if (inputs_.size() == 0) inputs_.setZero(static_cast<Eigen::Index>(system.layout().inputs().size()));
  point_.z_step = springs_.z_step = std::numeric_limits<double>::infinity();
  part_of_ = find_parts(system, parts_);
  stiffness_scale_.setZero(parts_);
}

double EquilibriumProblem::relative_residual(const Vector& r, const EquilibriumEval& eval) const {
  double worst = 0;
  for (int i = 0; i < r.size(); ++i) {
    const int part = part_of_[i];
    double stiffness = stiffness_scale_[part];
    if (eval.part_stiffness.size() > 0) stiffness = std::max(stiffness, eval.part_stiffness[part]);
    const double scale = std::max(eval.part_scale[part], kRoundingScale * stiffness * length_);
    if (r[i] != 0) worst = std::max(worst, std::abs(r[i]) / std::max(scale, 1e-300));
  }
  return worst;
}

void EquilibriumProblem::set_length(Vec q) {
  length_ = calc_extent(system_.layout(), q);
  limits_ = calc_coordinate_scales(system_.layout(), length_);
  calc_part_stiffness(q, stiffness_scale_);
}

void EquilibriumProblem::calc_part_stiffness(Vec q, Vector& stiffness) const {
  stiffness.setZero(parts_);
  const Vector rest = Vector::Zero(q.size());
  system_.eval({t0_, q, rest, {}, inputs_}, Vector::Zero(system_.rows()), kStiffness, springs_);
  const SparsePattern& K = system_.K_pattern();
  for (int i = 0; i < K.rows; ++i) {
    double& largest = stiffness[part_of_[i]];
    for (int k = K.start[i]; k < K.start[i + 1]; ++k) largest = std::max(largest, std::abs(springs_.K[k]));
  }
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
  system_.eval({t0_, q, v_, {}, inputs_}, lambda, needs, point_);
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
    // At an equilibrium of a body on a spring both forces are in U_q and cancel; the loads alone tell their size.
    calc_load(q, load_);
    spin_.add_inertia_force(system_, q, factor, out.f);
    out.r.setZero(q.size());
    add_transpose_product(system_.G_pattern(), out.G, lambda, out.r);
    out.part_scale.setZero(parts_);
    for (int i = 0; i < q.size(); ++i) {
      double& scale = out.part_scale[part_of_[i]];
      scale = std::max({scale, std::abs(point_.U_q[i]), std::abs(point_.Q[i]), std::abs(load_[i]), std::abs(out.r[i])});
    }
    out.force_scale = parts_ > 0 ? out.part_scale.maxCoeff() : 0.0;
    out.r += out.f;
  }
  if (parts & kTangentMatrix) {
    out.K = point_.K;
    out.K_terms = point_.K.cwiseAbs();
    calc_part_stiffness(q, out.part_stiffness);
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

void EquilibriumProblem::add_stress_update(Vec dq, Vector& K) const { stress_update_.add(dq, K); }

}  // namespace invar
