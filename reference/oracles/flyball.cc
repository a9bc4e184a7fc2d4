// Flyball governor in three coordinates, see flyball.h.
#include "oracles/flyball.h"

#include <cmath>

namespace invar::oracles {

namespace {

struct Inertia {
  Real along, across;  // of a rod about its own center
  Real arm;            // both arms about their pivots
  Real fixed;          // slider and shaft about z

  explicit Inertia(const FlyballParams& p)
      : along(p.rod_mass * p.rod_width * p.rod_width / 6),
        across(p.rod_mass * (p.rod_length * p.rod_length + p.rod_width * p.rod_width) / 12),
        arm(2 * (across + (p.rod_mass / 4 + p.ball_mass) * p.rod_length * p.rod_length)),
        fixed(p.slider_mass * p.slider_size * p.slider_size / 6 + p.shaft_mass * p.shaft_width * p.shaft_width / 6) {}

  Real about_z(const FlyballParams& p, Real cosine) const {
    const Real ball = p.offset + p.rod_length * cosine, rod = p.offset + p.rod_length * cosine / 2;
    return fixed +
           2 * (p.ball_mass * ball * ball + p.rod_mass * rod * rod + along + (across - along) * cosine * cosine);
  }

  Real about_z_slope(const FlyballParams& p, Real cosine, Real sine) const {  // d/dalpha
    const Real ball = p.offset + p.rod_length * cosine, rod = p.offset + p.rod_length * cosine / 2;
    return -2 * sine *
           (2 * p.ball_mass * ball * p.rod_length + p.rod_mass * rod * p.rod_length + 2 * (across - along) * cosine);
  }
};

struct Spring {
  Real length, by_alpha, by_s;  // and its derivatives

  Spring(const FlyballParams& p, Real s, Real cosine, Real sine) {
    const Real x = p.rod_length * cosine / 2, z = p.pivot_height - p.rod_length * sine / 2 - s;
    length = std::hypot(x, z);
    by_alpha = -p.rod_length * (x * sine + z * cosine) / (2 * length);
    by_s = -z / length;
  }
};

Rhs equations(const FlyballParams& p) {
  const Inertia I(p);
  const Real momentum = I.about_z(p, std::cos(p.alpha0)) * p.omega0;
  return [p, I, momentum](Real, const VecX& y, VecX& ydot) {
    const Real cosine = std::cos(y(0)), sine = std::sin(y(0));
    const Spring spring(p, y(1), cosine, sine);
    const Real rate = spring.by_alpha * y(2) + spring.by_s * y(3);
    const Real force = p.k * (spring.length - p.rest) + p.c * rate;
    const Real omega = momentum / I.about_z(p, cosine);
    const Real weight = (2 * p.ball_mass + p.rod_mass) * p.g * p.rod_length * cosine;  // both arms, turning alpha up
    ydot(0) = y(2);
    ydot(1) = y(3);
    ydot(2) = (I.about_z_slope(p, cosine, sine) * omega * omega / 2 + weight - 2 * force * spring.by_alpha) / I.arm;
    ydot(3) = -p.g - 2 * force * spring.by_s / p.slider_mass;
    ydot(4) = omega;
    ydot(5) = 2 * p.c * rate * rate;
  };
}

}  // namespace

Flyball::Flyball(const FlyballParams& params, Real tolerance)
    : params_(params),
      motion_(equations(params), 0,
              [&params] {
                VecX y = VecX::Zero(6);
                y(0) = params.alpha0;
                y(1) = params.s0;
                return y;
              }(),
              {.method = OdeMethod::kExtrapolation, .tolerance = tolerance, .first_step = 1e-5L, .step_factor = 1}) {}

Flyball::State Flyball::state(Real t) const {
  const VecX y = motion_.at(t);
  const Inertia I(params_);
  const Real momentum = I.about_z(params_, std::cos(params_.alpha0)) * params_.omega0;
  return {y(0), y(1), y(2), y(3), momentum / I.about_z(params_, std::cos(y(0))), y(4), y(5)};
}

Real Flyball::energy(const State& s) const {
  const FlyballParams& p = params_;
  const Inertia I(p);
  const Real cosine = std::cos(s.alpha), sine = std::sin(s.alpha);
  const Real stretch = Spring(p, s.s, cosine, sine).length - p.rest;
  return (I.arm * s.alphadot * s.alphadot + I.about_z(p, cosine) * s.omega * s.omega +
          p.slider_mass * s.sdot * s.sdot) /
             2 +
         p.g * (p.slider_mass * s.s - (2 * p.ball_mass + p.rod_mass) * p.rod_length * sine) + p.k * stretch * stretch;
}

}  // namespace invar::oracles
