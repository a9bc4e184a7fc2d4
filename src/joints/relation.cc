// Relation between the coordinates of two joints, x_2 = f(x_1): a cam, a gear with a variable ratio, a template. The chord of f
// across a step is [f(b) - f(a)]/(b - a), so that the work of both sides is the same to rounding (discrete/law_constraint.h).
#include "invar/joints/types.h"
#include "invar/parts/joint_coupling.h"
#include "invar/parts/law_row.h"

namespace invar {

JointType relation_type() {
  JointType type;
  type.name = "relation";
  type.doc = "cam or variable transmission: the coordinate of the second joint is a function of that of the first";
  type.reference = "higher pair, one row; [Gonzalez1996] eq. (16)";
  type.schema = coupling_schema();
  type.schema
      .function_of("x", "law", "rad or m",
                   "coordinate of the second joint over that of the first, as their channels show them")
      .required();
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    const auto pair = read_coupled_coordinates(params, builder);
    if (pair.size() != 2) params.fail("joints", "must name two joints", "for more, use a joint of type constraint");
    LawRow row(name, "relation", params, builder);
    std::vector<LawNumber> numbers;
    for (const CoupledCoordinate& c : pair) numbers.push_back(row.read_joint(*c.joint, c.angle));
    return row.finish(make_function_law(params.function("law")), numbers, "law");
  };
  return type;
}

}  // namespace invar
