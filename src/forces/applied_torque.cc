// A torque given over time on a body, its components in world axes or in axes that turn with the body.
//   frame:  f_di = 1/2 m x d_i, so that sum d_i x f_di = m for orthonormal directors
//   planar: the third component on theta
// In axes of the place, a_j = sum_b R_jb d_b, the torque is m = sum_b m_b d_b, and d_b x d_i is a director again.
#include <fmt/format.h>

#include "invar/discrete/slot_force.h"
#include "invar/forces/types.h"
#include "invar/math/rotation.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

// 1 or -1 for an even or odd permutation of three different numbers, else 0.
int permutation_sign(int i, int j, int k) { return (j - i) * (k - i) * (k - j) / 2; }

using ThreeFunctions = Params::Vector3Function;

void add_world_torque(SlotForce& term, int node, const ThreeFunctions& m) {
  for (int i = 1; i <= 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (m[j]) term.add(node, i, i, 0.5 * skew(Vector3::Unit(j)), m[j]);
}

void add_body_torque(SlotForce& term, int node, const Marker& P, const ThreeFunctions& m) {
  for (int j = 0; j < 3; ++j) {
    if (!m[j]) continue;
    for (const auto& axis : P.axes[j].parts)  // b = axis.slot
      for (int i = 1; i <= 3; ++i)
        for (int c = 1; c <= 3; ++c)
          if (const int sign = permutation_sign(axis.slot, i, c); sign != 0)
            term.add(node, i, c, 0.5 * sign * axis.factor * Matrix3::Identity(), m[j]);
  }
}

// The term of a torque with the components m, null ones left out.
SlotForce make_term(const Marker& P, bool in_world, const ThreeFunctions& m, const Layout& layout) {
  const int node = P.nodes[0];
  SlotForce term(layout);
  if (layout.node(node).kind == NodeKind::kFrame2) {
    // Slot 3 of a planar frame is its angle; the third axis of the place may point down.
    for (int j = 0; j < 3; ++j) {
      const double z = in_world ? Vector3::Unit(j)[2] : P.axes[j].constant[2];
      if (z != 0 && m[j]) term.add(node, 3, Vector3(z, 0, 0), m[j]);
    }
  } else if (in_world) {
    add_world_torque(term, node, m);
  } else {
    add_body_torque(term, node, P, m);
  }
  return term;
}

std::unique_ptr<Part> make_applied_torque(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker P = read_place(params, builder, params.text("on"), "on", "");
  if (P.ground) params.fail("on", "is the ground, which a torque cannot turn", "name a body or a marker on one");
  if (!P.has_axes)
    params.fail("on", fmt::format("is on \"{}\", a point or rod without an orientation", P.body),
                "name a rigid or planar body");
  const bool in_world = params.text("axes") == "world";
  const Layout& layout = builder.layout();
  auto part = std::make_unique<ForcePart>(name, "applied_torque", builder.assembly());
  if (params.is_signal("torque")) {
    std::vector<SlotForce> units;
    for (int j = 0; j < 3; ++j) {
      ThreeFunctions one;
      one[j] = make_constant(1);
      units.push_back(make_term(P, in_world, one, layout));
    }
    part->add_signals(builder, make_slot_actuator(std::move(units), layout), read_signals(params, "torque", "N m"));
  } else {
    auto term = std::make_unique<SlotForce>(make_term(P, in_world, params.vector3_function("torque"), layout));
    for (const FunctionPtr& f : params.vector3_function("torque")) part->add_time_function(f);
    const auto nodes = term->nodes();
    part->add_force(nodes, std::move(term));
  }
  part->offer_wrench_on(P);
  return part;
}

}  // namespace

PartType applied_torque_type() {
  PartType type;
  type.name = "applied_torque";
  type.doc =
      "torque on a body, over time or as a formula of the state; on planar bodies only the component out of the plane "
      "has an effect. Channels "
      "torque.*, power";
  type.reference = "generalized force 1/2 m x d_i on the directors";
  type.schema.name_of("place", "on", "body or marker it acts on").required();
  type.schema.vector3_function_of("t", "torque", "N m", "the three components").or_signal().required();
  type.schema
      .choice("axes", {"world", "body"}, "components in world axes, or in axes of the place that turn with the body")
      .default_value("world");
  type.make = make_applied_torque;
  return type;
}

}  // namespace invar
