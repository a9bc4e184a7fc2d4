// Springs and dampers on the coordinate of a joint: its angle (torsion_spring) or its displacement (joint_spring).
// The spring is an energy of that coordinate (discrete/function_law.h), exact for many turns.
#include <fmt/format.h>
#include "invar/discrete/function_law.h"

#include "invar/forces/characteristic.h"
#include "invar/forces/law_signals.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_joint_spring(const std::string& name, const Params& params, PartBuilder& builder,
                                        bool angle) {
  const Joint& joint = read_joint(params, builder, angle);
  const std::string effort = angle ? "torque" : "force";
  const Characteristic law = read_characteristic(params, effort, "damping_" + effort);
  const double rest = params.number(angle ? "rest_angle" : "rest_displacement");
  QuadraticMap map(builder.layout());
  builder.add_joint_coordinate(map, map.add_row("coordinate"), joint, 1, angle);

  auto part = std::make_unique<ForcePart>(name, angle ? "torsion_spring" : "joint_spring", builder.assembly());
  if (law.spring) part->add_potential(map, std::make_unique<FunctionLaw>(law.spring, rest));
  if (law.damper) part->add_force(map, std::make_unique<RateLaw>(law.damper));
  part->add_coordinate_channels(map, angle ? "angle" : "displacement", angle ? "rad" : "m");
  const Layout& layout = builder.layout();
  ForcePart::Value given = [&layout, map, law, rest](const Snapshot& s) {
    return -(law.spring ? law.spring->value(calc_invariant(layout, map, s.q) - rest) : 0.0) -
           (law.damper ? law.damper->value(calc_invariant_rate(layout, map, s.q, s.v)) : 0.0);
  };
  const std::string unit = angle ? "N m" : "N", coordinate = joint.name() + (angle ? ".angle" : ".displacement");
  if (law.reads_signals) {
    const SignalText formula =
        make_law_signal(params, name, effort, "damping_" + effort, fmt::format("{} - ({})", coordinate, rest),
                        coordinate + "_rate", builder);
    if (!law.spring && !law.damper) given = nullptr;
    given = add_law_effort(*part, builder, make_map_actuator(map), effort, unit, -1, formula, given);
  } else {
    part->add_channel(effort, unit, kNeedsVelocity, given);
  }
  const Marker &F = joint.F(), &M = joint.M();
  const auto look = angle ? draw_about(F) : draw_between(law.spring || params.has(effort) ? "spring" : "damper", F, M);
  part->set_drawing(with_joint_effort(look, layout, F, M, angle, given));
  return part;
}

}  // namespace

PartType torsion_spring_type() {
  PartType type;
  type.name = "torsion_spring";
  type.doc =
      "spring and damper on the angle of a joint, also over many turns. Channels angle, angle_rate, torque (acting "
      "on the second body about the axis), energy, power";
  type.reference = "mean value of the characteristic between two angles";
  type.schema.name_of("joint", "joint", "joint with an angle").required();
  type.schema.number("rest_angle", "rad", "angle without torque (but preload)").default_value(0);
  type.schema.include(characteristic_schema({"N m", "rad"}, "torque", "damping_torque"));
  type.make = [](const std::string& name, const Params& p, PartBuilder& b) {
    return make_joint_spring(name, p, b, true);
  };
  return type;
}

PartType joint_spring_type() {
  PartType type;
  type.name = "joint_spring";
  type.doc =
      "spring and damper on the displacement of a joint along its axis. Channels displacement, displacement_rate, "
      "force (acting on the second body along the axis), energy, power";
  type.reference = "mean value of the characteristic between two displacements";
  type.schema.name_of("joint", "joint", "joint with a displacement").required();
  type.schema.number("rest_displacement", "m", "displacement without force (but preload)").default_value(0);
  type.schema.include(characteristic_schema({"N", "m"}, "force", "damping_force"));
  type.make = [](const std::string& name, const Params& p, PartBuilder& b) {
    return make_joint_spring(name, p, b, false);
  };
  return type;
}

}  // namespace invar
