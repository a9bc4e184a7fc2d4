#include "invar/forces/characteristic.h"

#include <fmt/format.h>

#include <cmath>

namespace invar {

void fail_entry(const Params& params, const std::string& rule, const std::string& hint) {
  throw ModelError(params.location(), params.path(), rule, hint);
}

Schema characteristic_schema(const CharacteristicUnits& units, const std::string& effort_key,
                             const std::string& damping_key) {
  const auto& [effort, deflection] = units;
  Schema s;
  s.number("stiffness", effort + "/" + deflection, "stiffness of a linear spring");
  s.number("preload", effort, "value at zero deflection, added to stiffness times deflection").default_value(0);
  s.function_of(
       "x", effort_key, effort,
       fmt::format("instead of stiffness: restoring {} as function of the deflection x in {}", effort_key, deflection))
      .or_signal();
  s.number("damping", effort + " s/" + deflection, "coefficient of a linear damper").nonnegative();
  s.function_of(
       "v", damping_key, effort,
       fmt::format("instead of damping: resistance as function of the rate v in {}/s, of the sign of v", deflection))
      .or_signal();
  return s;
}

Characteristic read_characteristic(const Params& params, const std::string& effort_key,
                                   const std::string& damping_key) {
  Characteristic c;
  const bool linear = params.is_given("stiffness") || params.is_given("preload");
  if (params.has(effort_key)) {
    if (linear)
      params.fail(effort_key, "cannot stand together with stiffness or preload",
                  "write them into the function, e.g. 5 + 100*x");
    c.linear = false;
    if (params.is_signal(effort_key))
      c.reads_signals = true;
    else
      c.spring = params.function(effort_key);
  } else if (linear) {
    c.stiffness = params.has("stiffness") ? params.number("stiffness") : 0.0;
    if (c.stiffness < 0)
      params.fail("stiffness", "must not be negative",
                  fmt::format("an unstable spring is meant? then give {}: {}*x", effort_key, c.stiffness));
    c.preload = params.number("preload");
    c.spring = make_polynomial({c.preload, c.stiffness});
  }
  if (params.has(damping_key)) {
    if (params.is_given("damping"))
      params.fail(damping_key, "cannot stand together with damping", "write it into the function, e.g. 3*v + v^3");
    if (params.is_signal(damping_key)) {
      c.reads_signals = true;
      return c;
    }
    c.damper = params.function(damping_key);
    const double at_rest = c.damper->value(0);
    if (!(std::abs(at_rest) <= 1e-12 * (std::abs(c.damper->value(1)) + std::abs(c.damper->value(-1)))))
      params.fail(damping_key, fmt::format("is {:.6g} at rate zero, so it would do work at rest", at_rest),
                  fmt::format("a damper resists motion only; put a constant into {}", effort_key));
  } else if (params.has("damping") && params.number("damping") > 0) {
    c.damper = make_polynomial({0, params.number("damping")});
  }
  if (!c.spring && !c.damper && !c.reads_signals)
    fail_entry(params, "has neither a spring nor a damper",
               fmt::format("give stiffness, {}, damping or {}", effort_key, damping_key));
  return c;
}

}  // namespace invar
