// Modes: small motions about an equilibrium at rest, a steady spin, or a steady motion.
//
//   rest    M z'' + C z' + K z = 0                          on the freedoms dq = Z z, G Z = 0
//   spin    M z'' + (C + 2 M S) z' + (K + C S + M S S) z = 0   in axes that turn with Omega, S = [Omega]x (spin.h)
//   steady  x' = J x                                         (steady_motion.h)
//
// Internal variables of forces (states of controllers) add eigenvalues of their own about a state at rest (internal_modes.h).
#pragma once

#include "invar/core/state.h"
#include "invar/core/status.h"
#include "invar/equilibrium/dense_modes.h"
#include "invar/equilibrium/equilibrium_problem.h"

namespace invar {

struct Mode {
  std::complex<double> value;  // s of exp(s t) [1/s]; one of each pair of conjugates
  bool rigid = false;          // s = 0
  Vector real, imaginary;      // dq, largest change 1 in the measure of EquilibriumProblem
  std::string part;            // that moves most, by its share of the kinetic energy
  double share = 0;

  double frequency() const;           // damped, |Im s| / 2 pi [Hz]
  double undamped_frequency() const;  // |s| / 2 pi [Hz]; 0 if the mode does not oscillate
  double damping_ratio() const;       // -Re s / |s|; 0 for rigid ones
};

struct ModesOptions {
  int number = 10;                      // lowest ones that are not rigid; all if 0
  bool sparse = false;                  // Lanczos also for small systems
  Vector3 axes_spin = Vector3::Zero();  // steady motion: angular velocity of the axes
  Vector z = {};                        // internal variables of forces; at rest if empty
};

struct ModesReport {
  Status status;
  std::string kind;  // "conservative", "damped", "spinning", "steady motion"
  std::vector<Mode> modes;
  int freedoms = 0, rigid = 0;
  int total = 0;          // eigenvalues found
  double imbalance = 0;   // steady motion: largest acceleration that is left, relative to the largest of all terms
  bool changing = false;  // steady motion: the coefficients change along it
  std::vector<std::string> notes;
};

// About the equilibrium (q, lambda) of the problem, with its spin.
ModesReport find_modes(const EquilibriumProblem& problem, Vec q, Vec lambda, const ModesOptions& options);
// About a moving state.
ModesReport find_steady_modes(const EquilibriumProblem& problem, const State& s, const ModesOptions& options);

}  // namespace invar
