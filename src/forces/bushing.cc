// Bushing: an elastic connection of two frames F (axes f_i) and M (axes m_i). Its six deflections are quadratic,
//   (B1)  e_i     = f_i . (x_M - x_F)                         i = 1, 2, 3
//   (B2)  e_(3+i) = (f_k . m_j - f_j . m_k) / 2               (i, j, k) cyclic: sin(phi) n_i for a rotation phi about n
// and the energy 1/2 (e - e_rest)^T C (e - e_rest) is quadratic in them, hence exact with their means. For small
// relative rotations (B2) is the rotation vector; the torque falls off beyond, and is zero again at half a turn.
#include "invar/discrete/energy_law.h"
#include "invar/forces/characteristic.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"

namespace invar {

namespace {

QuadraticMap make_deflections(const Layout& layout, const Marker& F, const Marker& M) {
  static constexpr const char* kLabels[] = {"x", "y", "z", "rx", "ry", "rz"};
  QuadraticMap map(layout);
  for (int i = 0; i < 3; ++i) map.add_dot(map.add_row(kLabels[i]), F.axes[i], M.point - F.point);
  for (int i = 0; i < 3; ++i) {
    const int row = map.add_row(kLabels[3 + i]), j = (i + 1) % 3, k = (i + 2) % 3;
    map.add_dot(row, F.axes[k], M.axes[j], 0.5);
    map.add_dot(row, F.axes[j], M.axes[k], -0.5);
  }
  return map;
}

LocalVector calc_deflections(const Layout& layout, const QuadraticMap& map, Vec q) {
  LocalVector e = Vector::Zero(6);
  map.add_e(0, gather(layout, map.nodes(), q), e);
  return e;
}

std::unique_ptr<Part> make_bushing(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto [F, M] = read_two_frames(params, builder);
  const Layout& layout = builder.layout();
  const QuadraticMap map = make_deflections(layout, F, M);
  Vector k(6), c(6);
  k << params.vector3("stiffness"), params.vector3("rotational_stiffness");
  c << params.vector3("damping"), params.vector3("rotational_damping");
  for (const char* key : {"stiffness", "rotational_stiffness", "damping", "rotational_damping"})
    if (params.vector3(key).minCoeff() < 0) params.fail(key, "must not have a negative component", "");
  if (k.isZero(0) && c.isZero(0))
    fail_entry(params, "has neither stiffness nor damping",
               "give stiffness, rotational_stiffness, damping or rotational_damping");
  Vector rest = Vector::Zero(6);
  if (params.text("rest") == "initial") rest = calc_deflections(layout, map, builder.q());

  auto part = std::make_unique<ForcePart>(name, "bushing", builder.assembly());
  if (!k.isZero(0)) part->add_potential(map, std::make_unique<QuadraticLaw>(k.asDiagonal().toDenseMatrix(), rest));
  if (!c.isZero(0)) part->add_force(map, std::make_unique<ViscousLaw>(c.asDiagonal().toDenseMatrix()));
  for (int i = 0; i < 6; ++i)
    part->add_channel((i < 3 ? "deflection." : "rotation.") + std::string(1, "xyz"[i % 3]), i < 3 ? "m" : "rad",
                      kNeedsState,
                      [&layout, map, i](const Snapshot& s) { return calc_deflections(layout, map, s.q)[i]; });
  part->offer_wrench_between(F, M);
  part->set_drawing([F = F, M = M](const Part& self, Drawing& d) {
    for (const Marker& place : {F, M}) d.attach(place);
    d.add_symbol("sphere", self, DrawRole::kForce, d.place(M), {0.08});
    d.add_support(self, d.place(F));
  });
  return part;
}

}  // namespace

PartType bushing_type() {
  PartType type;
  type.name = "bushing";
  type.doc =
      "elastic and damping connection of two frames: three displacements along and three rotations about the axes "
      "of the first. Rotations enter as sin(angle) times axis, so stiffness has its usual meaning for small angles. "
      "Channels deflection.*, rotation.*, force.* and torque.* (on the second place), energy, power";
  type.reference = "quadratic energy of quadratic invariants";
  type.schema.names_of("place", "between", "the two places: bodies, markers or ground; the first gives the axes")
      .size(2)
      .required();
  type.schema.numbers("at", "m", "where it is, in world coordinates of the initial configuration");
  type.schema.direction("axis", "third axis, in world coordinates of the initial configuration")
      .default_value("[0, 0, 1]");
  type.schema.vector3("x_axis", "1", "direction that fixes the first axis").default_value("[0, 0, 0]");
  type.schema.vector3("stiffness", "N/m", "along the three axes").default_value("[0, 0, 0]");
  type.schema.vector3("rotational_stiffness", "N m/rad", "about the three axes").default_value("[0, 0, 0]");
  type.schema.vector3("damping", "N s/m", "along the three axes").default_value("[0, 0, 0]");
  type.schema.vector3("rotational_damping", "N m s/rad", "about the three axes").default_value("[0, 0, 0]");
  type.schema
      .choice("rest", {"zero", "initial"}, "without force where the frames coincide, or in the initial configuration")
      .default_value("zero");
  type.make = make_bushing;
  return type;
}

}  // namespace invar
