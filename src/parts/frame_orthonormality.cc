#include "invar/parts/frame_orthonormality.h"

namespace invar {

namespace {

// Pairs of directors (0-based) of the rows, and the factor 1/2 of the diagonal ones.
constexpr int kPair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};

void add_jacobian(const Vector3 d[3], MatOut J) {
  for (int i = 0; i < 3; ++i) J.block<1, 3>(i, 3 + 3 * i) += d[i].transpose();
  for (int i = 3; i < 6; ++i) {
    const auto [a, b] = kPair[i];
    J.block<1, 3>(i, 3 + 3 * a) += d[b].transpose();
    J.block<1, 3>(i, 3 + 3 * b) += d[a].transpose();
  }
}

void add_hessian(Vec lambda, double scale, MatOut K) {
  for (int i = 0; i < 6; ++i) {
    const auto [a, b] = kPair[i];
    for (int c = 0; c < 3; ++c) {
      K(3 + 3 * a + c, 3 + 3 * b + c) += scale * lambda[i];
      if (a != b) K(3 + 3 * b + c, 3 + 3 * a + c) += scale * lambda[i];
    }
  }
}

}  // namespace

void FrameOrthonormality::add_Phi(const At& at, VecOut Phi) const {
  for (int i = 0; i < 6; ++i) {
    const auto [a, b] = kPair[i];
    const double dot = at.q.segment<3>(3 + 3 * a).dot(at.q.segment<3>(3 + 3 * b));
    Phi[i] += i < 3 ? 0.5 * (dot - 1) : dot;
  }
}

void FrameOrthonormality::add_Phi_q(const At& at, MatOut J) const {
  const Vector3 d[3] = {at.q.segment<3>(3), at.q.segment<3>(6), at.q.segment<3>(9)};
  add_jacobian(d, J);
}

void FrameOrthonormality::add_bias(const At& at, VecOut bias) const {
  for (int i = 0; i < 6; ++i) {
    const auto [a, b] = kPair[i];
    bias[i] += (i < 3 ? 1 : 2) * at.v.segment<3>(3 + 3 * a).dot(at.v.segment<3>(3 + 3 * b));
  }
}

void FrameOrthonormality::add_Phi_qq(const At&, Vec lambda, MatOut K) const { add_hessian(lambda, 1, K); }

void FrameOrthonormality::add_Phi_q_bar(const Across& pair, MatOut J) const {
  const Vector3 d[3] = {0.5 * (pair.q0.segment<3>(3) + pair.q1.segment<3>(3)),
                        0.5 * (pair.q0.segment<3>(6) + pair.q1.segment<3>(6)),
                        0.5 * (pair.q0.segment<3>(9) + pair.q1.segment<3>(9))};
  add_jacobian(d, J);
}

void FrameOrthonormality::add_Phi_q_bar_tangent(const Across&, Vec lambda, MatOut K) const {
  add_hessian(lambda, 0.5, K);
}

}  // namespace invar
