// Revolute joint (hinge) about axis 3 of F: x_M - x_F = 0, f1^F . f3^M = 0, f2^F . f3^M = 0.
#include "invar/joints/shared_rows.h"
#include "invar/joints/types.h"

namespace invar {

JointType revolute_type() {
  JointType type;
  type.name = "revolute";
  type.doc = "hinge: the points coincide and the axes stay parallel; free angle about the axis";
  type.reference = "lower pair R";
  type.schema = pair_schema();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    return make_pair_joint(name, "revolute", params, builder, {.angle = true}, {},
                           [](QuadraticMap& rows, const Marker& F, const Marker& M) {
                             add_coincident_rows(rows, F, M);
                             add_parallel_rows(rows, F, M);
                           });
  };
  return type;
}

}  // namespace invar
