// The dense kind of constrained_solver.h: a truncated singular value decomposition of C.
#include <algorithm>
#include <cmath>

#include "invar/core/max_abs.h"
#include "invar/math/pseudoinverse.h"
#include "invar/solve/constrained_solver.h"
#include "invar/solve/node_mass.h"
#include "invar/solve/node_reduction.h"
#include "invar/solve/scaled_kkt.h"

namespace invar {

namespace {

constexpr int kMostDenseRefinements = 6;
constexpr double kNoLever = 1e-12;  // see kNoShift of regularization.cc

// In the physical coordinates of each node: the internal constraints of frames are eliminated exactly, so that thin and flat
// bodies have a regular mass matrix. Rows of C are scaled to order one: masses and units do not decide about rank.
class DenseConstrainedSolver final : public ConstrainedSolver {
 public:
  DenseConstrainedSolver(const MechanicalSystem& system, double truncation)
      : system_(system),
        K_(system.K_pattern()),
        G_(system.G_pattern()),
        lent_(calc_lent_mass(system, kTinyInertia)),
        has_frames_(!system.layout().internal_blocks().empty()),
        reduction_(system, NodeBlocks::Multipliers::kKept),
        blocks_(reduction_.blocks()),
        rows_(blocks_.rows()),
        truncation_(truncation),
        far_apart_(has_masses_far_apart(system)),
        values_(blocks_.pattern().nonzeros()),
        x_(blocks_.unknowns()) {
    n_ = blocks_.unknowns() - static_cast<int>(rows_.size());
    const int m = static_cast<int>(rows_.size());
    M_reduced_.setZero(n_, n_);
    Ct_.setZero(n_, m);
    for (Vector* x : {&y_, &f_, &w_}) x->setZero(n_);
    for (Vector* x : {&z_, &z2_}) x->setZero(std::min(n_, m));
    for (Vector* x : {&c_, &l_, &norm_}) x->setZero(m);
    most_ = std::min(n_, m);
    r_f_.setZero(K_.rows);
    if (!system.has_variable_mass()) set_mass(system.M());
  }

  bool set_mass(const Vector& M) override {
    M_ = M;
    // A mass that varies is positive definite where it does, or a step fails.
    M_invertible_ = M_ + lent_;
    for (int i = 0; i < K_.rows; ++i)
      if (const int at = K_.position(i, i); M_[at] > system_.M()[at]) M_invertible_[at] = M_[at];
    regular_ = M_invertible_ == M_;
    return has_frames_ || factor_mass(Vector::Zero(G_.nonzeros()));
  }

  bool factor(const Vector& G) override {
    if (!G.allFinite()) return false;
    G_values_ = G;
    if (has_frames_ && !factor_mass(G)) return false;
    Ct_.setZero();
    if (has_frames_) {
      for (const auto& block : blocks_.constraints()) {
        double g[12], b[12];
        reduction_.reduce(block, g, b);
        const NodeUnit& unit = blocks_.units()[block.unit];
        for (int i = 0; i < unit.reduced_size; ++i) add_column(block.row, unit.reduced + i, g[i]);
      }
    } else {
      for (int r = 0; r < G_.rows; ++r)
        for (int k = G_.start[r]; k < G_.start[r + 1]; ++k) add_column(r, G_.index[k], G[k]);
    }
    for (int r = 0; r < Ct_.cols(); ++r) Ct_.col(r) *= choose_scale(r, Ct_.col(r).norm());
    svd_.compute(
        Ct_, truncation_, [&](double s, const Vector& v, const Vector& u) { return calc_gain(s, v, u) > truncation_; },
        most_);
    return true;
  }

