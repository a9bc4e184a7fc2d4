// A force of your own in a few lines: air drag of a ball, quadratic in the speed. Derivatives come from differences.
// Run: own_force
#include <invar/invar.h>

#include <cmath>
#include <cstdio>

using namespace invar;

class Drag final : public Force {
 public:
  explicit Drag(double c) : c_(c) {}
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_Q(const At& at, VecOut Q) const override { Q -= c_ * at.v.norm() * at.v; }

 private:
  double c_;
};

int main() {
  ModelBuilder builder;
  builder.gravity({0, 0, -9.81});
  builder.add("ball", PointMassParams{.mass = 0.5, .position = {0, 0, 0}});
  builder.add_force("drag", {"ball"}, std::make_unique<Drag>(0.02));
  ModelSimulation sim(builder.finish(), EpParams{}, {.step = 0.01});
  sim.run_to(20);
  // It falls at the speed at which the drag bears the weight.
  std::printf("speed %.4f m/s, limit %.4f m/s\n", -sim.value("ball.velocity.z"), std::sqrt(0.5 * 9.81 / 0.02));
}
