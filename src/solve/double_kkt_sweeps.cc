// The double KKT system of `em` (integrators/energy_momentum/em_step.h), whose two levels are almost apart,
//
//   positions   [ A_11  B_11^T ] (dx_1, dl_1) = -(r_1 + B_12^T dl_2, c_1)
//               [ G_11  -E_11  ]
//   velocities  [ -A_22  -B_22^T ] (dx_2, dl_2) = (r_2 + A_21 dx_1, -(c_2 + G_21 dx_1))
//               [ G_22   -E_22   ]
//
// by block Gauss-Seidel: two matrices of the size that `ep` has, both with frames eliminated. A sweep contracts by (omega h/2)^2
// with omega the rotation of the bodies; two of them are as good as the whole matrix. The second matrix has no stiffness.
#include "invar/solve/double_kkt.h"

namespace invar {

namespace {

constexpr int kSweeps = 2;

class SweepingDoubleKktSolver final : public DoubleKktSolver {
 public:
  SweepingDoubleKktSolver(const MechanicalSystem& system, KktForm form)
      : K_(system.K_pattern()),
        G_(system.G_pattern()),
        positions_(make_kkt_solver(system, form)),
        velocities_(make_kkt_solver(system, form)) {}

  bool factor(const DoubleKkt& matrix) override {
    A_21_ = matrix.A[1][0];
    B_12_ = matrix.B[0][1];
    G_21_ = matrix.G[1][0];
    A_ = -matrix.A[1][1];
    B_ = -matrix.B[1][1];
    return positions_->factor(matrix.A[0][0], matrix.B[0][0], matrix.G[0][0], matrix.E[0][0]) &&
           velocities_->factor(A_, B_, matrix.G[1][1], matrix.E[1][1]);
  }

  void solve(const Vector r[2], const Vector c[2], Vector dx[2], Vector dl[2]) override {
    positions_->solve(r[0], c[0], dx[0], dl[0]);
    for (int sweep = 0;; ++sweep) {
      r_f_ = r[1];
      add_product(K_, A_21_, dx[0], r_f_);
      r_f_ = -r_f_;
      r_c_ = c[1];
      add_product(G_, G_21_, dx[0], r_c_);
      velocities_->solve(r_f_, r_c_, dx[1], dl[1]);
      if (sweep + 1 == kSweeps) return;
      r_f_ = r[0];
      add_transpose_product(G_, B_12_, dl[1], r_f_);
      positions_->solve(r_f_, c[0], dx[0], dl[0]);
    }
  }

  void reset() override {
    positions_->reset();
    velocities_->reset();
  }
  void archive(Archive& a) override {
    a("positions", *positions_);
    a("velocities", *velocities_);
  }

 private:
  const SparsePattern &K_, &G_;
  std::unique_ptr<KktSolver> positions_, velocities_;
  Vector A_21_, B_12_, G_21_, A_, B_, r_f_, r_c_;
};

}  // namespace

std::unique_ptr<DoubleKktSolver> make_sweeping_double_kkt_solver(const MechanicalSystem& system, KktForm form) {
  return std::make_unique<SweepingDoubleKktSolver>(system, form);
}

}  // namespace invar
