#include "invar/contacts/read_contact_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/contacts/restitution.h"

namespace invar {

Schema contact_law_schema() {
  Schema s;
  s.number("stiffness", "N/m^exponent", "k of the force k*x^exponent over the penetration x").positive();
  s.number("exponent", "1", "1: linear; 1.5: Hertz").range(1, 10).default_value(1.5);
  s.number("modulus", "Pa", "reduced modulus of Hertz, 1/E = sum of (1 - nu^2)/E_i, instead of the stiffness")
      .positive();
  s.function_of("x", "force", "N", "force over the penetration x [m], instead of the stiffness; never negative");
  s.number("restitution", "1", "speed after a free impact over the speed before").range(0, 1);
  s.number("damping", "s/m", "growth of the force, as a part of it, for each m/s of approach, instead of restitution")
      .nonnegative();
  s.number("slowest_impact", "m/s", "approaches slower than this are damped as if they had this speed")
      .positive()
      .default_value(0.01);
  return s;
}

Schema contact_friction_schema() {
  Schema s;
  s.number("mu", "1", "coefficient of friction while slipping").nonnegative().required();
  s.number("mu_static", "1", "coefficient at rest; default: mu").nonnegative();
  s.number("stribeck_speed", "m/s", "speed with which the coefficient falls from mu_static to mu").positive();
  s.number("travel", "m", "elastic displacement before slip, under the weight of the lighter body")
      .positive()
      .default_value(1e-5);
  s.number("stiffness", "N/m", "of the bristle; default: from travel").positive();
  s.number("damping", "N s/m", "of the bristle; default: critical for the lighter body").positive();
  s.number("viscous", "s/m", "more friction, as a part of the normal force for each m/s of slip")
      .nonnegative()
      .default_value(0);
  return s;
}

namespace {

NormalLawPtr read_normal_law(const Params& p, double radius) {
  const int given = int(p.has("stiffness")) + int(p.has("modulus")) + int(p.has("force"));
  if (given != 1)
    throw ModelError(p.location(), p.path(), "needs exactly one of stiffness, modulus and force",
                     "e.g. law: {stiffness: 1e6, exponent: 1.5}");
  if (p.has("force")) {
    const FunctionPtr f = p.function("force");
    // A contact neither pulls nor pushes before it closes.
    if (!(std::abs(f->value(0)) < 1e-9 * (1 + std::abs(f->value(1e-3)))))
      p.fail("force", fmt::format("is {:.4g} N at a penetration of zero", f->value(0)), "it must begin at zero");
    for (const double x : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1})
      if (!(f->value(x) >= 0))
        p.fail("force", fmt::format("is {:.4g} N at x = {:g} m", f->value(x), x), "a contact never pulls");
    return std::make_shared<FunctionNormalLaw>(f);
  }
  if (p.has("stiffness")) return std::make_shared<PowerNormalLaw>(p.number("stiffness"), p.number("exponent"));
  if (!(radius < INFINITY && radius > 0))
    p.fail("modulus", "needs shapes of which one is round: between flat ones the stiffness depends on their areas",
           "give a stiffness");
  if (p.is_given("exponent") && p.number("exponent") != 1.5)
    p.fail("exponent", "does not go with modulus, which is for Hertz", "leave it out");
  return std::make_shared<PowerNormalLaw>(calc_hertz_stiffness(p.number("modulus"), radius), 1.5);
}

}  // namespace

ContactLawValues read_contact_law(const Params& p, double radius, double mass) {
  ContactLawValues out;
  out.law = read_normal_law(p, radius);
  if (p.has("restitution") && p.has("damping"))
    p.fail("damping", "cannot be combined with restitution", "give one of them");
  if (p.has("damping")) out.damping.damping = p.number("damping");
  if (p.has("restitution")) {
    constexpr double kLeast = 0.01;
    const double e = p.number("restitution");
    if (e < kLeast)
      p.fail("restitution", "is too small for a compliant contact, whose damping would be infinite",
             fmt::format("at least {:g}", kLeast));
    out.damping.number = calc_damping_number(e);
  }
  out.damping.slowest = p.number("slowest_impact");
  // Fast beside the contact itself, slow beside rounding.
  constexpr double kPart = 0.05, kUnknown = 1e-4;
  out.damping.approach_time = mass > 0 ? kPart * calc_contact_time(*out.law, mass, 1) : kUnknown;
  return out;
}

FrictionLaw read_friction(const Params& p, double mass, double weight) {
  FrictionLaw f;
  f.mu = f.mu_static = p.number("mu");
  f.viscous = p.number("viscous");
  if (p.has("mu_static") != p.has("stribeck_speed"))
    p.fail(p.has("mu_static") ? "mu_static" : "stribeck_speed", "needs the other of mu_static and stribeck_speed",
           "mu_static is the coefficient at rest, stribeck_speed how fast it falls");
  if (p.has("mu_static")) {
    f.mu_static = p.number("mu_static");
    f.stribeck_speed = p.number("stribeck_speed");
    if (f.mu_static < f.mu) p.fail("mu_static", "is less than mu", "friction at rest is not smaller");
  }
  if (f.mu_static == 0 && f.viscous == 0) return f;
  if (p.has("stiffness")) {
    f.stiffness = p.number("stiffness");
  } else {
    if (!(weight > 0))
      throw ModelError(p.location(), p.path(), "needs the key \"stiffness\": the bodies have no mass to derive it from",
                       "the load times mu over the elastic displacement before slip");
    f.stiffness = std::max(f.mu_static, 0.01) * weight / p.number("travel");
  }
  if (p.has("damping")) {
    f.damping = p.number("damping");
  } else {
    if (!(mass > 0))
      throw ModelError(p.location(), p.path(), "needs the key \"damping\": the bodies have no mass to derive it from",
                       "2*sqrt(stiffness*mass) is critical");
    f.damping = 2 * std::sqrt(f.stiffness * mass);
  }
  return f;
}

}  // namespace invar
