// BeamPotential: strain energy of one beam element, U = sum over Gauss points of w/2 E^T D E (beam_strain.h).
//
// The local coordinates are the frames of its 2 to 4 nodes, x = (r, d1, d2, d3) each, seen as the columns of a 3 x 4n
// matrix X. Interpolation is linear, also where an element is attached with an offset or another orientation (node
// transforms): P = X W with constant weights W per Gauss point, forces go back with W^T. The discrete gradient
//   U_q_bar = sum w W B((P0 + P1)/2)^T D (E0 + E1)/2
// satisfies (D1) of terms/potential.h by (B1), because the energy is quadratic in E and E is quadratic in P.
#pragma once

#include <vector>

#include "invar/elements/beam/strain.h"
#include "invar/terms/mixed_stiffness.h"
#include "invar/terms/potential.h"

namespace invar {

using BeamWeights = Eigen::Matrix<double, Eigen::Dynamic, 7, 0, 16, 7>;  // rows: r, d1, d2, d3 of each node

struct BeamGaussPoint {
  BeamWeights W;
  BeamPoint fixed = BeamPoint::Zero();  // what nodes on the ground contribute
  double weight = 0;                    // of the rule, times the length measure [m]
  Matrix6 D = Matrix6::Zero();          // section stiffness
  Vector6 E_ref = Vector6::Zero();      // strain of the stress-free shape
};

// Whether the nodes are attached as they are, so that W consists of the shape functions alone (beam_kernel.h).
bool is_plain(const std::vector<BeamGaussPoint>& points);

class BeamPotential final : public Potential, public MixedStiffness {
 public:
  BeamPotential(int nodes, std::vector<BeamGaussPoint> points)
      : nodes_(nodes), points_(std::move(points)), plain_(is_plain(points_)) {}

  double U(Vec q) const override;
  void add_U_q(Vec q, VecOut g) const override;
  void add_U_qq(Vec q, MatOut K) const override;
  void add_U_q_bar(Vec q0, Vec q1, VecOut g) const override;
  void add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const override;
  void add_mixed_U_q_bar_tangent(Vec q0, Vec q1, Vec dq, MatOut K) const override;
  void add_mixed_path_tangent(const LocalPath& path, Vec dq_j, Vec dq_f, PathTangent& out) const override;
  // Time-Galerkin form, beam_path.cc.
  double add_path_force(const LocalPath& path, VecOut g, VecOut h) const override;
  void add_path_tangent(const LocalPath& path, PathTangent& out) const override;

  // Statics of stiff beams, terms/mixed_stiffness.h.
  void add_stress_update(Vec dq, MatOut K) const override;

  const std::vector<BeamGaussPoint>& points() const { return points_; }

 private:
  template <class Update>
  void add_tangent(Vec q0, Vec q1, double a, double b, const Update& update, MatOut K) const;
  template <class Update>
  void add_path_tangent(const LocalPath& path, const Update& update, PathTangent& out) const;

  int nodes_;
  std::vector<BeamGaussPoint> points_;
  bool plain_;
};

// Pieces that damping and channels share.
BeamPoint interpolate(const BeamWeights& W, Vec q);  // of increments and velocities: without the fixed part
inline BeamPoint calc_point(const BeamGaussPoint& point, Vec q) { return interpolate(point.W, q) + point.fixed; }
inline Vector6 calc_strain(const BeamGaussPoint& point, const BeamPoint& P) {
  return calc_beam_strain(P) - point.E_ref;
}

}  // namespace invar
