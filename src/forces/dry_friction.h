// Dry friction with a capacity given by a formula, on one coordinate: what clutch and brake share.
//
// Between the surfaces sits a bristle with the deflection z. With the slip rate w, stiffness s, damping d and capacity C
//
//   (F1)  f = s z + d w, kept within +-C,      z' = (f - s z)/d
//
// While it sticks, z' = w: a spring and a damper that hold a constant load without creep. While it slips, f = +-C exactly. The bristle
// stores s z^2/2, the rest of the work is dissipated: f w - s z z' = f (w - z') + d z'^2, both never negative. Across a step from z0,
// with the mean rate w and z1 from the implicit Euler rule (signals/signal_term.h (G4)), the same holds with s (z1 - z0)^2/2 added:
//
//   (F2)  f h w - s (z1^2 - z0^2)/2 = f (h w - (z1 - z0)) + d (z1 - z0)^2/h + s (z1 - z0)^2/2 >= 0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/parts/joint_coupling.h"
#include "invar/parts/part_builder.h"

namespace invar {

// Keys `capacity`, `stiffness`, `damping`.
Schema dry_friction_schema();

// Friction against the rate of the sum of factor * coordinate.
std::unique_ptr<Part> make_dry_friction(const std::string& name, const std::string& type, const Params& params,
                                        const std::vector<CoupledCoordinate>& coordinates, PartBuilder& builder);

}  // namespace invar
