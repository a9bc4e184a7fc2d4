// DC motor on the angle of a joint, behind a gear of n motor turns per turn of the joint:
//
//   (M1)  L i' = V - R i - n k w,      torque = n k i
//
// with the current i, the rate w of the angle, the voltage V within its limits, and one constant k for torque and back EMF, so that
// the power n k i w which leaves the coil is the power that enters the mechanism. The coil stores L i^2/2, a potential energy. What
// remains, V i less the heat R i^2, is the work of the part. Without inductance the current follows at once, i = (V - n k w)/R.
#include <fmt/format.h>

#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

SignalBlock make_dc_motor_block(const std::string& name, const Params& params, const Joint& joint) {
  const double L = params.number("inductance");
  SignalBlock block;
  block.name = name;
  block.node = params.entry();
  block.inputs.push_back(read_signal_input(params, "voltage", "voltage"));
  block.inputs.push_back({"speed", {joint.name() + ".angle_rate", block.node}});
  block.constants = {{"resistance", params.number("resistance")},
                     {"inductance", L},
                     {"ratio", params.number("constant") * params.number("gear")}};
  std::string terminal = "voltage";
  if (params.has("limits")) {
    const auto& limits = params.numbers("limits");
    if (!(limits[0] < limits[1])) params.fail("limits", "must be [low, high] with low below high");
    block.constants.emplace_back("low", limits[0]);
    block.constants.emplace_back("high", limits[1]);
    terminal = "saturate(voltage, low, high)";
  }
  block.equations.push_back({"terminal_voltage", terminal, "V"});
  block.equations.push_back({"back_emf", "ratio*speed", "V"});
  if (L > 0) {
    block.states.push_back(
        {"current", "A", params.number("current"), "(terminal_voltage - resistance*current - back_emf)/inductance", L});
    block.equations.push_back({"energy", "0.5*inductance*current^2", "J"});
  } else {
    if (params.is_given("current"))
      params.fail("current", "has no effect without inductance", "give inductance, or leave it out");
    block.equations.push_back({"current", "(terminal_voltage - back_emf)/resistance", "A"});
  }
  block.equations.push_back({"electrical_power", "terminal_voltage*current", "W"});
  block.equations.push_back({"heat", "resistance*current^2", "W"});
  return block;
}

std::unique_ptr<Part> make_dc_motor(const std::string& name, const Params& params, PartBuilder& builder) {
  const Joint& joint = read_joint(params, builder, true);
  const Layout& layout = builder.layout();
  const Marker &F = joint.F(), &M = joint.M();
  QuadraticMap map(layout);
  builder.add_joint_coordinate(map, map.add_row("coordinate"), joint, 1, true);
  builder.signals().add_block(make_dc_motor_block(name, params, joint));

  auto part = std::make_unique<ForcePart>(name, "dc_motor", builder.assembly());
  part->add_coordinate_channels(map, "angle", "rad");
  const std::string torque = fmt::format("({})*{}.current", params.number("constant") * params.number("gear"), name);
  const auto handle = part->add_signals(builder, make_map_actuator(map), {{"torque", "N m", {torque, params.entry()}}});
  part->set_drawing(with_joint_effort(draw_about(F), layout, F, M, true, signal_value(layout, handle, 0)));
  return part;
}

}  // namespace

PartType dc_motor_type() {
  PartType type;
  type.name = "dc_motor";
  type.doc =
      "DC motor with inductance, resistance and back EMF, behind a gear, on the angle of a joint. Channels angle, "
      "angle_rate, torque, current, terminal_voltage, back_emf, electrical_power, heat, energy, power";
  type.reference = "L i' = V - R i - n k w, torque n k i; the coil stores L i^2/2";
  type.schema.name_of("joint", "joint", "joint it drives; the torque acts on the second body").required();
  type.schema.signal("voltage", "V", "terminal voltage, e.g. 24, or 8*(0.5 - hinge.angle)").required();
  type.schema.number("resistance", "ohm", "of the coil").required().positive();
  type.schema.number("inductance", "H", "of the coil; 0: the current follows the voltage at once")
      .nonnegative()
      .default_value(0);
  type.schema.number("constant", "N m/A", "torque per current of the motor, and volts per rad/s").required().positive();
  type.schema.number("gear", "1", "turns of the motor per turn of the joint; negative: the gear reverses")
      .default_value(1);
  type.schema.numbers("limits", "V", "lowest and highest terminal voltage").size(2);
  type.schema.number("current", "A", "at the start").default_value(0);
  type.make = make_dc_motor;
  return type;
}

}  // namespace invar
