#include "invar/integrators/augmented/projection.h"

#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/scaled_kkt.h"

namespace invar {

Projection::Projection(const MechanicalSystem& system)
    : K_(system.K_pattern()),
      G_(system.G_pattern()),
      s_(Vector::Zero(system.rows())),
      r_f_(Vector::Zero(system.coordinates())),
      Px_(Vector::Zero(system.coordinates())),
      measure_(system) {}

int Projection::project(KktSolver& kkt, const Vector& P, const Vector& G, int solves, Vector& x, Vector& r_c) {
  s_.setZero();
  r_f_.setZero();
  if (solves == 1) {  // nobody asks for the residual that is left
    kkt.solve(r_f_, r_c, dx_, ds_);
    if (!dx_.allFinite() || !ds_.allFinite()) return 0;
    x += dx_;
    s_ += ds_;
    return 1;
  }
  measure_.set_constraints(G);
  Px_.setZero();
  double last = INFINITY;
  for (int i = 0; i < solves; ++i) {
    measure_.begin();
    measure_.add_motion(x);
    measure_.add_force(Px_, 1);
    measure_.add_multipliers(s_);
    measure_.finish(0);
    const double size = std::max(measure_.measure_rows(r_c).size, i == 0 ? 0 : measure_.measure_balance(r_f_).size);
    // At rounding, or no longer shrinking.
    if (!(size > 1e-16) || (i > 1 && size > 0.5 * last)) return i;
    last = size;
    kkt.solve(r_f_, r_c, dx_, ds_);
    if (!dx_.allFinite() || !ds_.allFinite()) return i;
    x += dx_;
    s_ += ds_;
    add_product(K_, P, dx_, Px_);
    r_f_ = Px_;
    add_transpose_product(G_, G, s_, r_f_);
    add_product(G_, G, dx_, r_c);
  }
  return solves;
}

EndProjection::EndProjection(const MechanicalSystem& system, const ProjectionOptions& options)
    : system_(system),
      options_(options),
      projection_(system),
      M_(system.K_pattern(), system.M()),
      zero_(Vector::Zero(system.rows())) {
  if (!options.mass) return;
  mass_kkt_ = make_scaled_kkt_solver(system, KktForm::kReducedAugmented);
  M_regularized_ = system.M() + calc_mass_regularization(system);
}

void EndProjection::archive(Archive& a) {
  if (mass_kkt_) mass_kkt_->archive(a);
}

void EndProjection::reset() {
  if (mass_kkt_) mass_kkt_->reset();
}

bool EndProjection::project_velocity(const NewtonFactors& newton, State& s1, StepReport& report) {
  if (newton.end) {
    point_.G = newton.end->G;
    r_c_ = newton.end->Phi_dot;
  } else {
    system_.eval(s1, zero_, kVelocity, point_);
    r_c_ = point_.Phi_dot;
  }
  if (options_.mass) {
    ++report.factorizations;
    if (!mass_kkt_->factor(M_regularized_, point_.G, point_.G, newton.eps)) {
      report.status = {StatusCode::kSingular, "while projecting velocities"};
      return false;
    }
  }
  const double T_before = 0.5 * M_.calc_form(s1.v);
  double work_drives = 0;
  if (system_.rheonomic()) {  // Phi_t = Phi_dot* - G v*
    Phi_t_ = -r_c_;
    add_product(system_.G_pattern(), point_.G, s1.v, Phi_t_);
    Phi_t_ = -Phi_t_;
  }
  projection_.project(kkt(newton), P(newton), point_.G, options_.solves, s1.v, r_c_);
  if (system_.rheonomic()) {
    drive_work_ = projection_.impulse().cwiseProduct(Phi_t_);
    work_drives = drive_work_.sum();
    if (!report.drive_work.empty()) drive_work_ += Vector::Map(report.drive_work.data(), drive_work_.size());
    report.book_drives(drive_work_);
  }
  system_.eval(s1, zero_, kBias, point_);
  r_c_.setZero();
  if (system_.rheonomic()) r_c_ = Phi_t_;
  add_product(system_.G_pattern(), point_.G, s1.v, r_c_);
  report.dissipated_numerical += T_before - 0.5 * M_.calc_form(s1.v) + work_drives;
  report.velocity_mid_max = 0;
  if (r_c_.size() > 0) report.velocity_mid_max = r_c_.cwiseAbs().maxCoeff(&report.velocity_mid_row);
  return true;
}

void EndProjection::project_acceleration(const NewtonFactors& newton, Vector& qdd) {
  r_c_ = point_.bias;
  add_product(system_.G_pattern(), point_.G, qdd, r_c_);
  projection_.project(kkt(newton), P(newton), point_.G, options_.solves, qdd, r_c_);
}

void add_projection_options(Schema& schema, const std::string& matrix) {
  schema
      .choice(
          "projection_matrix", {"tangent", "mass"},
          "norm of the projections: that of Newton's matrix, whose factors are there, or the mass matrix, with which "
          "they never add energy")
      .default_value(matrix);
  schema.integer("projection_iterations", "largest number of solves a projection; 1 as in the paper, more to round-off")
      .range(1, 100)
      .default_value(20);
}

ProjectionOptions read_projection_options(const Params& params) {
  return {params.text("projection_matrix") == "mass", static_cast<int>(params.integer("projection_iterations"))};
}

}  // namespace invar
