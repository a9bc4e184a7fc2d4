// Weld: the points coincide and the triads stay parallel. In space f1^F . f2^M = f2^F . f3^M = f3^F . f1^M = 0 (six rows
// in all; the triads agree at the start, other solutions of these rows are far away); in the plane theta_M - theta_F is
// constant (three rows).
#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"
#include "invar/parts/part_builder.h"

namespace invar {

JointType weld_type() {
  JointType type;
  type.name = "weld";
  type.doc = "rigid connection: no relative motion; between two markers their triads are brought into line";
  type.reference = "rigid connection";
  type.schema = pair_schema(false);
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(
        name, "weld", params, builder, {}, {.also_planar = true, .anywhere = true, .axis_matters = false},
        [&](QuadraticMap& rows, const Marker& F, const Marker& M) {
          add_coincident_rows(rows, F, M);
          if (both_in_plane(F, M)) {
            add_planar_angle_row(rows, F, M, 0, builder.layout(), builder.q());
            return;
          }
          for (int i = 0; i < 3; ++i)
            rows.add_dot(rows.add_row("turn_" + std::to_string(i + 1), "N m"), F.axes[i], M.axes[(i + 1) % 3]);
        });
  };
  return type;
}

}  // namespace invar
