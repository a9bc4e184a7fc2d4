#include "invar/equilibrium/steady_motion.h"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

#include "invar/equilibrium/dense_modes.h"
#include "invar/equilibrium/tangent_basis.h"
#include "invar/math/rotation.h"
#include "invar/solve/acceleration.h"

namespace invar {

namespace {

// Three steps to each side must stay on smooth ground: a tyre that carries a car is pressed in by 8 mm, and beyond that it
// lifts off. Truncation is far below rounding here.
constexpr double kStep = 1e-3;

// A space of motions and its left inverse. Built of the undamped modes of the state, each of unit mass: in a basis that
// mixes slow and fast ones the digits of the slow drown in the rounding errors of the fast, which for beams are 1e7 times
// faster. Positions are in units of their own frequency, so that J has frequencies as its entries, not their squares.
struct MotionBasis {
  Matrix N, left;
  double slowest = 0;  // lowest frequency that is not zero; 0 if the modes were of no use
};

MotionBasis make_motion_basis(const Matrix& N, const Matrix& M, const Matrix& K, bool positions) {
  MotionBasis out{N, N.transpose()};
  const Matrix M_z = N.transpose() * M * N;
  Matrix K_z = N.transpose() * K * N;
  K_z = 0.5 * (K_z + K_z.transpose()).eval();
  std::vector<EigenPair> modes;
  // Freedoms without mass are no modes; such a model keeps the plain basis.
  if (N.cols() == 0 || !solve_conservative(M_z, K_z, modes) || static_cast<int>(modes.size()) != N.cols()) return out;
  double slowest = 1e300;
  for (const EigenPair& mode : modes)
    if (!mode.zero) slowest = std::min(slowest, std::abs(mode.value));
  if (slowest == 1e300) return out;
  Matrix T(N.cols(), N.cols());
  Vector rate = Vector::Ones(N.cols());
  for (int i = 0; i < N.cols(); ++i) {
    const auto& mode = modes[static_cast<std::size_t>(i)];
    T.col(i) = mode.shape.real();
    if (positions) rate[i] = mode.zero ? slowest : std::abs(mode.value);
  }
  out.N = N * T * rate.cwiseInverse().asDiagonal();
  out.left = rate.asDiagonal() * T.transpose() * M_z * N.transpose();
  out.slowest = slowest;
  return out;
}

class Linearizer {
 public:
  Linearizer(const MechanicalSystem& system, const State& s, const Vector3& Omega)
      : system_(system), s_(s), Omega_(Omega), basis_(system.layout(), s.q), solver_(system) {
    lambda_ = Vector::Zero(system.rows());
    y_rate_ = basis_.contract(s.v);
    speed_ = std::max(1.0, s.v.size() ? s.v.cwiseAbs().maxCoeff() : 0.0);
  }

