#include "invar/model/catalogs.h"

#include "invar/bodies/types.h"
#include "invar/contacts/joint_stops.h"
#include "invar/contacts/types.h"
#include "invar/controllers/types.h"
#include "invar/drives/types.h"
#include "invar/elements/types.h"
#include "invar/forces/types.h"
#include "invar/joints/types.h"
#include "invar/nonholonomic/types.h"
#include "invar/parts/drawing/look.h"
#include "invar/roads/types.h"

namespace invar {

const Catalogs& Catalogs::built_in() {
  static const Catalogs all = [] {
    Catalogs c;
    for (auto type : {rigid_body_type, planar_body_type, point_mass_type, planar_point_mass_type, rod_type})
      c.bodies.add(with_looks(type()));
    c.bodies.add(coordinate_type());

    c.joints.add(spherical_type());
    c.joints.add(with_stops(revolute_type()));
    c.joints.add(universal_type());
    c.joints.add(with_stops(prismatic_type()));
    c.joints.add(with_stops(cylindrical_type()));
    c.joints.add(with_stops(screw_type()));
    c.joints.add(planar_type());
    c.joints.add(weld_type());
    c.joints.add(distance_type());
    c.joints.add(point_on_line_type());
    c.joints.add(point_on_plane_type());
    c.joints.add(with_stops(planar_revolute_type()));
    c.joints.add(with_stops(planar_prismatic_type()));
    c.joints.add(gear_type());
    c.joints.add(coupler_type());
    c.joints.add(relation_type());
    c.joints.add(constraint_type());

    c.drives.add(angle_drive_type());
    c.drives.add(displacement_drive_type());
    c.drives.add(position_drive_type());
    c.drives.add(distance_drive_type());
    c.drives.add(velocity_drive_type());

    c.roads.add(flat_road_type());
    c.roads.add(cosine_bump_road_type());
    c.roads.add(ramp_road_type());
    c.roads.add(stairs_road_type());
    c.roads.add(table_road_type());
    c.roads.add(sum_road_type());

    c.forces.add(spring_damper_type());
    c.forces.add(maxwell_type());
    c.forces.add(torsion_spring_type());
    c.forces.add(joint_spring_type());
    c.forces.add(bushing_type());
    c.forces.add(applied_force_type());
    c.forces.add(applied_torque_type());
    c.forces.add(linear_damping_type());
    c.forces.add(motor_type());
    c.forces.add(dc_motor_type());
    c.forces.add(hydraulic_cylinder_type());
    c.forces.add(rope_over_pulleys_type());
    c.forces.add(winch_type());
    c.forces.add(clutch_type());
    c.forces.add(brake_type());
    c.forces.add(backlash_type());
    c.forces.add(central_gravity_type());
    c.forces.add(potential_type());
    c.forces.add(kinetic_energy_type());
    c.forces.add(leaf_spring_type());
    c.forces.add(rotor_type());
    c.forces.add(tyre_type());
    c.forces.add(distributed_force_type());

    c.elements.add(beam_type());
    c.elements.add(cable_type());
    c.elements.add(bar_type());

    for (auto type : {sphere_shape_type, point_shape_type, plane_shape_type, box_shape_type, capsule_shape_type,
                      cylinder_shape_type})
      c.shapes.add(type());

    c.contacts.add(contact_type());

    c.nonholonomic.add(knife_edge_type());
    c.nonholonomic.add(rolling_ball_type());
    c.nonholonomic.add(rolling_disc_type());
    c.nonholonomic.add(pfaffian_type());
    c.nonholonomic.add(velocity_constraint_type());
    c.nonholonomic.add(conserved_type());

    c.controllers.add(pid_type());
    c.controllers.add(lag_type());
    c.controllers.add(transfer_function_type());
    c.controllers.add(state_space_type());
    c.controllers.add(delay_type());
    c.controllers.add(hysteresis_type());
    c.controllers.add(equations_type());
    c.controllers.add(sampled_type());
    return c;
  }();
  return all;
}

const Catalog<BodyType>& body_types() { return Catalogs::built_in().bodies; }
const Catalog<JointType>& joint_types() { return Catalogs::built_in().joints; }
const Catalog<PartType>& drive_types() { return Catalogs::built_in().drives; }
const Catalog<RoadType>& road_types() { return Catalogs::built_in().roads; }
const Catalog<PartType>& force_types() { return Catalogs::built_in().forces; }
const Catalog<ElementType>& element_types() { return Catalogs::built_in().elements; }
const Catalog<PartType>& nonholonomic_types() { return Catalogs::built_in().nonholonomic; }
const Catalog<ShapeType>& shape_types() { return Catalogs::built_in().shapes; }
const Catalog<PartType>& contact_types() { return Catalogs::built_in().contacts; }
const Catalog<ControllerType>& controller_types() { return Catalogs::built_in().controllers; }

}  // namespace invar
