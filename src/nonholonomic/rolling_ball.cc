// Ball of radius R that rolls without slip on a plane N . x = height. The center C keeps its distance (one linear row);
// the material point at the contact, with body components -R N . d_j from the center, is at rest:
//   (N3)  t_i . [ x_C' - R sum_j (N . d_j) d_j' ] = 0,     t_1, t_2 tangents of the plane
#include "invar/nonholonomic/bilinear_pfaffian.h"
#include "invar/nonholonomic/nonholonomic_part.h"
#include "invar/nonholonomic/rolling_plane.h"
#include "invar/nonholonomic/types.h"
#include "invar/parts/kinematics.h"

namespace invar {

namespace {

std::unique_ptr<Part> make_rolling_ball(const std::string& name, const Params& params, PartBuilder& builder) {
  const Marker C = read_rolling_center(params, builder);
  const RollingPlane plane = read_rolling_plane(params);
  const double R = params.number("radius");
  Assembly& assembly = builder.assembly();
  const Layout& layout = assembly.layout;

  QuadraticMap height(layout);
  const int row = height.add_row("height");
  height.add_component(row, C.point, plane.N);
  height.add_constant(row, -plane.height - R);
  const int c = builder.add_constraint(name, std::move(height));

  auto slip = std::make_unique<BilinearPfaffian>(layout, 2);
  for (int i = 0; i < 2; ++i) {
    const Vector3& t = i == 0 ? plane.t1 : plane.t2;
    slip->add(i, t, C.point);
    for (int j = 1; j <= 3; ++j) {
      const AffineVector d = AffineVector().add(C.nodes[0], j, 1);
      slip->add(i, d, -R * plane.N * t.transpose(), d);
    }
  }
  const auto nodes = slip->nodes();
  const int p = assembly.add_pfaffian(name, nodes, std::move(slip), {"slip_1", "slip_2"});

  auto part = std::make_unique<NonholonomicPart>(name, "rolling_ball", assembly);
  part->add_rows(assembly.constraints[c].first_row, 1);
  part->add_rows(assembly.pfaffians[p].first_row, 2);
  std::vector<NonholonomicPart::Direction> directions;
  for (const Vector3& n : {plane.N, plane.t1, plane.t2}) directions.emplace_back([n](Vec) { return n; });
  part->set_directions(std::move(directions));
  part->set_contact([&layout, x = C.point, N = plane.N, R](const Snapshot& s) -> Vector3 {
    return calc_value(layout, x, s.q) - R * N;
  });
  part->set_drawing([C, R, plane](const Part& self, Drawing& d) {
    const Anchor center = d.place(C);
    d.add("sphere", self, DrawRole::kBody, center, {R}).part = C.body;
    d.set_shaped(center);
    d.note_size(2 * R);
    draw_floor(plane, self, d);
  });
  for (int i = 0; i < 3; ++i)
    part->add_channel(std::string("contact.") + "xyz"[i], "m", kNeedsState,
                      [&layout, x = C.point, N = plane.N, R, i](const Snapshot& s) {
                        return (calc_value(layout, x, s.q) - R * N)[i];
                      });
  return part;
}

}  // namespace

PartType rolling_ball_type() {
  PartType type;
  type.name = "rolling_ball";
  type.doc =
      "ball that rolls on a plane without slipping (it may spin about the normal). Channels contact.*, force.* (on "
      "the ball), lambda.height, lambda.slip_1, lambda.slip_2";
  type.reference = "[Bauchau2003] eq. (2)";
  type.schema = rolling_schema("body or marker at the center of the ball");
  type.make = make_rolling_ball;
  return type;
}

}  // namespace invar
