// Double-acting hydraulic cylinder along the line between two points. The pressure of chamber a pushes the points apart, that of
// chamber b pulls them together:
//
//   (H1)  V_a/beta p_a' = q_a - c (p_a - p_b) - A_a l',      V_b/beta p_b' = q_b + c (p_a - p_b) + A_b l'
//   (H2)  tension = A_b p_b - A_a p_a
//
// beta is the bulk modulus of the oil, V the volume that is compressed (chamber and lines, constant), c the leakage past the piston.
// The oil stores V p^2/(2 beta), a potential energy. The flow is given, q_b = -q_a A_b/A_a, or that through a valve of opening u
// between -1 and 1 with four equal edges:
//
//   (H3)  u > 0:  q_a = k u r(p_s - p_a),  q_b = -k u r(p_b - p_t);      u < 0:  q_a = k u r(p_a - p_t),  q_b = -k u r(p_s - p_b)
//   (H4)  r(d) = d/(d^2 + d_0^2)^(1/4), which is sqrt(d) where the flow is turbulent, and linear in d (laminar) below d_0.
//
// What remains, the power q_a p_a + q_b p_b of the flow less that of the leakage, is the work of the part.
#include <fmt/format.h>

#include "invar/discrete/length_law.h"
#include "invar/forces/characteristic.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"
#include "invar/parts/sensor.h"

