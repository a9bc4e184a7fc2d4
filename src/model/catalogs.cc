#include "invar/model/catalogs.h"

#include "invar/bodies/types.h"
#include "invar/drives/types.h"
#include "invar/elements/types.h"
#include "invar/forces/types.h"
#include "invar/joints/types.h"
#include "invar/nonholonomic/types.h"
#include "invar/parts/drawing/look.h"
#include "invar/roads/types.h"

namespace invar {

const Catalog<BodyType>& body_types() {
  static const Catalog<BodyType> catalog = [] {
    Catalog<BodyType> c("body type", "bodies");
    for (auto type : {rigid_body_type, planar_body_type, point_mass_type, planar_point_mass_type, rod_type})
      c.add(with_looks(type()));
    c.add(coordinate_type());
    return c;
  }();
  return catalog;
}

const Catalog<JointType>& joint_types() {
  static const Catalog<JointType> catalog = [] {
    Catalog<JointType> c("joint type", "joints");
    c.add(spherical_type());
    c.add(revolute_type());
    c.add(universal_type());
    c.add(prismatic_type());
    c.add(cylindrical_type());
    c.add(screw_type());
    c.add(planar_type());
    c.add(weld_type());
    c.add(distance_type());
    c.add(point_on_line_type());
    c.add(point_on_plane_type());
    c.add(planar_revolute_type());
    c.add(planar_prismatic_type());
    c.add(gear_type());
    c.add(coupler_type());
    return c;
  }();
  return catalog;
}

const Catalog<PartType>& drive_types() {
  static const Catalog<PartType> catalog = [] {
    Catalog<PartType> c("drive type", "drives");
    c.add(angle_drive_type());
    c.add(displacement_drive_type());
    c.add(position_drive_type());
    c.add(distance_drive_type());
    c.add(velocity_drive_type());
    return c;
  }();
  return catalog;
}

const Catalog<RoadType>& road_types() {
  static const Catalog<RoadType> catalog = [] {
    Catalog<RoadType> c("road type", "roads");
    c.add(flat_road_type());
    c.add(cosine_bump_road_type());
    c.add(ramp_road_type());
    c.add(stairs_road_type());
    c.add(table_road_type());
    c.add(sum_road_type());
    return c;
  }();
  return catalog;
}

const Catalog<PartType>& force_types() {
  static const Catalog<PartType> catalog = [] {
    Catalog<PartType> c("force type", "forces");
    c.add(spring_damper_type());
    c.add(torsion_spring_type());
    c.add(joint_spring_type());
    c.add(bushing_type());
    c.add(applied_force_type());
    c.add(applied_torque_type());
    c.add(linear_damping_type());
    c.add(motor_type());
    c.add(central_gravity_type());
    c.add(potential_type());
    c.add(kinetic_energy_type());
    c.add(leaf_spring_type());
    c.add(rotor_type());
    c.add(tyre_type());
    c.add(distributed_force_type());
    return c;
  }();
  return catalog;
}

const Catalog<ElementType>& element_types() {
  static const Catalog<ElementType> catalog = [] {
    Catalog<ElementType> c("element type", "elements");
    c.add(beam_type());
    c.add(cable_type());
    c.add(bar_type());
    return c;
  }();
  return catalog;
}

const Catalog<PartType>& nonholonomic_types() {
  static const Catalog<PartType> catalog = [] {
    Catalog<PartType> c("non-holonomic constraint type", "nonholonomic");
    c.add(knife_edge_type());
    c.add(rolling_ball_type());
    c.add(rolling_disc_type());
    c.add(pfaffian_type());
    c.add(velocity_constraint_type());
    c.add(conserved_type());
    return c;
  }();
  return catalog;
}

}  // namespace invar