  void solve(const Vector& f, const Vector& c, Vector& x, Vector& l) override {
    x.resize(K_.rows);
    l.resize(G_.rows);
    solve_once(f, c, x, l);
    if (regular_ && !far_apart_) return;
    // The inertia lent to massless coordinates is taken back: the residual is that of the true mass matrix. Where masses lie
    // far apart, singular values have the rounding of the largest, and constraints are left with a residual as well.
    double last = INFINITY;
    c_left_.setZero(G_.rows);
    for (int i = 0; i < kMostDenseRefinements; ++i) {
      if (far_apart_) {
        c_left_ = -c;
        add_product(G_, G_values_, x, c_left_);
        c_left_ = -c_left_;
      }
      f_left_ = -f;
      add_product(K_, M_, x, f_left_);
      add_transpose_product(G_, G_values_, l, f_left_);
      f_left_ = -f_left_;
      solve_once(f_left_, c_left_, dx_, dl_);
      const double size = max_abs(dx_);
      if (!(size < 0.5 * last)) return;
      last = size;
      x += dx_;
      l += dl_;
      if (size <= 1e-15 * max_abs(x)) return;
    }
  }

  // Not these rows, but as many singular values: which rows are best left out depends on the position.
  void leave_out(const std::vector<int>& rows) override {
    most_ = std::min(n_, static_cast<int>(rows_.size() - rows.size()));
  }

  int rank() const override { return svd_.rank(); }
  void reset() override { norm_.setZero(); }
  void archive(Archive& a) override {
    a("norm", norm_);
    a("most", most_);
  }

 private:
  void add_column(int row, int unknown, double value) {
    const int below = n_ - unknown;
    if (value != 0) Ct_.col(row).tail(below) += value * R_inverse_t_.col(unknown).tail(below);
  }

  // Powers of two, which change no digit. By the largest norm so far: a row that vanishes for an instant is not blown up.
  double choose_scale(int row, double norm) {
    norm_[row] = std::max(norm_[row], norm);
    return norm_[row] > 0 ? std::exp2(-std::ilogb(norm_[row])) : 1;
  }

  // A singular value may be small in the metric of the mass because a body turns far more easily than it shifts. What
  // counts is geometry: how much the rows, each of unit size, see of a motion of unit size.
  double calc_gain(double s, const Vector& v, const Vector& u) {
    Vector length = Vector::Ones(n_), size = Vector::Zero(Ct_.cols());  // of coordinates in meters, of rows
    const auto visit = [&](const auto& use) {
      for (const auto& block : blocks_.constraints()) {
        double g[12], b[12];
        reduction_.reduce(block, g, b);
        use(block.row, blocks_.units()[block.unit], g);
      }
    };
    if (!has_frames_) reduction_.update(M_invertible_, G_values_, G_values_, values_);
    for (const auto& unit : blocks_.units()) {
      const int shifts = count_shifts(unit);
      if (shifts == unit.reduced_size) continue;
      double lever = 0;
      visit([&](int, const NodeUnit& other, const double* g) {
        if (other.reduced != unit.reduced) return;
        double shift = 0, turn = 0;
        for (int i = 0; i < unit.reduced_size; ++i)
          (i < shifts ? shift : turn) = std::max(i < shifts ? shift : turn, std::abs(g[i]));
        if (shift > kNoLever * turn) lever = std::max(lever, turn / shift);
      });
      if (lever > 0) length.segment(unit.reduced + shifts, unit.reduced_size - shifts).setConstant(lever);
    }
    visit([&](int row, const NodeUnit& unit, const double* g) {
      for (int i = 0; i < unit.reduced_size; ++i) size[row] += std::pow(g[i] / length[unit.reduced + i], 2);
    });
    const Vector motion = R_inverse_t_.transpose() * v;
    double seen = 0;
    for (int r = 0; r < size.size(); ++r)
      if (size[r] > 0) seen += std::pow(s * u[r] / choose_scale(r, 0), 2) / size[r];
    return std::sqrt(seen) / motion.cwiseProduct(length).norm();
  }

  static int count_shifts(const NodeUnit& unit) {
    if (unit.is_frame()) return 3;
    return unit.size == 1 ? 0 : unit.turns ? unit.size - 1 : unit.size;
  }

