// A solid gives its second moments; the equivalent shape gives the solid back.
#include "invar/bodies/equivalent_shape.h"

#include <gtest/gtest.h>

#include "invar/math/rotation.h"

namespace invar {
namespace {

constexpr double kMass = 3;

TEST(EquivalentShape, of_a_box_is_the_box_also_when_it_is_turned) {
  const Vector3 sides(0.4, 2, 0.9);
  const Matrix3 J = (kMass / 12 * sides.cwiseAbs2()).asDiagonal();
  const EquivalentShape shape = calc_equivalent_shape(kMass, J);
  ASSERT_EQ(shape.kind, "box");
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(shape.size[i], sides[i], 1e-12);
  EXPECT_LT((shape.R - Matrix3::Identity()).norm(), 1e-12) << "an aligned box stays aligned";
  const Matrix3 R = make_rotation(Vector3(1, -2, 0.5).normalized(), 0.4);
  const EquivalentShape turned = calc_equivalent_shape(kMass, R * J * R.transpose());
  const Vector3 squares(turned.size[0] * turned.size[0], turned.size[1] * turned.size[1],
                        turned.size[2] * turned.size[2]);
  EXPECT_LT((turned.R * (kMass / 12 * squares).asDiagonal() * turned.R.transpose() - R * J * R.transpose()).norm(),
            1e-12);
  EXPECT_NEAR(turned.R.determinant(), 1, 1e-12);
}

TEST(EquivalentShape, of_a_cylinder_is_the_cylinder_flat_or_long) {
  for (const double height : {0.3, 5.0}) {
    const double radius = 0.8;
    const Matrix3 J =
        Vector3(kMass * height * height / 12, kMass * radius * radius / 4, kMass * radius * radius / 4).asDiagonal();
    const EquivalentShape shape = calc_equivalent_shape(kMass, J);
    ASSERT_EQ(shape.kind, "cylinder");
    EXPECT_NEAR(shape.size[0], radius, 1e-12);
    EXPECT_NEAR(shape.size[1], height, 1e-12);
    EXPECT_NEAR(std::abs(shape.R(0, 2)), 1, 1e-12) << "along x";
    EXPECT_NEAR(shape.R.determinant(), 1, 1e-12);
  }
}

TEST(EquivalentShape, of_a_ball_is_the_ball_and_of_a_point_nothing) {
  const EquivalentShape ball = calc_equivalent_shape(kMass, kMass * 0.25 / 5 * Matrix3::Identity());
  ASSERT_EQ(ball.kind, "sphere");
  EXPECT_NEAR(ball.size[0], 0.5, 1e-12);
  EXPECT_EQ(calc_equivalent_shape(kMass, Matrix3::Zero()).kind, "");
}

TEST(EquivalentShape, of_flat_and_thin_bodies_can_still_be_seen) {
  const EquivalentShape disc = calc_equivalent_shape(kMass, Vector3(1, 1, 0).asDiagonal());
  EXPECT_EQ(disc.kind, "cylinder");
  EXPECT_GT(disc.size[1], 0.01 * disc.size[0]);
  const EquivalentShape plate = calc_equivalent_shape(kMass, Vector3(1, 2, 0).asDiagonal());
  EXPECT_EQ(plate.kind, "box");
  EXPECT_GT(plate.size[2], 0.01 * plate.size[1]);
}

}  // namespace
}  // namespace invar