  SteadyMotion run() {
    SteadyMotion out;
    Vector alpha0;
    if (!accelerations(s_.q, s_.v, alpha0)) {
      out.status = {StatusCode::kSingular, "while computing accelerations"};
      return out;
    }
    const Vector lambda0 = l_;
    check_steady(alpha0, out);
    const int n = basis_.size();
    // Spaces of the constraints.
    PointEval eval;
    system_.eval(s_, lambda_, kVelocity, eval);
    const Matrix Y = basis_.expand(Matrix::Identity(n, n));
    PointEval stiffness;
    system_.eval(s_, lambda0, kStiffness, stiffness);  // with the multipliers of the motion
    const Matrix M = Y.transpose() * multiply(calc_mass(system_, s_), Y), K = Y.transpose() * multiply(stiffness.K, Y);
    const MotionBasis holonomic = make_motion_basis(calc_free_motions(system_, basis_, eval.G, true), M, K, true);
    const MotionBasis all = make_motion_basis(calc_free_motions(system_, basis_, eval.G), M, K, false);
    const Matrix &N_h = holonomic.N, &N_a = all.N;
    if (N_h.cols() + N_a.cols() == 0) return out;  // nothing can move by itself
    out.slowest = holonomic.slowest;
    const Matrix GY = dense_matrix(system_.G_pattern(), eval.G) * Y;
    // Derivatives along the freedoms.
    Matrix Phi_dot_p(system_.rows(), N_h.cols()), alpha_p(n, N_h.cols());
    for (int k = 0; k < N_h.cols(); ++k) {
      const Vector xi = N_h.col(k);
      if (!difference(xi, Vector::Zero(n), alpha_p, Phi_dot_p, k)) return failed(out);
    }
    const Matrix P = GY.completeOrthogonalDecomposition().solve(-Phi_dot_p);  // eta = P p + N_a u
    const Matrix eta_basis = [&] {
      Matrix both(n, N_h.cols() + N_a.cols());
      both << P, N_a;
      return both;
    }();
    Matrix alpha_eta(n, eta_basis.cols()), ignored(system_.rows(), eta_basis.cols());
    for (int k = 0; k < eta_basis.cols(); ++k)
      if (!difference(Vector::Zero(n), eta_basis.col(k), alpha_eta, ignored, k)) return failed(out);

    const int np = static_cast<int>(N_h.cols()), nu = static_cast<int>(N_a.cols());
    Matrix xi_rate = eta_basis;  // columns: p, u
    xi_rate.leftCols(np) += turn(N_h);
    Matrix eta_rate = alpha_eta;
    eta_rate.leftCols(np) += alpha_p;
    eta_rate -= cross_Omega(eta_basis);
    out.J.resize(np + nu, np + nu);
    const Matrix p_rate = holonomic.left * xi_rate;
    out.J.topRows(np) = p_rate;
    out.J.bottomRows(nu) = all.left * (eta_rate - P * p_rate);
    out.positions = np;
    out.velocities = nu;
    out.shapes = basis_.expand(N_h);
    return out;
  }

 private:
  static SteadyMotion& failed(SteadyMotion& out) {
    out.status = {StatusCode::kSingular, "while differentiating accelerations"};
    return out;
  }

  // A B for a matrix of the system.
  Matrix multiply(const Vector& values, const Matrix& B) const {
    const SparsePattern& pattern = system_.K_pattern();
    Matrix out = Matrix::Zero(B.rows(), B.cols());
    for (int i = 0; i < pattern.rows; ++i)
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k)
        if (values[k] != 0) out.row(i) += values[k] * B.row(pattern.index[k]);
    return out;
  }

  bool accelerations(const Vector& q, const Vector& v, Vector& alpha) {
    if (!solver_.solve({s_.t, q, v, s_.z, s_.inputs.u}, a_, l_)) return false;
    alpha = RigidBasis(system_.layout(), q).contract(a_);
    return alpha.allFinite();
  }

  // Change of the coordinates' velocities that belongs to (xi, eta).
  Vector velocity_change(const Vector& xi, const Vector& eta) const {
    Vector dv = basis_.expand(eta);
    for (const auto& b : basis_.blocks()) {
      if (!b.frame) continue;
      const Vector3 w = y_rate_.segment<3>(b.y + 3), phi = xi.segment<3>(b.y + 3);
      for (int i = 1; i <= 3; ++i)
        dv.segment<3>(b.offset + 3 * i) += w.cross(phi.cross(s_.q.segment<3>(b.offset + 3 * i)));
    }
    return dv;
  }

