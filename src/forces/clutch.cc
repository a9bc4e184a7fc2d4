// Clutch: dry friction between the coordinates of two joints (forces/dry_friction.h), usually of two shafts on the ground. It acts
// against the rate of the first less that of the second.
#include "invar/forces/dry_friction.h"
#include "invar/forces/types.h"

namespace invar {

PartType clutch_type() {
  PartType type;
  type.name = "clutch";
  type.doc =
      "dry friction between the coordinates of two joints, with a capacity by formula; sticks without creep. Channels "
      "torque or force (on the second body of the first joint), friction, capacity, slip_rate, deflection, loss, "
      "energy, power";
  type.reference = "return map of a bristle; the balance books s z^2/2 as stored and the rest as dissipated";
  type.schema = coupling_schema();
  type.schema.include(dry_friction_schema());
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    auto pair = read_coupled_coordinates(params, builder);
    if (pair.size() != 2) params.fail("joints", "must name two joints", "e.g. [input_shaft, output_shaft]");
    pair[1].factor = -1;
    return make_dry_friction(name, "clutch", params, pair, builder);
  };
  return type;
}

}  // namespace invar
