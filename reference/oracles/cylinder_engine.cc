#include "oracles/cylinder_engine.h"

#include <cmath>

namespace invar::oracles {

namespace {

struct CrankMotion {
  Real x, x1, M, M1;  // place of the piston, and M; derivatives by theta

  CrankMotion(const CylinderEngineParams& p, Real theta) {
    const Real s = std::sin(theta), c = std::cos(theta), ratio = p.crank / p.rod, l = p.rod;
    const Real sin_phi = -ratio * s, cos_phi = std::sqrt(1 - sin_phi * sin_phi);
    const Real phi1 = -ratio * c / cos_phi, phi2 = (ratio * s + sin_phi * phi1 * phi1) / cos_phi;
    x = p.crank * c + l * cos_phi;
    x1 = -p.crank * s - l * sin_phi * phi1;
    const Real x2 = -p.crank * c - l * (cos_phi * phi1 * phi1 + sin_phi * phi2);
    const Real cx1 = -p.crank * s - l / 2 * sin_phi * phi1, cy1 = p.crank * c + l / 2 * cos_phi * phi1;
    const Real cx2 = -p.crank * c - l / 2 * (cos_phi * phi1 * phi1 + sin_phi * phi2);
    const Real cy2 = -p.crank * s + l / 2 * (cos_phi * phi2 - sin_phi * phi1 * phi1);
    const Real J_rod = p.rod_mass * l * l / 12;
    M = p.flywheel + p.rod_mass * (cx1 * cx1 + cy1 * cy1) + J_rod * phi1 * phi1 + p.piston_mass * x1 * x1;
    M1 = 2 * (p.rod_mass * (cx1 * cx2 + cy1 * cy2) + J_rod * phi1 * phi2 + p.piston_mass * x1 * x2);
  }
};

Rhs engine_equations(const CylinderEngineParams& p) {
  return [p](Real, const VecX& y, VecX& ydot) {
    const CrankMotion m(p, y(0));
    const Real e = p.target - y(1), throttle = p.kp * e + p.ki * y(2);
    const Real gas = p.peak * std::exp(-p.narrow * (1 - std::cos((y(0) - p.delay) / 2)));
    const Real torque = -gas * throttle * m.x1 - p.load * y(1);
    ydot(0) = y(1);
    ydot(1) = (torque - m.M1 * y(1) * y(1) / 2) / m.M;
    ydot(2) = e;
    ydot(3) = torque * y(1);
  };
}

}  // namespace

CylinderEngine::CylinderEngine(const CylinderEngineParams& params)
    : params_(params),
      motion_(engine_equations(params), 0,
              [&params] {
                VecX y = VecX::Zero(4);
                y(0) = params.start_angle;
                y(1) = params.start_rate;
                y(2) = params.start_integral;
                return y;
              }(),
              {.method = OdeMethod::kGauss, .tolerance = 1e-16L, .first_step = 1e-4L, .step_factor = 1}) {}

CylinderEngine::State CylinderEngine::state(Real t) const {
  const VecX y = motion_.at(t);
  const CrankMotion m(params_, y(0));
  return {y(0), y(1), y(2), y(3), m.x, m.x1 * y(1)};
}

Real CylinderEngine::energy(const State& s) const {
  return CrankMotion(params_, s.theta).M * s.theta_dot * s.theta_dot / 2;
}

}  // namespace invar::oracles
