// The oracles of controlled machines: the work that their equations book is the change of an energy that they do not know.
#include <gtest/gtest.h>

#include <cmath>

#include "oracles/cylinder_engine.h"
#include "oracles/servo_pendulum.h"

namespace invar::oracles {
namespace {

TEST(OracleServoPendulum, BalancesItsEnergy) {
  const ServoPendulum arm;
  const Real start = arm.energy(arm.state(0));
  for (const Real t : {0.3L, 1.0L, 2.0L}) {
    const auto s = arm.state(t);
    EXPECT_LT(std::abs(arm.energy(s) - s.work - start), 1e-13L) << static_cast<double>(t);
    EXPECT_GT(std::abs(s.work), 0.1L);
  }
}

// The kinetic energy is that of M; M' in the equation of motion is another derivation.
TEST(OracleCylinderEngine, BalancesItsEnergy) {
  const CylinderEngine engine;
  const Real start = engine.energy(engine.state(0));
  for (const Real t : {0.02L, 0.1L, 0.2L}) {
    const auto s = engine.state(t);
    EXPECT_LT(std::abs(engine.energy(s) - s.work - start), 1e-11L * start) << static_cast<double>(t);
    EXPECT_GT(std::abs(s.work), 1.0L);
  }
}

}  // namespace
}  // namespace invar::oracles
