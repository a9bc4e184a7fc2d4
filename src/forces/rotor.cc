// Rotor: a wheel or flywheel that spins at a constant rate about an axis n fixed in a body, whose mass and moments of
// inertia are already counted there. Its spin momentum s = I Omega adds s n . w to the Lagrangian, in directors
//   (O1)  Q_di = s sum_j [n]x_ij d_j',      moment -s w x n,
// linear in the velocities with a skew matrix: it does no work, at an instant or over a step.
#include "invar/forces/types.h"
#include "invar/math/rotation.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

class GyroscopicForce final : public Force {
 public:
  GyroscopicForce(double momentum, const Vector3& n) : G_(Matrix::Zero(12, 12)) {
    const Matrix3 S = momentum * skew(n);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) G_.block<3, 3>(3 + 3 * i, 3 + 3 * j) = S(i, j) * Matrix3::Identity();
  }
  WorkAccount account() const override { return WorkAccount::kApplied; }
  void add_Q(const At& at, VecOut Q) const override { Q += G_.lazyProduct(at.v); }
  void add_Q_q(const At&, MatOut) const override {}
  void add_Q_v(const At&, MatOut C) const override { C += G_; }
  void add_Q_bar(const Across& pair, VecOut Q) const override { Q += G_.lazyProduct((pair.q1 - pair.q0) / pair.h()); }
  void add_Q_bar_tangent(const Across& pair, MatOut K) const override { K += G_ / pair.h(); }

 private:
  Matrix G_;
};

std::unique_ptr<Part> make_rotor(const std::string& name, const Params& params, PartBuilder& builder) {
  Marker P = read_place(params, builder, params.text("on"), "on", "");
  const Layout& layout = builder.layout();
  if (P.nodes.size() != 1 || layout.node(P.nodes[0]).kind != NodeKind::kFrame3)
    params.fail("on", "is no rigid body or marker on one", "a rotor needs the orientation of what carries it");
  if (params.has("axis"))
    P = builder.place_at(P.body, calc_value(layout, P.point, builder.q()), make_triad(params.direction("axis")), params,
                         "on");
  Vector3 n = Vector3::Zero();
  for (const auto& part : P.axes[2].parts)
    if (part.slot > 0) n[part.slot - 1] += part.factor;
  const double momentum = params.number("inertia") * params.number("rate");
  auto part = std::make_unique<ForcePart>(name, "rotor", builder.assembly());
  part->add_force(P.nodes, std::make_unique<GyroscopicForce>(momentum, n));
  part->add_channel("momentum", "N m s", kNeedsState, [momentum](const Snapshot&) { return momentum; });
  part->offer_wrench_on(P);
  part->set_drawing(draw_about(P));
  return part;
}

}  // namespace

PartType rotor_type() {
  PartType type;
  type.name = "rotor";
  type.doc =
      "gyroscopic moment of a wheel or flywheel that spins at a constant rate relative to the body that carries it; "
      "its "
      "mass and inertia belong to that body. Channels momentum, torque.*, power (zero)";
  type.reference = "gyrostat";
  type.schema.name_of("place", "on", "body that carries it, or a marker there").required();
  type.schema.direction(
      "axis", "axis of spin, in world coordinates of the initial configuration; default: third axis of the place");
  type.schema.number("inertia", "kg m^2", "about the axis").nonnegative().required();
  type.schema.number("rate", "rad/s", "of spin, relative to the body").required();
  type.make = make_rotor;
  return type;
}

}  // namespace invar
