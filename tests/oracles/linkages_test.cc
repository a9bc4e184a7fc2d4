// The closed forms of oracles/linkages.h against the lengths that they stand for.
#include "oracles/linkages.h"

#include <gtest/gtest.h>

#include <cmath>

namespace invar::oracles {
namespace {

TEST(Linkages, the_leg_has_the_lengths_of_its_rods_at_all_angles) {
  for (int i = 0; i < 60; ++i) {
    const JansenLeg leg(2 * kPi * i / 60);
    const Vec2 B(-38, -7.8);
    const auto expect = [](const Vec2& x, const Vec2& y, Real length) {
      EXPECT_NEAR(static_cast<double>((x - y).norm()), static_cast<double>(length), 1e-14 * 70);
    };
    expect(leg.pin, leg.U, 50);
    expect(B, leg.U, 41.5);
    expect(leg.U, leg.V, 55.8);
    expect(B, leg.V, 40.1);
    expect(leg.pin, leg.D, 61.9);
    expect(B, leg.D, 39.3);
    expect(leg.V, leg.W, 39.4);
    expect(leg.D, leg.W, 36.7);
    expect(leg.W, leg.foot, 65.7);
    expect(leg.D, leg.foot, 49);
    EXPECT_LT(leg.foot.y(), -60);  // below the crank
  }
}

TEST(Linkages, direct_and_inverse_kinematics_of_the_delta_robot_agree) {
  const DeltaRobot robot;
  for (Real a : {-0.3, 0.2, 0.7})
    for (Real b : {-0.2, 0.4})
      for (Real c : {0.0, 0.5}) {
        const std::array<Real, 3> angles{a, b, c};
        const Vec3 p = robot.platform(angles);
        EXPECT_LT(p.z(), -0.2);
        for (int i = 0; i < 3; ++i)
          EXPECT_NEAR(static_cast<double>(robot.angle(i, p)), static_cast<double>(angles[i]), 1e-15);
      }
}

}  // namespace
}  // namespace invar::oracles
