// Mass matrices of rigid bodies whose inertia is given about different points, against the parallel-axis theorem.
#include <gtest/gtest.h>

#include "invar/model/model.h"
#include "invar/system/assembled_system.h"

namespace invar {
namespace {

Vector mass_matrix(const std::string& inertia) {
  const auto model =
      load_model_text("bodies:\n  x: {type: rigid_body, mass: 2, center: [0.1, -0.2, 0.3], " + inertia + "}\n");
  return AssembledSystem(model->assembly).M();
}

// I_p = I_c + m (|d|^2 1 - d d^T), here with m = 2 and the center c = (0.1, -0.2, 0.3).
std::string about(const Vector3& p) {
  const Vector3 d = p - Vector3(0.1, -0.2, 0.3);
  const Matrix3 I =
      Matrix3(Vector3(1, 2, 2.5).asDiagonal()) + 2 * (d.squaredNorm() * Matrix3::Identity() - d * d.transpose());
  return fmt::format("inertia: [{}, {}, {}, {}, {}, {}]", I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
}

TEST(RigidBody, is_the_same_whichever_point_its_inertia_is_given_about) {
  const Vector M = mass_matrix("inertia: [1, 2, 2.5]");
  const auto difference = [&](const std::string& inertia) { return (mass_matrix(inertia) - M).cwiseAbs().maxCoeff(); };
  EXPECT_LT(difference("inertia: [1, 2, 2.5], inertia_about: center"), 1e-15);
  EXPECT_LT(difference("inertia: [1, 2, 2.5], inertia_about: [0.1, -0.2, 0.3]"), 1e-15);
  EXPECT_LT(difference(about({0, 0, 0}) + ", inertia_about: origin"), 1e-14);
  EXPECT_LT(difference(about({0.7, 0.4, -0.5}) + ", inertia_about: [0.7, 0.4, -0.5]"), 1e-14);
}

}  // namespace
}  // namespace invar
