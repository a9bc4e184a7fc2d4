// What a step of `ed` makes of a scalar oscillator.
#pragma once

#include <complex>

namespace invar::oracles {

// Amplification with z = i omega h: docs/theory/energy-decaying.md (5).
inline std::complex<double> calc_decay(double omega_h, double alpha) {
  const std::complex<double> z(0, omega_h);
  return (1.0 + z * (0.5 - alpha / 6) + z * z * (1 - alpha) / 12.0) /
         (1.0 - z * (0.5 + alpha / 6) + z * z * (1 + alpha) / 12.0);
}

}  // namespace invar::oracles
