// The force types, one function a file.
#pragma once

#include "invar/parts/part_builder.h"

namespace invar {

PartType spring_damper_type();
PartType torsion_spring_type();
PartType joint_spring_type();
PartType bushing_type();
PartType applied_force_type();
PartType applied_torque_type();
PartType linear_damping_type();
PartType motor_type();
PartType central_gravity_type();
PartType potential_type();
PartType kinetic_energy_type();
PartType leaf_spring_type();
PartType rotor_type();
PartType tyre_type();
PartType maxwell_type();
PartType dc_motor_type();
PartType hydraulic_cylinder_type();
PartType rope_over_pulleys_type();
PartType winch_type();
PartType clutch_type();
PartType brake_type();
PartType backlash_type();

}  // namespace invar
