// Brake: dry friction on the angle or the displacement of a joint (forces/dry_friction.h), between the bodies that it connects. On a
// hinge to the ground it holds a shaft; between two shafts it is a clutch.
#include "invar/forces/dry_friction.h"
#include "invar/forces/types.h"

namespace invar {

PartType brake_type() {
  PartType type;
  type.name = "brake";
  type.doc =
      "dry friction on the coordinate of a joint, with a capacity by formula; sticks without creep. Channels torque or "
      "force (on the second body), friction, capacity, slip_rate, deflection, loss, energy, power";
  type.reference = "return map of a bristle; the balance books s z^2/2 as stored and the rest as dissipated";
  type.schema.name_of("joint", "joint", "joint that it brakes").required();
  type.schema.choice("coordinate", {"angle", "displacement"}, "of the joint; default: the angle where there is one");
  type.schema.include(dry_friction_schema());
  type.make = [](const std::string& name, const Params& params, PartBuilder& builder) {
    const Joint& joint = builder.joint(params.text("joint"), params, "joint");
    const bool given = params.has("coordinate");
    const bool angle =
        choose_angle(joint, given ? params.text("coordinate") : "", params, given ? "coordinate" : "joint");
    return make_dry_friction(name, "brake", params, {{&joint, angle, 1}}, builder);
  };
  return type;
}

}  // namespace invar
