// A force given over time at a place of a body, its components in world axes or in axes that turn with the body.
// World axes: Q = x_q^T F(t) on the position x of the place (discrete/invariant_force.h), work F_mean . (x1 - x0).
#include <fmt/format.h>

#include "invar/discrete/slot_force.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_applied_force(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker P = read_place(params, builder, params.text("on"), "on", "at");
  if (P.ground) params.fail("on", "is the ground, which a force cannot move", "name a body or a marker on one");
  auto part = std::make_unique<ForcePart>(name, "applied_force", builder.assembly());
  if (params.text("axes") == "world") {
    QuadraticMap map(builder.layout());
    static constexpr const char* kLabels[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i) map.add_component(map.add_row(kLabels[i]), P.point, Vector3::Unit(i));
    if (params.is_signal("force")) {
      part->add_signals(builder, make_map_actuator(map), read_signals(params, "force", "N"));
      part->offer_wrench_on(P, false);
      return part;
    }
    const auto& F = params.vector3_function("force");
    for (const FunctionPtr& f : F) part->add_time_function(f);
    part->add_force(map, std::make_unique<TimeLaw>(std::vector<FunctionPtr>(F.begin(), F.end())));
  } else {
    if (!P.has_axes)
      params.fail("axes", fmt::format("turn with the body, but \"{}\" has no orientation", P.body), "set axes: world");
    if (params.is_signal("force")) {
      std::vector<SlotForce> units(3, SlotForce(builder.layout()));
      for (int i = 0; i < 3; ++i) units[i].add_force_at(P.point, P.axes[i], make_constant(1));
      part->add_signals(builder, make_slot_actuator(std::move(units), builder.layout()),
                        read_signals(params, "force", "N"));
      part->offer_wrench_on(P, false);
      return part;
    }
    const auto& F = params.vector3_function("force");
    auto term = std::make_unique<SlotForce>(builder.layout());
    for (int i = 0; i < 3; ++i) {
      term->add_force_at(P.point, P.axes[i], F[i]);
      part->add_time_function(F[i]);
    }
    const auto nodes = term->nodes();
    part->add_force(nodes, std::move(term));
  }
  part->offer_wrench_on(P, false);
  return part;
}

}  // namespace

PartType applied_force_type() {
  PartType type;
  type.name = "applied_force";
  type.doc =
      "force at a place, over time or as a formula of the state; on planar bodies the third component has no effect. "
      "Channels force.*, power";
  type.reference = "work of the mean force over the true displacement";
  type.schema.name_of("place", "on", "body or marker it acts on").required();
  type.schema.numbers(
      "at", "m", "point on the body, in world coordinates of the initial configuration; default: the place itself");
  type.schema.vector3_function_of("t", "force", "N", "the three components").or_signal().required();
  type.schema
      .choice("axes", {"world", "body"}, "components in world axes, or in axes of the place that turn with the body")
      .default_value("world");
  type.make = make_applied_force;
  return type;
}

}  // namespace invar
