// A force a meter of length along a beam, given over time, in world axes or in axes that turn with the sections. It acts
// at the Gauss points of the loaded part of each element, on the interpolated axis (discrete/slot_force.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/discrete/slot_force.h"
#include "invar/elements/beam/beam.h"
#include "invar/elements/beam/interpolation.h"
#include "invar/elements/types.h"
#include "invar/parts/force_part.h"

namespace invar {

namespace {

// Equal slots added up: fewer terms to evaluate.
AffineVector merged(const AffineVector& x) {
  AffineVector out(x.constant);
  for (const auto& part : x.parts) {
    const auto same = std::find_if(out.parts.begin(), out.parts.end(), [&](const auto& other) {
      return other.node == part.node && other.slot == part.slot;
    });
    if (same == out.parts.end()) {
      out.parts.push_back(part);
    } else {
      same->factor += part.factor;
    }
  }
  return out;
}

std::unique_ptr<Part> make_distributed_force(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto* beam = dynamic_cast<const Beam*>(&builder.body(params.text("on"), params, "on"));
  if (!beam) params.fail("on", "must be a beam", "use applied_force for a force at one place");
  const auto& f = params.vector3_function("force");
  const double from = params.number("from"), to = params.number("to");
  for (const char* key : {"from", "to"})
    if (!(params.number(key) >= 0 && params.number(key) <= 1))
      params.fail(key, "is outside the beam", "stations are fractions of the length, 0 to 1");
  if (!(to > from)) params.fail("to", "must be larger than from");
  const bool turning = params.text("axes") == "body";

  auto part = std::make_unique<ForcePart>(name, "distributed_force", builder.assembly());
  const int n = beam->elements(), order = beam->order();
  for (int e = 0; e < n; ++e) {
    const double low = std::max(2 * (from * n - e) - 1, -1.0), high = std::min(2 * (to * n - e) - 1, 1.0);
    if (!(high > low)) continue;
    auto term = std::make_unique<SlotForce>(builder.layout());
    AffineVector sum;
    for (const GaussPoint& gauss : gauss_rule(order + 1)) {
      const double half = 0.5 * (high - low), xi = 0.5 * (low + high) + half * gauss.xi;
      const BeamShape N = calc_beam_shape(order + 1, xi);
      Vector3 tangent = Vector3::Zero();
      for (int a = 0; a <= order; ++a)
        tangent += N.dN[a] * beam->beam_nodes()[static_cast<std::size_t>(e) * order + a].reference;
      const Marker at = beam->interpolate_at(e, xi);
      const AffineVector weighted = merged((gauss.weight * half * tangent.norm()) * at.point);
      if (turning) {
        for (int i = 0; i < 3; ++i) term->add_force_at(weighted, merged(at.axes[i]), f[i]);
      } else {
        sum = sum + weighted;
      }
    }
    if (!turning)
      for (int i = 0; i < 3; ++i) term->add_force_at(merged(sum), AffineVector(Vector3::Unit(i)), f[i]);
    const auto nodes = term->nodes();
    if (!nodes.empty()) part->add_force(nodes, std::move(term));
  }
  for (const FunctionPtr& component : f) part->add_time_function(component);
  constexpr int kArrows = 5;
  const double share = (to - from) * beam->length() / kArrows;
  part->set_drawing([beam, f, from, to, turning, share, &layout = builder.layout()](const Part& self, Drawing& d) {
    for (int k = 0; k < kArrows; ++k) {
      const Marker at = beam->marker_at(from + (to - from) * (k + 0.5) / kArrows);
      const auto force = [at, f, turning, share, &layout](const Snapshot& s) -> Vector3 {
        Vector3 sum = Vector3::Zero();
        for (int i = 0; i < 3; ++i)
          sum += share * f[i]->value(s.t) * (turning ? calc_value(layout, at.axes[i], s.q) : Vector3(Vector3::Unit(i)));
        return sum;
      };
      d.add_arrow(self, DrawRole::kForce, d.place(at.point), kNeedsState, force);
    }
  });
  return part;
}

}  // namespace

PartType distributed_force_type() {
  PartType type;
  type.name = "distributed_force";
  type.doc =
      "force a meter of length along a beam, over time, the same at all places between from and to. Channel power";
  type.reference = "consistent nodal forces by Gauss points";
  type.schema.name_of("element", "on", "beam it acts on").required();
  type.schema.vector3_function_of("t", "force", "N/m", "the three components").required();
  type.schema.choice("axes", {"world", "body"}, "components in world axes, or in axes that turn with the sections")
      .default_value("world");
  type.schema.number("from", "1", "where the load begins, as a fraction of the length").default_value(0);
  type.schema.number("to", "1", "where it ends").default_value(1);
  type.make = make_distributed_force;
  return type;
}

}  // namespace invar
