// Prismatic joint along axis 3 of F: the four rows of the cylindrical joint and f1^F . f2^M = 0.
#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"

namespace invar {

JointType prismatic_type() {
  JointType type;
  type.name = "prismatic";
  type.doc = "slider in space: free displacement along the axis, no rotation";
  type.reference = "lower pair P";
  type.schema = pair_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "prismatic", params, builder, {.displacement = true}, {},
                           [](QuadraticMap& rows, const Marker& F, const Marker& M) {
                             add_parallel_rows(rows, F, M);
                             add_line_rows(rows, F, M);
                             rows.add_dot(rows.add_row("turn", "N m"), F.axes[0], M.axes[1]);
                           });
  };
  return type;
}

}  // namespace invar
