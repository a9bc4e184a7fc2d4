// Small motions of the Iltis (tests/data/iltis_model.json) in ten minimal coordinates: x, y, z, pitch, roll, yaw of the
// chassis and the angles of the four rods to the leaf springs. Everything else of a corner follows in closed form.
// The equations of motion with q'' = 0 are differentiated numerically, in long double.
//
// The modes that the source of the data lists come from a linear model of its own, which is reproduced here as it is:
//   damper   F = k Z + c Z' with Z the length, not its change: at the point of linearization, the equilibrium of the
//            nonlinear model, the dampers then pull with 10 to 16 kN, and the point is no equilibrium any more;
//   tyre     lateral damping at the trail behind the contact; cornering and camber stiffness are moments.
// Beside an equilibrium modes depend on the coordinates: the angle of the rod is that of the source.
#pragma once

#include <complex>
#include <vector>

#include "oracles/real.h"

namespace invar::oracles {

struct IltisAssumptions {
  enum class Damper { kTangent, kTimesLength };  // slope of the law at the equilibrium, or k Z as in the source
  Damper damper = Damper::kTangent;
  bool lateral = false;  // the source's linear tyre; else wheels slide sideways without force
  Real speed = 20;
};

// Eigenvalues with Im >= 0, largest first.
std::vector<std::complex<double>> calc_iltis_modes(const IltisAssumptions& assumptions);

}  // namespace invar::oracles