  // M = L L^T in physical coordinates, so R = L^T and R^-T = L^-1. Scaled by its diagonal, which may span many decades.
  bool factor_mass(const Vector& G) {
    if (has_frames_) {
      reduction_.update(M_invertible_, G, G, values_);
      for (const auto& block : blocks_.stiffness()) {
        const NodeUnit &a = blocks_.units()[block.a], &b = blocks_.units()[block.b];
        const int* target = blocks_.stiffness_target(block);
        for (int i = 0; i < a.reduced_size; ++i)
          M_reduced_.row(a.reduced + i).segment(b.reduced, b.reduced_size) =
              values_.segment(target[i], b.reduced_size).transpose();
      }
      M_reduced_ = (0.5 * (M_reduced_ + M_reduced_.transpose())).eval();
    } else {
      for (int i = 0; i < n_; ++i)
        for (int k = K_.start[i]; k < K_.start[i + 1]; ++k) M_reduced_(i, K_.index[k]) = M_invertible_[k];
    }
    llt_.compute(M_reduced_);
    if (llt_.info() != Eigen::Success) {  // singular across coordinates
      M_reduced_.diagonal() *= 1 + kTinyInertia;
      llt_.compute(M_reduced_);
      regular_ = false;
    }
    R_inverse_t_.setIdentity(n_, n_);
    llt_.matrixL().solveInPlace(R_inverse_t_);
    return llt_.info() == Eigen::Success;
  }

  void solve_once(const Vector& f, const Vector& c, Vector& x, Vector& l) {
    if (!has_frames_) {
      for (int r = 0; r < c_.size(); ++r) c_[r] = c[r];
      solve_reduced(f);
      x = w_;
      l = l_;
      return;
    }
    r_f_ = -f;
    r_c_ = -c;
    reduction_.start(r_f_, r_c_, x, x_);
    for (size_t r = 0; r < rows_.size(); ++r)
      c_[static_cast<int>(r)] = c[rows_[r]] - reduction_.row_product(rows_[r], x);
    f_ = x_.head(n_);
    solve_reduced(f_);
    x_.head(n_) = w_;
    reduction_.expand(x_, x);
    l.setZero(G_.rows);
    for (size_t r = 0; r < rows_.size(); ++r) l[rows_[r]] = l_[static_cast<int>(r)];
    reduction_.add_internal_multipliers(r_f_, x, l);
  }

  // With y = R^-T f, rows scaled by s:  R w = y - V (V^T y - S^-1 U^T s c),   l = s U S^-1 (V^T y - S^-1 U^T s c).
  void solve_reduced(const Vector& f) {
    y_.noalias() = R_inverse_t_.triangularView<Eigen::Lower>() * f;
    const int rank = svd_.rank();
    auto z = z_.head(rank), z2 = z2_.head(rank);
    for (int r = 0; r < c_.size(); ++r) c_[r] *= choose_scale(r, 0);
    z2.noalias() = svd_.U().transpose().lazyProduct(c_);
    z.noalias() = svd_.V().transpose().lazyProduct(y_);
    z -= z2.cwiseQuotient(svd_.S());
    y_.noalias() -= svd_.V().lazyProduct(z);
    w_.noalias() = R_inverse_t_.transpose().triangularView<Eigen::Upper>() * y_;
    z.array() /= svd_.S().array();
    l_.noalias() = svd_.U().lazyProduct(z);
    for (int r = 0; r < l_.size(); ++r) l_[r] *= choose_scale(r, 0);
  }

  // Lent to massless coordinates; a larger one would slow the refinement, a smaller one distort the singular values.
  static constexpr double kTinyInertia = 1e-3;

  const MechanicalSystem& system_;
  const SparsePattern &K_, &G_;
  Vector lent_, M_, M_invertible_;
  bool regular_ = true, has_frames_;
  NodeReduction reduction_;
  const NodeBlocks& blocks_;
  const std::vector<int>& rows_;  // those that are not internal
  double truncation_;
  bool far_apart_;
  int n_ = 0;     // unknowns without multipliers
  int most_ = 0;  // singular values
  Vector values_, x_;
  Matrix M_reduced_, R_inverse_t_, Ct_;
  Eigen::LLT<Matrix> llt_;
  TruncatedSvd svd_;
  Vector G_values_, y_, f_, w_, z_, z2_, c_, l_, norm_, r_f_, r_c_, f_left_, dx_, dl_, c_left_;
};

}  // namespace

std::unique_ptr<ConstrainedSolver> make_dense_constrained_solver(const MechanicalSystem& system, double truncation) {
  return std::make_unique<DenseConstrainedSolver>(system, truncation);
}

}  // namespace invar
