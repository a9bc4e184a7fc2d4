// The joint types, one function a file.
#pragma once

#include "invar/model/joint.h"

namespace invar {

JointType spherical_type();
JointType revolute_type();
JointType planar_revolute_type();
JointType distance_type();

}  // namespace invar
