// Forces in motion: what the energy-preserving scheme promises about energy, work and momentum holds with each of them.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/integrators/integrator.h"
#include "invar/system/momentum.h"
#include "unit/forces/test_model.h"

namespace invar {
namespace {

struct Balance {
  double energy_error = 0;  // largest |E - E0 - work + dissipation|
  double linear_drift = 0, angular_drift = 0;
  double dissipated = 0, work = 0;
  State end;
};

Balance run(const TestModel& m, double h, int n) {
  const AssembledSystem& system = m.system();
  const MethodType& type = method_types().at("ep");
  const auto ep = type.make(system, Params(SpecNode(), type.schema));
  PointEval eval;
  const Vector lambda = Vector::Zero(system.rows());
  const auto energy = [&](const State& x) {
    system.eval(x, lambda, kEnergy, eval);
    return eval.T + eval.U;
  };
  Balance b;
  State s = m.initial(), next;
  const double E0 = energy(s);
  const Momentum p0 = calc_momentum(system, s.q, s.v);
  for (int i = 0; i < n; ++i) {
    const StepReport r = ep->step(s, h, next);
    EXPECT_TRUE(r.status.ok()) << r.status.message();
    if (!r.status.ok()) break;
    EXPECT_GE(r.dissipated_physical, 0);
    s = next;
    b.dissipated += r.dissipated_physical;
    b.work += r.work_applied;
    b.energy_error = std::max(b.energy_error, std::abs(energy(s) - E0 - b.work + b.dissipated));
    const Momentum p = calc_momentum(system, s.q, s.v);
    b.linear_drift = std::max(b.linear_drift, (p.linear - p0.linear).norm());
    b.angular_drift = std::max(b.angular_drift, (p.angular - p0.angular).norm());
  }
  b.end = s;
  return b;
}

const char* kTwoBodies = R"(bodies:
  p: {type: rigid_body, mass: 2, inertia: [1, 2, 2.5], position: [0.3, -0.2, 0.5],
      rotation: {axis: [1, 2, 3], angle: 0.7}, velocity: [1, 2, -1], angular_velocity: [0.3, -2, 1]}
  s: {type: rigid_body, mass: 1, inertia: [1, 1, 1.5], position: [1.1, 0.4, -0.3], velocity: [0.2, -1, 0.4],
      angular_velocity: [1, 0.5, 0.2]}
markers:
  on_p: {on: p, at: [0.1, 0.2, -0.3]}
  on_s: {on: s, at: [-0.2, 0.15, 0.1]}
)";

TEST(ForcesInMotion, springs_dampers_and_bushings_keep_energy_balance_and_momenta) {
  for (const std::string force :
       {"type: spring_damper, between: [on_p, on_s], stiffness: 400, rest_length: 0.5, damping: 2",
        "type: spring_damper, between: [on_p, on_s], force: 50*x + 900*x^3, rest_length: 0.5, damping_force: 2*v + v^3",
        "type: bushing, between: [p, s], at: [0.7, 0.1, 0.2], stiffness: [100, 200, 300], "
        "rotational_stiffness: [10, 20, 30], damping: [1, 2, 3], rotational_damping: [0.1, 0.2, 0.3]"}) {
    const TestModel m(kTwoBodies + ("forces: {f: {" + force + "}}"));
    const Balance b = run(m, 0.02, 200);
    EXPECT_LT(b.energy_error, 1e-10) << force;
    EXPECT_LT(b.linear_drift, 1e-11) << force;
    EXPECT_LT(b.angular_drift, 1e-11) << force;
    EXPECT_GT(b.dissipated, 0.1) << force;
  }
}

TEST(ForcesInMotion, an_orbit_closes_and_keeps_energy_and_angular_momentum) {
  const TestModel m(R"(bodies: {b: {type: point_mass, mass: 1, position: [1, 0, 0], velocity: [0, 1, 0]}}
forces: {f: {type: central_gravity, between: [ground, b], strength: 1}}
)");
  const Balance b = run(m, 2 * M_PI / 400, 400);
  EXPECT_LT(b.energy_error, 1e-13);
  EXPECT_LT(b.angular_drift, 1e-13);
  EXPECT_LT((b.end.q - m.initial().q).norm(), 5e-3);  // phase error of second order
}

TEST(ForcesInMotion, a_torsion_oscillator_has_its_period) {
  const TestModel m(R"(bodies: {b: {type: rigid_body, mass: 1, inertia: [1, 1, 2], angular_velocity: [0, 0, 10]}}
markers: {o: {on: ground}}
joints: {hinge: {type: revolute, between: [o, b], axis: [0, 0, 1]}}
forces: {f: {type: torsion_spring, joint: hinge, stiffness: 2}}
)");
  // Angle 10 sin t: more than a turn to each side.
  const double h = M_PI / 2 / 400;
  const Balance b = run(m, h, 400);
  EXPECT_LT(b.energy_error, 1e-10);
  EXPECT_NEAR(b.end.q.tail<1>()[0], 10, 1e-3);
}

TEST(ForcesInMotion, applied_loads_do_the_work_that_is_booked) {
  for (const std::string force : {"type: applied_force, on: on_p, force: [3*cos(t), 2, -t]",
                                  "type: applied_force, on: on_p, force: [3*cos(t), 2, -t], axes: body",
                                  "type: applied_torque, on: p, torque: [3*cos(t), 2, -t]",
                                  "type: applied_torque, on: p, torque: [3*cos(t), 2, -t], axes: body"}) {
    const TestModel m(kTwoBodies + ("forces: {f: {" + force + "}}"));
    const Balance b = run(m, 0.02, 100);
    EXPECT_LT(b.energy_error, 1e-11) << force;
    EXPECT_GT(std::abs(b.work), 0.1) << force;
  }
}

TEST(ForcesInMotion, drag_slows_exponentially) {
  const TestModel m(
      R"(bodies: {b: {type: rigid_body, mass: 2, inertia: [1, 1, 1.5], velocity: [3, 0, 0],
             angular_velocity: [0, 0, 4]}}
forces: {f: {type: linear_damping, on: b, damping: 1, rotational_damping: 0.6}}
)");
  const Balance b = run(m, 1e-3, 1000);
  EXPECT_NEAR(b.end.v[0], 3 * std::exp(-0.5), 1e-6);
  const double w = b.end.q.segment<3>(3).cross(b.end.v.segment<3>(3))[2];
  EXPECT_NEAR(w, 4 * std::exp(-0.4), 1e-4);
  EXPECT_LT(b.energy_error, 1e-12);
}

}  // namespace
}  // namespace invar
