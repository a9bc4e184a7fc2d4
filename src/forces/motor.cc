// Motor: a torque on the angle or a force on the displacement of a joint, given over time, with an optional droop by
// speed: tau(t) - droop * rate. Acts on both bodies; the work is booked as applied, droop included.
#include "invar/forces/characteristic.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_motor(const std::string& name, const Params& params, PartBuilder& builder) {
  const bool angle = params.has("torque");
  if (angle == params.has("force"))
    fail_entry(params, angle ? "has both torque and force" : "has neither torque nor force",
               "give torque for the angle of a joint, force for its displacement");
  const Joint& joint = read_joint(params, builder, angle);
  const std::string effort = angle ? "torque" : "force";
  const double droop = params.number("droop");
  const Layout& layout = builder.layout();
  const Marker &F = joint.F(), &M = joint.M();
  const auto look = angle ? draw_about(F) : draw_between("actuator", F, M);
  QuadraticMap map(builder.layout());
  builder.add_joint_coordinate(map, map.add_row("coordinate"), joint, 1, angle);
  auto part = std::make_unique<ForcePart>(name, "motor", builder.assembly());
  part->add_coordinate_channels(map, angle ? "angle" : "displacement", angle ? "rad" : "m");
  const std::string unit = angle ? "N m" : "N";
  if (params.is_signal(effort)) {
    if (params.is_given("droop"))
      params.fail("droop", "cannot be combined with a formula of the state", "write it into the formula");
    const auto handle =
        part->add_signals(builder, make_map_actuator(map), {{effort, unit, read_signal(params, effort)}});
    part->set_drawing(with_joint_effort(look, layout, F, M, angle, signal_value(layout, handle, 0)));
    return part;
  }
  const FunctionPtr f = params.function(effort);
  part->add_time_function(f);
  part->add_force(map, std::make_unique<TimeLaw>(std::vector<FunctionPtr>{f}, droop));
  const ForcePart::Value given = [&layout, map, f, droop](const Snapshot& s) {
    return f->value(s.t) - droop * calc_invariant_rate(layout, map, s.q, s.v);
  };
  part->add_channel(effort, unit, kNeedsVelocity, given);
  part->set_drawing(with_joint_effort(look, layout, F, M, angle, given));
  return part;
}

}  // namespace

PartType motor_type() {
  PartType type;
  type.name = "motor";
  type.doc =
      "torque on the angle or force on the displacement of a joint, over time or as a formula of the state, less droop "
      "times speed. "
      "Channels "
      "angle or displacement, angle_rate or displacement_rate, torque or force, power";
  type.reference = "work of the mean effort over the true displacement";
  type.schema.name_of("joint", "joint", "joint it drives").required();
  type.schema.function_of("t", "torque", "N m", "torque on the second body about the axis of the joint").or_signal();
  type.schema.function_of("t", "force", "N", "force on the second body along the axis of the joint").or_signal();
  type.schema.number("droop", "N m s/rad or N s/m", "loss of effort with speed").nonnegative().default_value(0);
  type.make = make_motor;
  return type;
}

}  // namespace invar
