#include "benchmarks/known_motions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "benchmarks/oracle_error.h"
#include "invar/system/assembled_system.h"
#include "invar/verify/verified_run.h"
#include "oracles/compound_pendulum.h"
#include "oracles/flyball.h"
#include "oracles/free_rigid_body.h"
#include "oracles/heavy_top.h"
#include "oracles/n_four_bar.h"
#include "oracles/nonholonomic.h"
#include "oracles/pendulum.h"
#include "oracles/slider_crank.h"
#include "oracles/universal_joint.h"

namespace invar::benchmarks {

namespace {

Vector3 in_double(const oracles::Vec3& x) { return x.cast<double>(); }
Matrix3 in_double(const oracles::Mat3& x) { return x.cast<double>(); }
Matrix3 turned(double angle, const Vector3& axis = Vector3::UnitZ()) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

KnownMotion pendulum(Settings settings) {
  const auto oracle = std::make_shared<oracles::Pendulum>(oracles::yoon_pendulum());
  return {"pendulum that turns over", "yoon_pendulum", std::move(settings), [oracle](const std::string&, double t) {
            const auto s = oracle->state(t);
            return KnownPose{{value(s.x), value(s.y), 0}};
          }};
}

KnownMotion four_bars(Settings settings) {
  settings.set = {{"N", "2"}};
  const auto oracle = std::make_shared<oracles::NFourBar>(2);
  return {"two four-bars, singular", "n_four_bar", std::move(settings), [oracle](const std::string& node, double t) {
            const auto s = oracle->state(t);
            return KnownPose{{value(s.x) + (node.back() - '0'), value(s.y), 0}};  // P_0, P_1, P_2
          }};
}

KnownMotion free_body(Settings settings) {
  const auto oracle = std::make_shared<oracles::FreeRigidBody>();
  return {"free rigid body", "bauchau_rigid_body", std::move(settings),
          [oracle](const std::string&, double t) {
            const auto s = oracle->state(t);
            return KnownPose{in_double(s.u), in_double(s.R)};
          },
          // Second moments of the mass [Bauchau2003] sec. 6.1.
          [](const std::string&) -> Vector3 { return (Vector3(0.2, 0.7, 0.4) / 1.8).cwiseSqrt(); }};
}

KnownMotion heavy_top(Settings settings) {
  const auto oracle = std::make_shared<oracles::HeavyTop>(oracles::benchmark_heavy_top());
  return {"heavy top", "heavy_top", std::move(settings),
          [oracle](const std::string&, double t) {
            return KnownPose{Vector3::Zero(), in_double(oracle->state(t).R)};
          },
          // A disc of radius 0.25 m at 1 m from the tip.
          [](const std::string&) -> Vector3 {
            return {0.125, 1, 0.125};
          }};
}

KnownMotion compound_pendulum(Settings settings) {
  const auto oracle = std::make_shared<oracles::CompoundPendulum>();
  return {"spherical pendulum", "dopico_compound_pendulum", std::move(settings),
          [oracle](const std::string& node, double t) {
            const auto s = oracle->state(t);
            return KnownPose{in_double(node == "particle_1" ? s.r1 : s.r2)};
          }};
}

KnownMotion slider_crank(Settings settings) {
  const auto oracle = std::make_shared<oracles::SliderCrank>();
  return {"slider-crank, singular", "braun_slider_crank", std::move(settings),
          [oracle](const std::string& node, double t) {
            const oracles::VecX q = oracle->coordinates(t);
            const int at = node == "crank" ? 0 : 3;
            return KnownPose{{value(q[at]), value(q[at + 1]), 0}, turned(value(q[at + 2]))};
          },
          [](const std::string&) -> Vector3 {
            return {0.5, 0.5, 0};
          }};
}

KnownMotion universal_joint(Settings settings) {
  const auto oracle = std::make_shared<oracles::UniversalJoint>();
  return {"body on a driven joint", "bauchau_universal_joint", std::move(settings),
          [oracle](const std::string&, double t) {
            return KnownPose{Vector3::Zero(), in_double(oracle->state(t).R)};
          },
          // From the moments of inertia 1.1, 0.6, 0.9 kg m^2.
          [](const std::string&) -> Vector3 { return (Vector3(0.2, 0.7, 0.4) / 1.8).cwiseSqrt(); }};
}

KnownMotion sleigh(Settings settings) {
  const auto oracle = std::make_shared<oracles::ChaplyginSleigh>();
  return {"Chaplygin sleigh", "chaplygin_sleigh", std::move(settings),
          [oracle](const std::string&, double t) {
            const auto s = oracle->state(t);
            return KnownPose{{value(s.com_x), value(s.com_y), 0}, turned(value(s.theta))};
          },
          [](const std::string&) -> Vector3 {
            return {std::sqrt(0.1), std::sqrt(0.1), 0};
          }};
}

KnownMotion knife_edge(Settings settings) {
  const auto oracle = std::make_shared<oracles::KnifeEdge>();
  return {"knife edge on an incline", "knife_edge", std::move(settings),
          [oracle](const std::string&, double t) {
            const auto s = oracle->state(t);
            return KnownPose{{value(s.x), value(s.y), 0}, turned(value(s.phi))};
          },
          [](const std::string&) -> Vector3 {
            return {std::sqrt(0.13 / 1.25), std::sqrt(0.13 / 1.25), 0};
          }};
}

KnownMotion rolling_disc(Settings settings) {
  const auto oracle = std::make_shared<oracles::RollingDisc>();
  return {"rolling disc", "rolling_disc", std::move(settings),
          [oracle](const std::string&, double t) {
            const auto s = oracle->state(t);
            return KnownPose{in_double(s.center), in_double(s.R)};
          },
          [](const std::string&) -> Vector3 {
            return {0.25, 0.25, 0};
          }};
}

KnownMotion flyball(Settings settings) {
  const auto oracle = std::make_shared<oracles::Flyball>();
  return {"stiff governor", "flyball_governor", std::move(settings),
          [oracle](const std::string& node, double t) {
            const auto s = oracle->state(t);
            const Matrix3 R = turned(value(s.psi));
            if (node == "shaft") return KnownPose{{0, 0, 0.5}, R};
            if (node == "slider") return KnownPose{{0, 0, value(s.s)}, R};
            const double side = node == "arm_1" ? 1 : -1;
            return KnownPose{R * Vector3(side * 0.05, 0, 1), R * turned(side * value(s.alpha), Vector3::UnitY())};
          },
          [](const std::string& node) -> Vector3 {
            if (node == "shaft") return {0.05, 0, 0.5};
            if (node == "slider") return {0.05, 0, 0};
            return {1, 0, 0};
          }};
}

// A ball that rolls without slipping goes down an incline with 5/7 of g sin(incline).
KnownMotion rolling_ball(Settings settings) {
  const double a = 5.0 / 7 * 9.81 * std::sin(0.4);
  return {"ball that rolls down an incline",
          "parameters: {incline: 0.4, r: 0.5, m: 2}\ngravity: [9.81*sin(incline), 0, -9.81*cos(incline)]\nbodies:\n"
          "  ball: {type: rigid_body, mass: m, inertia: [0.4*m*r^2, 0.4*m*r^2, 0.4*m*r^2], position: [0, 0, r]}\n"
          "nonholonomic:\n  contact: {type: rolling_ball, on: ball, radius: r}\noutputs: [ball.position]\n",
          std::move(settings),
          [a](const std::string&, double t) {
            const double x = 0.5 * a * t * t;
            return KnownPose{{x, 0, 0.5}, turned(x / 0.5, Vector3::UnitY())};
          },
          [](const std::string&) -> Vector3 { return Vector3::Constant(0.5 * std::sqrt(0.2)); }};
}

// m x'' + c x' + k x = 0 from x = 1.
KnownMotion oscillator(Settings settings, double damping) {
  const double decay = damping / 2, rate = std::sqrt(9 - decay * decay);
  return {damping > 0 ? "oscillator with a damper" : "oscillator",
          fmt::format("bodies:\n  mass: {{type: point_mass, mass: 1, position: [2, 0, 0]}}\nforces:\n"
                      "  spring: {{type: spring_damper, between: [ground, mass], at_1: [-10, 0, 0], "
                      "rest_length: 11, stiffness: 9, damping: {}}}\noutputs: [mass.position]\n",
                      damping),
          std::move(settings), [=](const std::string&, double t) {
            const double x = std::exp(-decay * t) * (std::cos(rate * t) + decay / rate * std::sin(rate * t));
            return KnownPose{{1 + x, 0, 0}};
          }};
}

// An orbit of eccentricity 0.5 about a center with G M = 1, from the pericenter; Kepler's equation E - e sin E = t.
KnownMotion orbit(Settings settings) {
  return {"Kepler's orbit",
          "bodies:\n  planet: {type: point_mass, mass: 1, position: [0.5, 0, 0], velocity: [0, sqrt(3), 0]}\nforces:\n"
          "  sun: {type: central_gravity, between: [ground, planet], at_1: [0, 0, 0], strength: 1}\noutputs: "
          "[planet.position]\n",
          std::move(settings), [](const std::string&, double t) {
            const double e = 0.5;
            double E = t;
            for (int i = 0; i < 50; ++i) E -= (E - e * std::sin(E) - t) / (1 - e * std::cos(E));
            return KnownPose{{std::cos(E) - e, std::sqrt(1 - e * e) * std::sin(E), 0}};
          }};
}

// A ball thrown through a medium that resists in proportion to the velocity: v' = g - v/2.
KnownMotion thrown(Settings settings) {
  return {"throw against resistance",
          "gravity: [0, 0, -9.81]\nbodies:\n  ball: {type: point_mass, mass: 2, velocity: [10, 0, 10]}\nforces:\n"
          "  air: {type: linear_damping, on: ball, damping: 1}\noutputs: [ball.position]\n",
          std::move(settings), [](const std::string&, double t) {
            const double k = 0.5, reach = (1 - std::exp(-k * t)) / k;
            return KnownPose{{10 * reach, 0, (10 + 9.81 / k) * reach - 9.81 / k * t}};
          }};
}

KnownPose pose_of(const Node& node, const Vector& q) {
  KnownPose pose{Vector3::Zero()};
  const double* x = q.data() + node.offset;
  switch (node.kind) {
    case NodeKind::kPoint3:
      pose.r = Vector3(x[0], x[1], x[2]);
      break;
    case NodeKind::kPoint2:
      pose.r = Vector3(x[0], x[1], 0);
      break;
    case NodeKind::kFrame3:
      pose.r = Vector3(x[0], x[1], x[2]);
      pose.R = Eigen::Map<const Matrix3>(x + 3);
      break;
    case NodeKind::kFrame2:
      pose.r = Vector3(x[0], x[1], 0);
      pose.R = turned(x[2]);
      break;
    case NodeKind::kScalar:
      ADD_FAILURE() << node.name << " has no place";
      break;
  }
  return pose;
}

double displacement(const KnownPose& a, const KnownPose& b, const Vector3& lengths) {
  double largest = (a.r - b.r).norm();
  for (int i = 0; i < 3; ++i)
    for (const double side : {lengths[i], -lengths[i]})
      largest = std::max(largest, (a.r - b.r + side * (a.R.col(i) - b.R.col(i))).norm());
  return largest;
}

std::vector<KnownMotion> make_motions() {
  const auto order = [](const char* n) { return Overrides{{"order", n}}; };
  const auto integrator = [](const char* name) { return Overrides{{"integrator", name}}; };
  return {
      pendulum({.method = "ep", .step = 0.01, .end = 20}),
      pendulum({.method = "ep", .options = order("4"), .step = 0.04, .end = 20}),
      pendulum({.method = "ep", .options = order("6"), .step = 0.1, .end = 20}),
      pendulum({.method = "ep", .tolerance = 1e-6, .end = 20}),
      pendulum({.method = "explicit", .options = integrator("rk4"), .step = 0.02, .end = 20}),
      pendulum({.method = "explicit", .options = integrator("dop853"), .tolerance = 1e-8, .end = 20}),
      four_bars({.method = "ep", .step = 0.005, .end = 10}),
      four_bars({.method = "al_projection", .step = 0.005, .end = 10}),
      free_body({.method = "ep", .step = 0.0125, .end = 5}),
      free_body({.method = "ed", .step = 0.0125, .end = 5}),
      heavy_top({.method = "ep", .options = order("4"), .step = 0.001, .end = 1}),
      free_body({.method = "explicit", .options = integrator("dopri5"), .tolerance = 1e-8, .end = 5}),
      compound_pendulum({.method = "al_projection", .step = 0.01, .end = 10}),
      compound_pendulum({.method = "al_conserving_projection", .step = 0.01, .end = 10}),
      compound_pendulum({.method = "hht", .step = 0.005, .end = 10}),
      compound_pendulum({.method = "generalized_alpha", .step = 0.005, .end = 10}),
      slider_crank({.method = "ep", .step = 0.005, .end = 10}),
      slider_crank({.method = "ep", .options = order("4"), .tolerance = 1e-7, .end = 10}),
      universal_joint({.method = "ep"}),
      universal_joint({.method = "ggl"}),
      sleigh({.method = "ep", .step = 0.02, .end = 10}),
      knife_edge({.method = "ep", .options = order("4"), .tolerance = 1e-6, .end = 6}),
      rolling_disc({.method = "ep", .step = 0.005, .end = 5}),
      flyball({.method = "ed", .step = 0.001, .end = 1}),
      rolling_ball({.method = "ep", .step = 0.01, .end = 2}),
      oscillator({.method = "newmark", .step = 0.01, .end = 20}, 0),
      oscillator({.method = "generalized_alpha", .step = 0.01, .end = 10}, 0.3),
      orbit({.method = "ep", .options = order("6"), .step = 0.05, .end = 20}),
      orbit({.method = "explicit", .options = integrator("rk4"), .step = 0.01, .end = 20}),
      thrown({.method = "ep", .step = 0.05, .end = 4}),
  };
}

}  // namespace

const std::vector<KnownMotion>& known_motions() {
  static const std::vector<KnownMotion> motions = make_motions();
  return motions;
}

VerifiedMotion verify_motion(const KnownMotion& motion) {
  const auto load = [&] {
    return motion.model.find('\n') == std::string::npos ? load_model(model_path(motion.model), motion.settings.set)
                                                        : load_model_text(motion.model, "test.yaml");
  };
  const auto model = load();
  const Layout& layout = AssembledSystem(model->assembly).layout();
  const std::vector<Node> nodes = layout.nodes();
  RunSpec spec;
  spec.method = motion.settings.method;
  spec.options = MethodOptions::parse(motion.settings.options);
  spec.step = motion.settings.step;
  spec.tolerance = motion.settings.tolerance;
  spec.end = motion.settings.end;
  VerifiedMotion out;
  out.name = motion.name;
  StepCallback compare_with_exact([&](const State&, const State& s, const StepReport&) {
    for (const Node& node : nodes)
      out.error =
          std::max(out.error, displacement(pose_of(node, s.q), motion.pose(node.name, s.t), motion.lengths(node.name)));
    return Status{};
  });
  const auto prepare = [&](ModelRun& run) { run.add(compare_with_exact); };
  out.certificate = verify::run_verified(*model, spec, {}, prepare).result.certificate;
  const Certificate& c = out.certificate;
  out.method = c.method;
  for (const auto& [key, option] : motion.settings.options) out.method += fmt::format(" {}={}", key, option);
  out.steps = c.step ? fmt::format("step {:.4g} s", *c.step) : fmt::format("tolerance {:g}", *c.tolerance);
  return out;
}

}  // namespace invar::benchmarks
