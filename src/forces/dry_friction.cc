#include "invar/forces/dry_friction.h"

#include <fmt/format.h>

#include "invar/forces/characteristic.h"
#include "invar/parts/force_part.h"

namespace invar {

namespace {

constexpr double kRelaxation =
    1e-3;  // [s] damping over stiffness unless it is given: short for a driveline, slow for a step

SignalBlock make_bristle_block(const std::string& name, const Params& params,
                               const std::vector<CoupledCoordinate>& coordinates) {
  const double stiffness = params.number("stiffness");
  const double damping = params.has("damping") ? params.number("damping") : kRelaxation * stiffness;
  const bool angle = coordinates[0].angle;
  const std::string effort = angle ? "N m" : "N", length = angle ? "rad" : "m";
  std::string slip;
  for (const CoupledCoordinate& c : coordinates)
    slip += fmt::format("{}({})*{}.{}_rate", slip.empty() ? "" : " + ", c.factor, c.joint->name(),
                        c.angle ? "angle" : "displacement");
  SignalBlock block;
  block.name = name;
  block.node = params.entry();
  block.constants = {{"stiffness", stiffness}, {"damping", damping}};
  block.inputs.push_back(read_signal_input(params, "capacity", "capacity"));
  block.inputs.push_back({"slip_rate", {slip, block.node}});
  block.equations.push_back({"limit", "max(capacity, 0)", effort});
  block.equations.push_back({"friction", "saturate(stiffness*deflection + damping*slip_rate, -limit, limit)", effort});
  block.equations.push_back(
      {"loss", "friction*slip_rate - stiffness*deflection*(friction - stiffness*deflection)/damping", "W"});
  block.equations.push_back({"energy", "0.5*stiffness*deflection^2", "J"});
  SignalBlock::State bristle{
      "deflection", length, params.number("deflection"), "(friction - stiffness*deflection)/damping", stiffness, true};
  block.states.push_back(bristle);
  return block;
}

}  // namespace

Schema dry_friction_schema() {
  Schema s;
  s.signal("capacity", "N m or N", "largest friction; below zero there is none, e.g. 80*ramp(t, 1, 1.2)").required();
  s.number("stiffness", "N m/rad or N/m",
           "of the surfaces while they stick: they yield by capacity/stiffness before they slip")
      .required()
      .positive();
  s.number("damping", "N m s/rad or N s/m", "of the surfaces while they stick; default: stiffness times 1 ms")
      .positive();
  s.number("deflection", "rad or m", "of the surfaces at the start").default_value(0);
  return s;
}

std::unique_ptr<Part> make_dry_friction(const std::string& name, const std::string& type, const Params& params,
                                        const std::vector<CoupledCoordinate>& coordinates, PartBuilder& builder) {
  const Layout& layout = builder.layout();
  const bool angle = coordinates[0].angle;
  for (const CoupledCoordinate& c : coordinates)
    if (c.angle != angle) fail_entry(params, "couples an angle with a displacement", "name coordinates of one kind");
  QuadraticMap map(layout);
  const int row = map.add_row("slip");
  for (const CoupledCoordinate& c : coordinates) builder.add_joint_coordinate(map, row, *c.joint, c.factor, c.angle);
  builder.signals().add_block(make_bristle_block(name, params, coordinates));

  auto part = std::make_unique<ForcePart>(name, type, builder.assembly());
  const std::string effort = angle ? "torque" : "force";
  const auto handle =
      part->add_signals(builder, make_map_actuator(map),
                        {{effort, angle ? "N m" : "N", {"-" + name + ".friction", params.entry()}}}, true);
  std::vector<ForcePart::Draw> looks;
  for (const CoupledCoordinate& c : coordinates) {
    const Marker &F = c.joint->F(), &M = c.joint->M();
    const ForcePart::Value value = [factor = c.factor, own = signal_value(layout, handle, 0)](const Snapshot& s) {
      return factor * own(s);
    };
    looks.push_back(
        with_joint_effort(angle ? draw_about(F) : draw_between("damper", F, M), layout, F, M, angle, value));
  }
  part->set_drawing([looks](const Part& self, Drawing& d) {
    for (const auto& look : looks) look(self, d);
  });
  return part;
}

}  // namespace invar
