// The key `draw` of bodies: how a body looks in the report page. It has no effect on the motion.
//
//   draw: {shape: box, size: [1, 0.2, 0.1], color: teal}
//   draw: [{shape: wheel, size: [0.3, 0.04]}, {shape: rod, at: [0, 0, 0], to: [0.5, 0, 0.4], size: [0.02]}]
#pragma once

#include "invar/parts/body.h"

namespace invar {

const Schema& look_schema();
// A name or "#rrggbb".
bool is_color(const std::string& text);
// The type with the key `draw`: its schema has it, and its bodies remember what it says.
BodyType with_looks(BodyType type);

}  // namespace invar
