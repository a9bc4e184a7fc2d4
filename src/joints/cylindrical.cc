// Cylindrical joint about axis 3 of F: f1^F . f3^M = f2^F . f3^M = 0, f1^F . (x_M - x_F) = f2^F . (x_M - x_F) = 0.
#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"

namespace invar {

JointType cylindrical_type() {
  JointType type;
  type.name = "cylindrical";
  type.doc = "sleeve: the axes coincide; free displacement along the axis and free angle about it";
  type.reference = "lower pair C";
  type.schema = pair_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "cylindrical", params, builder, {.angle = true, .displacement = true}, {},
                           [](QuadraticMap& rows, const Marker& F, const Marker& M) {
                             add_parallel_rows(rows, F, M);
                             add_line_rows(rows, F, M);
                           });
  };
  return type;
}

}  // namespace invar
