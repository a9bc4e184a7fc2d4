// Segments i = 1, ..., n of lengths l_i between places in a row. Rope that passes pulley i towards the last place has the speed
//
//   (R1)  v_i = sum over j > i of l_j'
//
// and tensions on both sides as Euler and Eytelwein found, over the angle of wrap phi_i and smooth where it stands:
//
//   (R2)  T_i+1 = T_i exp(mu phi_i tanh(v_i/v_0))
//   (R3)  cos(pi - phi_i) = (l_i^2 + l_i+1^2 - c_i^2)/(2 l_i l_i+1),   c_i the distance of the places before and after the pulley
//
// The stretch of all segments is what the rope is longer than at rest, sum of T_i l_i/EA = l - l_0. So, with a damping and without thrust,
//
//   (R4)  T_1 = max(0, EA (l - l_0) + d (l' - l_0'))/(sum of l_i T_i/T_1)
//
// The power of the pulleys, the sum of (T_i+1 - T_i) v_i, is never negative, at points and across a step.
#include "invar/forces/rope.h"

#include <fmt/format.h>

#include "invar/discrete/length_law.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"
#include "invar/parts/sensor.h"

namespace invar {

namespace {

// The line between two places. Between places of the ground its length is a constant.
struct RopeLine {
  AffineVector d;
  bool fixed = false;
  double start = 0;
};

RopeLine make_line(const Marker& A, const Marker& B, PartBuilder& builder) {
  RopeLine line{B.point - A.point, A.ground && B.ground, 0};
  line.start = calc_value(builder.layout(), line.d, builder.q()).norm();
  return line;
}

std::vector<Marker> read_row(const Params& params, PartBuilder& builder) {
  const auto& names = params.names("along");
  if (names.size() < 2) params.fail("along", "needs two places at least", "[from, pulley, ..., to]");
  std::vector<Marker> places;
  for (const std::string& place : names) places.push_back(builder.place(place, params, "along"));
  return places;
}

// What a block reads of a line: its length, and with `rate` that of it, under these names.
void read_line(SignalBlock& block, const std::string& name, const std::string& sensor, const RopeLine& line,
               bool rate) {
  if (line.fixed) {
    block.constants.emplace_back(name, line.start);
    if (rate) block.constants.emplace_back(name + "_rate", 0);
    return;
  }
  block.inputs.push_back({name, {block.name + "." + sensor, block.node}});
  if (rate) block.inputs.push_back({name + "_rate", {block.name + "." + sensor + "_rate", block.node}});
}

// (R1) to (R4), for n segments.
void add_equations(SignalBlock& block, std::size_t n) {
  std::string length, rate, stretch, power = "0";
  for (std::size_t i = 1; i <= n; ++i) {
    const char* plus = i == 1 ? "" : " + ";
    length += fmt::format("{}length_{}", plus, i);
    rate += fmt::format("{}length_{}_rate", plus, i);
    stretch += fmt::format("{}length_{}*share_{}", plus, i, i);
  }
  block.equations.push_back({"share_1", "1", "1"});
  for (std::size_t i = 1; i < n; ++i) {
    std::string passing;
    for (std::size_t j = i + 1; j <= n; ++j)
      passing += fmt::format("{}length_{}_rate", passing.empty() ? "" : " + ", j);
    block.equations.push_back({fmt::format("passing_{}", i), passing, "m/s"});
    block.equations.push_back(
        {fmt::format("wrap_{}", i),
         fmt::format("pi - acos(saturate((length_{0}^2 + length_{1}^2 - chord_{0}^2)/(2*length_{0}*length_{1}), -edge, "
                     "edge))",
                     i, i + 1),
         "rad"});
    block.equations.push_back({fmt::format("share_{}", i + 1),
                               fmt::format("share_{0}*exp(friction*wrap_{0}*tanh(passing_{0}/slip_speed))", i), "1"});
    power += fmt::format(" + (share_{} - share_{})*passing_{}", i + 1, i, i);
  }
  block.equations.push_back({"length", length, "m"});
  block.equations.push_back({"length_rate", rate, "m/s"});
  block.equations.push_back(
      {"tension", "max(0, stiffness*(length - rest) + damping*(length_rate - rest_rate))/(" + stretch + ")", "N"});
  block.equations.push_back({"friction_power", "tension*(" + power + ")", "W"});
}

}  // namespace

Schema rope_schema() {
  Schema s;
  s.names_of("place", "along", "where it begins, pulleys (markers, of no size), where it ends").required();
  s.number("stiffness", "N", "force over strain, EA").positive().required();
  s.number("damping", "N s", "force over rate of strain").nonnegative().default_value(0);
  s.number("friction", "1", "coefficient on the pulleys").nonnegative().default_value(0);
  s.number("slip_speed", "m/s", "of the rope on a pulley, above which it slips").positive().default_value(0.001);
  return s;
}

std::unique_ptr<Part> make_rope(const std::string& name, const std::string& type, const Params& params,
                                PartBuilder& builder, SignalBlock block) {
  const std::vector<Marker> places = read_row(params, builder);
  const std::size_t n = places.size() - 1;
  for (const char* key : {"stiffness", "damping", "friction", "slip_speed"})
    block.constants.emplace_back(key, params.number(key));
  // The angle of wrap is smooth but at none and half a turn, where its sine is that of the rounding of a cosine.
  block.constants.emplace_back("edge", 1 - 1e-12);
  const auto add_sensor = [](SensorList& out, const std::string& sensor, const AffineVector& d) {
    out.add_pair(
        sensor, sensor + "_rate", [d](PartBuilder&, QuadraticMap& map, int row) { map.add_dot(row, d, d); }, true);
  };
  auto part = std::make_unique<ForcePart>(name, type, builder.assembly());
  std::vector<std::pair<std::string, AffineVector>> sensors;
  for (std::size_t i = 1; i <= n; ++i) {
    const RopeLine line = make_line(places[i - 1], places[i], builder);
    if (!(line.start > kZeroLength))
      params.fail("along", "has two places after another at the same point, which leaves the direction open",
                  "move them apart");
    read_line(block, fmt::format("length_{}", i), fmt::format("segment_{}", i), line, true);
    if (!line.fixed) sensors.emplace_back(fmt::format("segment_{}", i), line.d);
    if (i == n) break;
    const RopeLine chord = make_line(places[i - 1], places[i + 1], builder);
    read_line(block, fmt::format("chord_{}", i), fmt::format("span_{}", i), chord, false);
    if (!chord.fixed) sensors.emplace_back(fmt::format("span_{}", i), chord.d);
  }
  if (sensors.empty()) params.fail("along", "names places of the ground only", "name a body");
  add_equations(block, n);
  builder.signals().add_block(block);
  for (std::size_t i = 1; i <= n; ++i) {
    const RopeLine line = make_line(places[i - 1], places[i], builder);
    if (line.fixed) continue;
    QuadraticMap map(builder.layout());
    map.add_dot(map.add_row("squared_length"), line.d, line.d);
    const std::string tension = fmt::format("{0}.tension*{0}.share_{1}", name, i);
    part->add_signals(builder, make_tension_actuator(std::move(map)),
                      {{fmt::format("tension_{}", i), "N", {tension, params.entry()}}});
  }
  part->set_sensors([sensors, add_sensor](SensorList& out) {
    for (const auto& [sensor, d] : sensors) add_sensor(out, sensor, d);
  });
  part->set_drawing([places](const Part& self, Drawing& d) {
    for (std::size_t i = 0; i + 1 < places.size(); ++i)
      d.add_link("rod", self, DrawRole::kForce, d.place(places[i]), d.place(places[i + 1]), 0.012);
    for (const Marker& place : places) d.attach(place);
  });
  return part;
}

}  // namespace invar
