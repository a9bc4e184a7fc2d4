// Parameters of the section `contacts`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// compliant contact of two shapes with restitution and dry friction. Channels gap, gap_rate, normal_force,
// friction_force, force.* (on the first), place.*, slip_speed, state (0 open, 1 sticks, 2 slips), energy, power,
// dissipated_by_damping, dissipated_by_friction
struct ContactParams {
  static constexpr const char *kSection = "contacts", *kType = "contact";

  // 2 names of shape, required: the two shapes
  NamesValue between = {};
  // map, required: how hard they press: stiffness and exponent, modulus, or force; and what is lost
  struct Law {
    // number [N/m^exponent], positive: k of the force k*x^exponent over the penetration x
    NumberValue stiffness = {};
    // number, 1 to 10, default 1.5: 1: linear; 1.5: Hertz
    NumberValue exponent = {};
    // number [Pa], positive: reduced modulus of Hertz, 1/E = sum of (1 - nu^2)/E_i, instead of the stiffness
    NumberValue modulus = {};
    // function of x [N]: force over the penetration x [m], instead of the stiffness; never negative
    FunctionValue force = {};
    // number, 0 to 1: speed after a free impact over the speed before
    NumberValue restitution = {};
    // number [s/m], not negative: growth of the force, as a part of it, for each m/s of approach, instead of
    // restitution
    NumberValue damping = {};
    // number [m/s], positive, default 0.01: approaches slower than this are damped as if they had this speed
    NumberValue slowest_impact = {};

    ValueMap values() const {
      ValueMap all;
      all.set("stiffness", stiffness);
      all.set("exponent", exponent);
      all.set("modulus", modulus);
      all.set("force", force);
      all.set("restitution", restitution);
      all.set("damping", damping);
      all.set("slowest_impact", slowest_impact);
      return all;
    }
  };
  Law law = {};
  // map: dry friction: mu, and more
  struct Friction {
    // number, not negative, required: coefficient of friction while slipping
    NumberValue mu = {};
    // number, not negative: coefficient at rest; default: mu
    NumberValue mu_static = {};
    // number [m/s], positive: speed with which the coefficient falls from mu_static to mu
    NumberValue stribeck_speed = {};
    // number [m], positive, default 1e-05: elastic displacement before slip, under the weight of the lighter body
    NumberValue travel = {};
    // number [N/m], positive: of the bristle; default: from travel
    NumberValue stiffness = {};
    // number [N s/m], positive: of the bristle; default: critical for the lighter body
    NumberValue damping = {};
    // number [s/m], not negative, default 0: more friction, as a part of the normal force for each m/s of slip
    NumberValue viscous = {};

    ValueMap values() const {
      ValueMap all;
      all.set("mu", mu);
      all.set("mu_static", mu_static);
      all.set("stribeck_speed", stribeck_speed);
      all.set("travel", travel);
      all.set("stiffness", stiffness);
      all.set("damping", damping);
      all.set("viscous", viscous);
      return all;
    }
  };
  Friction friction = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    if (!law.values().empty()) all.set("law", law.values());
    if (!friction.values().empty()) all.set("friction", friction.values());
    return all;
  }
};

}  // namespace invar
