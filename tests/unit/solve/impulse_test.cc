// Velocities that jump: closed forms, and an account for every joule whatever happens at once.
#include <gtest/gtest.h>

#include <cmath>

#include "catalog/integrator_samples.h"
#include "invar/solve/impulse.h"
#include "unit/solve/random_vector.h"

namespace invar {
namespace {

struct Jump {
  const AssembledSystem& system;
  State s;
  ImpulseProblem problem;
  ImpulseReport report;

  explicit Jump(const catalog::ReadySystem& ready) : system(ready.system), s(ready.start) {
    PointEval eval;
    const Vector rest = Vector::Zero(system.coordinates()), no_lambda = Vector::Zero(system.rows());
    system.eval(At(s).with_v(rest), no_lambda, kVelocity, eval);
    problem.before = {eval.G, eval.Phi_dot, std::vector<char>(static_cast<std::size_t>(system.rows()), true)};
    problem.after = problem.before;
  }
  int row(const std::string& owner) const {
    for (int r = 0; r < system.rows(); ++r)
      if (system.layout().row(r).owner == owner) return r;
    return -1;
  }
  // Rows that are not there before.
  void appear(const std::string& owner) {
    const SparsePattern& G = system.G_pattern();
    for (int r = 0; r < system.rows(); ++r) {
      if (system.layout().row(r).owner != owner) continue;
      problem.before.active[static_cast<std::size_t>(r)] = false;
      problem.before.g[r] = 0;
      problem.before.G.segment(G.start[r], G.start[r + 1] - G.start[r]).setZero();
    }
  }
  double T() const {
    PointEval eval;
    system.eval(s, Vector::Zero(system.rows()), kEnergy, eval);
    return eval.T;
  }
  // Gain of kinetic energy, less what the report accounts for.
  double solve() {
    const double before = T();
    ImpulseSolver(system).solve(s, problem, s.v, report);
    return T() - before -
           (report.work_applied + report.work_drives() - report.dissipated_numerical - report.dissipated_events);
  }
  double largest_rate_left() const {
    Vector rates = problem.after.g;
    add_product(system.G_pattern(), problem.after.G, s.v, rates);
    return rates.cwiseAbs().maxCoeff();
  }
};

const std::string kCrane = R"(
parameters: {angle: 0.4, L: 12}
gravity: [0, 0, -9.81]
bodies:
  trolley: {type: rigid_body, mass: 300, inertia: [50, 50, 50], position: [5, 0, 20], velocity: [1, 0, 0]}
  load: {type: point_mass, mass: 1500, position: [5 + L*sin(angle), 0, 20 - L*cos(angle)], velocity: [1.2*cos(angle) + 1, 0, 1.2*sin(angle)]}
joints:
  rail: {type: prismatic, between: [ground, trolley], at: [5, 0, 20], axis: [1, 0, 0]}
  rope: {type: distance, between: [trolley, load]}
)";

TEST(Impulse, of_a_crane_that_stops_has_the_closed_form) {
  const catalog::ReadySystem ready(kCrane + "drives: {travel: {type: displacement, joint: rail, value: t}}\n");
  Jump jump(ready);
  const int travel = jump.row("travel");
  jump.problem.after.g[travel] = 0;
  EXPECT_NEAR(jump.solve(), 0, 1e-12);
  const double theta = 0.4, V = 1, thetadot = 1.2 / 12;
  EXPECT_NEAR(jump.report.drive_work[travel], -0.5 * (300 + 1500 * std::pow(std::sin(theta), 2)) * V * V, 1e-11);
  EXPECT_NEAR(jump.report.work_drives(), jump.report.drive_work[travel], 1e-11);
  EXPECT_NEAR(jump.report.dissipated_numerical, 0, 1e-11);
  EXPECT_NEAR(jump.report.dissipated_events, 0, 1e-11);
  // L th'+ = L th'- + V cos th; the impulse along the rail is all that changes its momentum.
  const int load = jump.system.layout().node(1).offset;
  const double rate = 12 * thetadot + V * std::cos(theta);
  EXPECT_NEAR(jump.s.v[load], rate * std::cos(theta), 1e-14);
  EXPECT_NEAR(jump.s.v[load + 2], rate * std::sin(theta), 1e-14);
  EXPECT_NEAR(-jump.report.impulse[travel], -300 * V + 1500 * (rate * std::cos(theta) - (1.2 * std::cos(theta) + 1)),
              1e-10);
}

// Six rows of drives where two would do, and all three guides thrice.
TEST(Impulse, of_redundant_rows_is_that_of_the_independent_ones) {
  const std::string once = kCrane + "drives: {travel: {type: displacement, joint: rail, value: t}}\n";
  std::string thrice = kCrane;
  thrice.replace(thrice.find("  rope:"), 0,
                 "  rail_2: {type: prismatic, between: [ground, trolley], at: [5, 0, 20], axis: [1, 0, 0]}\n"
                 "  rail_3: {type: prismatic, between: [ground, trolley], at: [5, 0, 20], axis: [1, 0, 0]}\n");
  thrice +=
      "drives:\n  travel: {type: displacement, joint: rail, value: t}\n"
      "  travel_2: {type: displacement, joint: rail_2, value: t}\n"
      "  travel_3: {type: displacement, joint: rail_3, value: t}\n";
  const catalog::ReadySystem one(once), three(thrice);
  Jump single(one), triple(three);
  single.problem.after.g[single.row("travel")] = 0;
  for (const char* name : {"travel", "travel_2", "travel_3"}) triple.problem.after.g[triple.row(name)] = 0;
  EXPECT_NEAR(single.solve(), 0, 1e-12);
  EXPECT_NEAR(triple.solve(), 0, 1e-12);
  ASSERT_TRUE(triple.report.status.ok()) << triple.report.status.message();
  EXPECT_LT((single.s.v - triple.s.v).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_NEAR(triple.report.work_drives(), single.report.work_drives(), 1e-11);
  // By the smallest norm each has a third.
  EXPECT_NEAR(triple.report.impulse[triple.row("travel_2")], single.report.impulse[single.row("travel")] / 3, 1e-4);
}

TEST(Impulse, of_drives_that_contradict_each_other_names_them) {
  std::string text = kCrane;
  text.replace(text.find("  rope:"), 0,
               "  rail_2: {type: prismatic, between: [ground, trolley], at: [5, 0, 20], axis: [1, 0, 0]}\n");
  const catalog::ReadySystem ready(text +
                                   "drives:\n  travel: {type: displacement, joint: rail, value: t}\n"
                                   "  winch: {type: displacement, joint: rail_2, value: t}\n");
  Jump jump(ready);
  jump.problem.after.g[jump.row("travel")] = 0;  // the other goes on
  jump.solve();
  ASSERT_FALSE(jump.report.status.ok());
  const std::string message = jump.report.status.message();
  EXPECT_NE(message.find("\"travel\""), std::string::npos) << message;
  EXPECT_NE(message.find("\"winch\""), std::string::npos) << message;
}

// Three planar arms on a cart that is driven; residues of a discretization, a drive that jumps and one that does not, a lock, a
// stop that throws back with e = 0.4, and a blow.
TEST(Impulse, accounts_for_everything_at_once) {
  const catalog::ReadySystem ready(R"(
bodies:
  a: {type: planar_body, mass: 2, inertia: 0.3, position: [0.5, 0], angular_velocity: 1, velocity: [0, 0.5]}
  b: {type: planar_body, mass: 1.5, inertia: 0.2, position: [1.5, 0], angular_velocity: -2, velocity: [0, 0]}
  c: {type: planar_body, mass: 1, inertia: 0.1, position: [2.5, 0], angular_velocity: 3, velocity: [0, 0.5]}
  d: {type: planar_body, mass: 0.7, inertia: 0.1, position: [3.5, 0], angular_velocity: 0.7, velocity: [0, 2.35]}
joints:
  A: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  B: {type: planar_revolute, between: [a, b], at: [1, 0]}
  C: {type: planar_revolute, between: [b, c], at: [2, 0]}
  D: {type: planar_revolute, between: [c, d], at: [3, 0]}
drives:
  hold: {type: angle, joint: C, value: 0}
  stop: {type: angle, joint: D, value: 0}
  turn: {type: angle, joint: A, value: t}
  pull: {type: velocity, joint: B, value: '-3'}
)");
  Jump jump(ready);
  jump.appear("hold");
  jump.appear("stop");
  // The start was made to fit all rows: give the links other velocities, and residues.
  std::mt19937 random(3);
  jump.s.v += 0.5 * random_vector(jump.system.coordinates(), random);
  jump.problem.after.g[jump.row("turn")] = 0.4;  // from -1: turns back
  const int stop = jump.row("stop");
  jump.problem.restitution.setZero(jump.system.rows());
  jump.problem.restitution[stop] = 0.4;
  jump.problem.blow = random_vector(jump.system.coordinates(), random);
  const double T0 = jump.T(), error = jump.solve();
  ASSERT_TRUE(jump.report.status.ok()) << jump.report.status.message();
  EXPECT_NEAR(error, 0, 1e-14 * T0);
  EXPECT_GT(jump.report.dissipated_numerical, 1e-3);
  EXPECT_GT(std::abs(jump.report.work_applied), 1e-3);
  EXPECT_GT(std::abs(jump.report.drive_work[jump.row("turn")]), 1e-3);
  EXPECT_GT(std::abs(jump.report.drive_work[jump.row("pull")]), 1e-3) << "goes on, and works in the lock elsewhere";
  EXPECT_GT(std::abs(jump.report.dissipated_events), 1e-3);
}

// One row, nothing else acts: the loss is m_eff rho^2/2, of a stop (1 - e^2) of it.
TEST(Impulse, of_a_lock_loses_the_energy_of_the_relative_motion) {
  for (const double e : {0.0, 0.4, 1.0}) {
    const catalog::ReadySystem ready(R"(
bodies:
  a: {type: coordinate, inertia: 3, value: 0, rate: 5}
  b: {type: coordinate, inertia: 2, value: 0, rate: -1}
joints: {clutch: {type: constraint, formula: a - b}}
)");
    Jump jump(ready);
    jump.appear("clutch");
    jump.s.v << 5, -1;
    jump.problem.restitution.setConstant(jump.system.rows(), e);
    EXPECT_NEAR(jump.solve(), 0, 1e-14);
    const double m_eff = 3.0 * 2.0 / 5.0, rho = 6;
    EXPECT_NEAR(jump.report.dissipated_events, 0.5 * (1 - e * e) * m_eff * rho * rho, 1e-13) << e;
    EXPECT_NEAR(jump.s.v[0] - jump.s.v[1], -e * rho, 1e-14);
    EXPECT_NEAR(3 * jump.s.v[0] + 2 * jump.s.v[1], 13, 1e-14);
  }
}

}  // namespace
}  // namespace invar
