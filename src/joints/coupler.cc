// Coupler: sum of c_k coordinate_k over two or more joints = its value at the start, e.g. a differential.
#include <fmt/format.h>

#include "invar/joints/types.h"
#include "invar/parts/joint_coupling.h"

namespace invar {

JointType coupler_type() {
  JointType type;
  type.name = "coupler";
  type.doc = "linear relation between the coordinates of joints, e.g. a differential";
  type.reference = "higher pair, one row";
  type.schema = coupling_schema();
  type.schema.numbers("factors", "1", "factor of each joint's coordinate; their weighted sum stays constant")
      .required();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    auto all = read_coupled_coordinates(params, builder);
    const auto& factors = params.numbers("factors");
    if (factors.size() != all.size())
      params.fail("factors", fmt::format("must have one number a joint, {} in all", all.size()), "e.g. [1, 1, -2]");
    for (size_t i = 0; i < all.size(); ++i) {
      if (factors[i] == 0) params.fail("factors", "must not contain zero", "leave the joint out instead");
      all[i].factor = factors[i];
    }
    return make_coupling(name, "coupler", all, builder);
  };
  return type;
}

}  // namespace invar
