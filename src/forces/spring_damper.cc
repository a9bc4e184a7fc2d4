// Spring and damper along the line between two points. Tension F(l - rest) + F_d(l_dot); the spring is an energy of the
// squared length (discrete/length_law.h), the damper a force on it (S4 of discrete/force_law.h).
#include <fmt/format.h>

#include "invar/discrete/length_law.h"
#include "invar/forces/characteristic.h"
#include "invar/forces/law_signals.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"
#include "invar/parts/sensor.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_spring_damper(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto [A, B] = read_two_points(params, builder);
  const bool by_signal = params.has("tension");
  if (by_signal) {
    for (const char* key : {"stiffness", "force", "damping", "damping_force", "preload", "rest_length"})
      if (params.is_given(key))
        params.fail("tension", fmt::format("cannot be combined with {}", key),
                    "write it into the formula, over NAME.length and NAME.length_rate");
  }
  const Characteristic law = by_signal ? Characteristic{} : read_characteristic(params, "force", "damping_force");
  QuadraticMap map(builder.layout());
  const AffineVector d = B.point - A.point;
  map.add_dot(map.add_row("squared_length"), d, d);
  const Layout& layout = builder.layout();
  const double initial = calc_length(calc_invariant(layout, map, builder.q()));
  if (!(initial > kZeroLength) && !by_signal &&
      !(params.has("rest_length") && params.number("rest_length") == 0 && law.preload == 0))
    params.fail("between", "names two points at the same place, which leaves the direction open",
                "move them apart (at_1, at_2), or give rest_length: 0 and no preload");
  const double rest = params.has("rest_length") ? params.number("rest_length") : initial;

  auto part = std::make_unique<ForcePart>(name, "spring_damper", builder.assembly());
  if (law.spring && law.linear) {
    part->add_potential(map, std::make_unique<LinearLengthLaw>(law.stiffness, rest, law.preload));
  } else if (law.spring) {
    part->add_potential(map, std::make_unique<LengthLaw>(law.spring, rest));
  }
  if (law.damper) part->add_force(map, std::make_unique<LengthRateLaw>(law.damper));

  const auto length = [&layout, map](const Snapshot& s) { return calc_length(calc_invariant(layout, map, s.q)); };
  const auto rate = [&layout, map, length](const Snapshot& s) {
    const double l = length(s);
    return l > kZeroLength ? calc_invariant_rate(layout, map, s.q, s.v) / (2 * l) : 0.0;
  };
  part->add_channel("length", "m", kNeedsState, length);
  part->add_channel("length_rate", "m/s", kNeedsVelocity, rate);
  part->set_sensors([map_d = d](SensorList& out) {
    out.add_pair(
        "length", "length_rate", [map_d](PartBuilder&, QuadraticMap& own, int row) { own.add_dot(row, map_d, map_d); },
        true);
  });
  if (by_signal) {
    part->add_signals(builder, make_tension_actuator(map), {{"tension", "N", read_signal(params, "tension")}});
    part->offer_wrench_between(A, B, false);
    part->set_drawing(draw_between("actuator", A, B));
    return part;
  }
  part->add_channel("elongation", "m", kNeedsState, [length, rest](const Snapshot& s) { return length(s) - rest; });
  const ForcePart::Value tension = [law, length, rate, rest](const Snapshot& s) {
    return (law.spring ? law.spring->value(length(s) - rest) : 0.0) + (law.damper ? law.damper->value(rate(s)) : 0.0);
  };
  if (law.reads_signals) {
    const SignalText formula =
        make_law_signal(params, name, "force", "damping_force", fmt::format("{}.length - ({})", name, rest),
                        name + ".length_rate", builder);
    add_law_effort(*part, builder, make_tension_actuator(map), "tension", "N", 1, formula,
                   law.spring || law.damper ? tension : nullptr);
  } else {
    part->add_channel("tension", "N", kNeedsVelocity, tension);
  }
  part->offer_wrench_between(A, B, false);
  part->set_drawing(draw_between(law.spring || params.has("force") ? "spring" : "damper", A, B));
  return part;
}

}  // namespace

PartType spring_damper_type() {
  PartType type;
  type.name = "spring_damper";
  type.doc =
      "spring and damper between two points; tension pulls them together. Channels length, length_rate, "
      "elongation, tension, force.* (on the second place), energy, power";
  type.reference = "exact discrete gradient in the squared length";
  type.schema = two_points_schema();
  type.schema.number("rest_length", "m", "length without force (but preload); default: the initial distance")
      .nonnegative();
  type.schema.include(characteristic_schema({"N", "m"}, "force", "damping_force"));
  type.schema.signal("tension", "N",
                     "instead of all these: the tension, e.g. 40*(NAME.length - 1) + 3*NAME.length_rate");
  type.make = make_spring_damper;
  return type;
}

}  // namespace invar