namespace invar {

namespace {

const char* const kValveKeys[] = {"flow_coefficient", "supply_pressure", "tank_pressure", "laminar_pressure"};

std::vector<double> read_two_positive(const Params& params, const std::string& key) {
  auto values = params.numbers(key);
  if (!(values[0] > 0 && values[1] > 0)) params.fail(key, "must be positive for both chambers", "[a, b]");
  return values;
}

void add_given_flow(const Params& params, SignalBlock& block) {
  for (const char* key : kValveKeys)
    if (params.is_given(key)) params.fail(key, "belongs to a valve", "give opening instead of flow, or leave it out");
  block.inputs.push_back(read_signal_input(params, "flow", "flow"));
  block.equations.push_back({"flow_a", "flow", "m^3/s"});
  block.equations.push_back({"flow_b", "-flow*area_b/area_a", "m^3/s"});
}

void add_valve(const Params& params, SignalBlock& block) {
  for (const char* key : {"flow_coefficient", "supply_pressure"})
    if (!params.has(key)) params.fail("opening", fmt::format("needs the key {}", key));
  block.inputs.push_back(read_signal_input(params, "opening", "opening"));
  for (const char* key : kValveKeys) block.constants.emplace_back(key, params.number(key));
  const auto root = [](const std::string& d) { return fmt::format("({0})/sqrt(hypot({0}, laminar_pressure))", d); };
  block.equations.push_back({"valve", "saturate(opening, -1, 1)", "1"});
  block.equations.push_back({"flow_a",
                             "flow_coefficient*(max(valve, 0)*" + root("supply_pressure - pressure_a") +
                                 " + min(valve, 0)*" + root("pressure_a - tank_pressure") + ")",
                             "m^3/s"});
  block.equations.push_back({"flow_b",
                             "-flow_coefficient*(max(valve, 0)*" + root("pressure_b - tank_pressure") +
                                 " + min(valve, 0)*" + root("supply_pressure - pressure_b") + ")",
                             "m^3/s"});
}

SignalBlock make_cylinder_block(const std::string& name, const Params& params) {
  const auto areas = read_two_positive(params, "areas"), volumes = read_two_positive(params, "volumes");
  const auto pressures = params.numbers("pressures");
  const double beta = params.number("bulk_modulus");
  SignalBlock block;
  block.name = name;
  block.node = params.entry();
  block.constants = {{"area_a", areas[0]},     {"area_b", areas[1]}, {"volume_a", volumes[0]},
                     {"volume_b", volumes[1]}, {"beta", beta},       {"leakage", params.number("leakage")}};
  block.inputs.push_back({"speed", {name + ".length_rate", block.node}});
  if (params.has("flow") == params.has("opening"))
    fail_entry(params, params.has("flow") ? "has both flow and opening" : "has neither flow nor opening",
               "give flow for a pump that sets the flow, opening for a valve");
  params.has("flow") ? add_given_flow(params, block) : add_valve(params, block);
  block.equations.push_back({"leak", "leakage*(pressure_a - pressure_b)", "m^3/s"});
  block.states.push_back(
      {"pressure_a", "Pa", pressures[0], "beta/volume_a*(flow_a - leak - area_a*speed)", volumes[0] / beta});
  block.states.push_back(
      {"pressure_b", "Pa", pressures[1], "beta/volume_b*(flow_b + leak + area_b*speed)", volumes[1] / beta});
  block.equations.push_back({"hydraulic_power", "flow_a*pressure_a + flow_b*pressure_b", "W"});
  block.equations.push_back({"heat", "leakage*(pressure_a - pressure_b)^2", "W"});
  block.equations.push_back({"energy", "0.5*(volume_a*pressure_a^2 + volume_b*pressure_b^2)/beta", "J"});
  return block;
}

std::unique_ptr<Part> make_hydraulic_cylinder(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto [A, B] = read_two_points(params, builder);
  const Layout& layout = builder.layout();
  QuadraticMap map(layout);
  const AffineVector d = B.point - A.point;
  map.add_dot(map.add_row("squared_length"), d, d);
  if (!(calc_length(calc_invariant(layout, map, builder.q())) > kZeroLength))
    params.fail("between", "names two points at the same place, which leaves the direction open",
                "move them apart (at_1, at_2)");
  const SignalBlock block = make_cylinder_block(name, params);
  builder.signals().add_block(block);

  auto part = std::make_unique<ForcePart>(name, "hydraulic_cylinder", builder.assembly());
  part->add_channel("length", "m", kNeedsState,
                    [&layout, map](const Snapshot& s) { return calc_length(calc_invariant(layout, map, s.q)); });
  part->set_sensors([map_d = d](SensorList& out) {
    out.add_pair(
        "length", "length_rate", [map_d](PartBuilder&, QuadraticMap& own, int row) { own.add_dot(row, map_d, map_d); },
        true);
  });
  const std::string tension = fmt::format("{}*{}.pressure_b - {}*{}.pressure_a", block.constants[1].second, name,
                                          block.constants[0].second, name);
  part->add_signals(builder, make_tension_actuator(map), {{"tension", "N", {tension, params.entry()}}});
  part->offer_wrench_between(A, B, false);
  part->set_drawing(draw_between("actuator", A, B));
  return part;
}

}  // namespace

PartType hydraulic_cylinder_type() {
  PartType type;
  type.name = "hydraulic_cylinder";
  type.doc =
      "double-acting hydraulic cylinder between two points, fed by a pump or through a valve. Channels length, speed, "
      "tension, pressure_a, pressure_b, flow_a, flow_b, leak, hydraulic_power, heat, energy, power, force.* (on the "
      "second place)";
  type.reference = "V/beta p' = q - leakage - A l'; the oil stores V p^2/(2 beta)";
  type.schema = two_points_schema();
  type.schema.numbers("areas", "m^2", "of the piston in chamber a, which extends, and on the rod side, b")
      .size(2)
      .required();
  type.schema.numbers("volumes", "m^3", "of oil that is compressed, chambers a and b with their lines; constant")
      .size(2)
      .required();
  type.schema.number("bulk_modulus", "Pa", "of the oil, about 1.4e9").positive().required();
  type.schema.signal("flow", "m^3/s", "into chamber a; b gives back its share by the areas");
  type.schema.signal("opening", "1", "of the valve, -1 to 1: positive extends, e.g. 5*(0.8 - boom.angle)");
  type.schema.number("flow_coefficient", "m^3/s/Pa^0.5", "flow through an open edge over the root of the pressure drop")
      .positive();
  type.schema.number("supply_pressure", "Pa", "before the valve").nonnegative();
  type.schema.number("tank_pressure", "Pa", "behind the valve").nonnegative().default_value(0);
  type.schema.number("laminar_pressure", "Pa", "pressure drop below which the flow is laminar")
      .positive()
      .default_value(1e4);
  type.schema.number("leakage", "m^3/s/Pa", "flow past the piston over the pressure difference")
      .nonnegative()
      .default_value(0);
  type.schema.numbers("pressures", "Pa", "in the chambers at the start").size(2).default_value("[0, 0]");
  type.make = make_hydraulic_cylinder;
  return type;
}

}  // namespace invar
