// Planar joint with the normal f3 of F: f1^F . f3^M = f2^F . f3^M = 0, f3^F . (x_M - x_F) = 0. Free are the angle about
// the normal and the displacements along f1 and f2.
#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"
#include "invar/parts/kinematics.h"
#include "invar/terms/assembly.h"

namespace invar {

void offer_plane_displacements(const Joint& joint, ChannelList& out) {
  const Layout& layout = joint.assembly().layout;
  const AffineVector d = joint.M().point - joint.F().point;
  for (int i = 0; i < 2; ++i) {
    const AffineVector f = joint.F().axes[i];
    const std::string name = joint.name() + ".displacement_" + std::to_string(i + 1);
    out.add(name, "m", kNeedsState,
            [&layout, f, d](const Snapshot& s) { return calc_value(layout, f, s.q).dot(calc_value(layout, d, s.q)); });
    out.add(name + "_rate", "m/s", kNeedsVelocity, [&layout, f, d](const Snapshot& s) {
      return calc_value(layout, f, s.q).dot(calc_rate(layout, d, s.q, s.v)) +
             calc_rate(layout, f, s.q, s.v).dot(calc_value(layout, d, s.q));
    });
  }
}

JointType planar_type() {
  JointType type;
  type.name = "planar";
  type.doc =
      "a plane of one body slides on a plane of the other; the axis is the normal; free angle about it and two "
      "displacements";
  type.reference = "lower pair E";
  type.schema = pair_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    auto joint = make_pair_joint(name, "planar", params, builder, {.angle = true}, {},
                                 [](QuadraticMap& rows, const Marker& F, const Marker& M) {
                                   add_parallel_rows(rows, F, M);
                                   rows.add_dot(rows.add_row("offset", "N"), F.axes[2], M.point - F.point);
                                 });
    joint->set_look(JointLook::kPlane);
    joint->set_extra_channels(offer_plane_displacements);
    return joint;
  };
  return type;
}

}  // namespace invar
