// Quantities of two places that formulas read: distance(a, b), distance_rate(a, b), position(a, b).x, velocity(a, b).x,
// angle(a, b), angle_rate(a, b). Positions and velocities are those of a seen from b, in the axes of b.
#pragma once

#include <string>

#include "invar/parts/sensor.h"
#include "invar/spec/spec_node.h"

namespace invar {

// `name` as formulas are read (functions/expression_reader.h): "distance(a,b)", "position(a,b).x". Throws ModelError at the node.
Sensor read_relative_sensor(const std::string& name, PartBuilder& builder, const SpecNode& node);

}  // namespace invar
