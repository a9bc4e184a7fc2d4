// The drive types, one function a file.
#pragma once

#include "invar/drives/drive.h"
#include "invar/parts/part_builder.h"

namespace invar {

PartType angle_drive_type();
PartType displacement_drive_type();
PartType position_drive_type();
PartType distance_drive_type();
PartType velocity_drive_type();

// Value and rate of a joint's coordinate, as the joint's own channels show them.
Drive::Coordinate joint_coordinate_channels(const Joint& joint, bool angle);

}  // namespace invar
