// An energy of your own: U and its gradient suffice, the discrete gradient keeps the energy exactly. A planet on an orbit in
// the field U = -k/r - b/r^3, whose perihelion moves.
// Run: own_potential
#include <invar/invar.h>

#include <cmath>
#include <cstdio>

using namespace invar;

class Field final : public SmoothPotential {
 public:
  Field(double k, double b) : k_(k), b_(b) {}
  double U(Vec q) const override { return -k_ / q.norm() - b_ / std::pow(q.norm(), 3); }
  void add_U_q(Vec q, VecOut g) const override {
    const double r = q.norm();
    g += (k_ / std::pow(r, 3) + 3 * b_ / std::pow(r, 5)) * q;
  }

 private:
  double k_, b_;
};

int main() {
  ModelBuilder builder;
  builder.add("planet", PointMassParams{.mass = 1, .position = {1, 0, 0}, .velocity = {0, 1.2, 0}});
  builder.add_potential("sun", {"planet"}, std::make_unique<Field>(1, 0.01));
  ModelSimulation sim(builder.finish(), EpParams{.order = "4"}, {.step = 0.02});
  const double start = sim.calc_energy();
  double largest = 0;
  while (sim.state().t < 100 && sim.step().status.ok())
    largest = std::max(largest, std::abs(sim.calc_energy() - start));
  std::printf("t = %.0f s, energy kept to %s\n", sim.state().t, largest < 1e-12 ? "rounding" : "less than rounding");
}
