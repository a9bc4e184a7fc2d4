// The joint types, one function a file.
#pragma once

#include "invar/parts/joint.h"

namespace invar {

JointType spherical_type();
JointType revolute_type();
JointType universal_type();
JointType prismatic_type();
JointType cylindrical_type();
JointType screw_type();
JointType planar_type();
JointType weld_type();
JointType distance_type();
JointType point_on_line_type();
JointType point_on_plane_type();
JointType planar_revolute_type();
JointType planar_prismatic_type();
JointType gear_type();
JointType coupler_type();
JointType relation_type();
JointType constraint_type();

// Channels displacement_1 and displacement_2 along the first two axes of F, for joints that slide on a plane.
void offer_plane_displacements(const Joint& joint, ChannelList& out);

}  // namespace invar