  bool difference(const Vector& xi, const Vector& eta, Matrix& alpha_out, Matrix& rate_out, int column) {
    const Vector dq = basis_.expand(xi), dv = velocity_change(xi, eta);
    const double size = std::max({xi.cwiseAbs().maxCoeff(), eta.cwiseAbs().maxCoeff() / speed_, 1e-300});
    const double h = kStep / size;
    static constexpr double kWeights[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
    alpha_out.col(column).setZero();
    rate_out.col(column).setZero();
    Vector alpha;
    for (int k = 1; k <= 3; ++k)
      for (const double sign : {1.0, -1.0}) {
        const Vector q = s_.q + sign * k * h * dq, v = s_.v + sign * k * h * dv;
        if (!accelerations(q, v, alpha)) return false;
        alpha_out.col(column) += sign * kWeights[k - 1] / h * alpha;
        system_.eval({s_.t, q, v}, lambda_, kVelocity, eval_);
        rate_out.col(column) += sign * kWeights[k - 1] / h * eval_.Phi_dot;
      }
    return true;
  }

  // Omega x on every 3-vector (planar points: the part about z).
  Matrix cross_Omega(const Matrix& x) const {
    Matrix out = Matrix::Zero(x.rows(), x.cols());
    if (Omega_.isZero(0)) return out;
    const Matrix3 S = skew(Omega_);
    for (const auto& b : basis_.blocks()) {
      const NodeKind kind = system_.layout().node(b.node).kind;
      if (kind == NodeKind::kScalar) continue;
      const bool planar = kind == NodeKind::kPoint2 || kind == NodeKind::kFrame2;
      for (int k = 0; k + (planar ? 2 : 3) <= b.y_size; k += 3) {
        const int size = planar ? 2 : 3;
        out.middleRows(b.y + k, size) = S.topLeftCorner(size, size) * x.middleRows(b.y + k, size);
        if (planar) break;
      }
    }
    return out;
  }

  // What (T1) adds to eta: omega_0 x phi - Omega x xi.
  Matrix turn(const Matrix& xi) const {
    Matrix out = -cross_Omega(xi);
    for (const auto& b : basis_.blocks())
      if (b.frame) out.middleRows(b.y + 3, 3) += skew(Vector3(y_rate_.segment<3>(b.y + 3))) * xi.middleRows(b.y + 3, 3);
    return out;
  }

  void check_steady(const Vector& alpha0, SteadyMotion& out) {
    const Vector left = alpha0 - Vector(cross_Omega(y_rate_));
    const double rate = y_rate_.size() ? y_rate_.cwiseAbs().maxCoeff() : 0;
    const double scale = std::max({alpha0.cwiseAbs().maxCoeff(), rate * rate, 1e-3});
    out.unsteady = left.cwiseAbs().maxCoeff() / scale;
    // A little later along the motion, every body turned on its own and all turned by Omega.
    const double tau = 0.1 / std::max(rate, 1.0);
    Vector q = s_.q, v = s_.v, alpha;
    if (!Omega_.isZero(0)) return;  // positions relative to the axis of the turn are not known here
    for (const auto& b : basis_.blocks()) {
      if (!b.frame) {
        q.segment(b.offset, b.size) += tau * s_.v.segment(b.offset, b.size);
        continue;
      }
      const Vector3 w = y_rate_.segment<3>(b.y + 3);
      q.segment<3>(b.offset) += tau * s_.v.segment<3>(b.offset);
      if (w.norm() == 0) continue;
      const Matrix3 R = Eigen::AngleAxisd(tau * w.norm(), w.normalized()).toRotationMatrix();
      for (int i = 1; i <= 3; ++i) {
        q.segment<3>(b.offset + 3 * i) = R * s_.q.segment<3>(b.offset + 3 * i);
        v.segment<3>(b.offset + 3 * i) = R * s_.v.segment<3>(b.offset + 3 * i);
      }
    }
    if (accelerations(q, v, alpha)) out.not_constant = (alpha - alpha0).cwiseAbs().maxCoeff() / scale;
  }

  const MechanicalSystem& system_;
  const State& s_;
  Vector3 Omega_;
  RigidBasis basis_;
  AccelerationSolver solver_;
  PointEval eval_;
  Vector lambda_, y_rate_, a_, l_;
  double speed_ = 1;
};

}  // namespace

SteadyMotion linearize_steady_motion(const MechanicalSystem& system, const State& s, const Vector3& Omega) {
  return Linearizer(system, s, Omega).run();
}

}  // namespace invar
