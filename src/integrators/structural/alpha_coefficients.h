// The four numbers that make one scheme of the generalized-alpha family [Chung1993], and the schemes that have names.
#pragma once

namespace invar {

struct AlphaCoefficients {
  double alpha_m = 0, alpha_f = 0, beta = 0.25, gamma = 0.5;  // the trapezoidal rule

  // Weight of the unknowns in the averaged balance.
  double weight() const { return (1 - alpha_f) / (1 - alpha_m); }
  // The algorithmic acceleration a_n belongs to the time t_n + offset h [Arnold2007].
  double offset() const { return alpha_m - alpha_f; }
  bool second_order() const {
    const double excess = gamma - 0.5 - alpha_f + alpha_m;
    return excess < 1e-12 && excess > -1e-12;
  }
};

// [Newmark1959].
inline AlphaCoefficients make_newmark(double beta, double gamma) { return {0, 0, beta, gamma}; }

// [Hilber1977], alpha in [-1/3, 0].
inline AlphaCoefficients make_hht(double alpha) { return {0, -alpha, 0.25 * (1 - alpha) * (1 - alpha), 0.5 - alpha}; }

// [Chung1993]: of all schemes with spectral radius rho_inf at infinite frequency the one that
// damps low frequencies least.
inline AlphaCoefficients make_generalized_alpha(double rho_inf) {
  const double alpha_m = (2 * rho_inf - 1) / (rho_inf + 1), alpha_f = rho_inf / (rho_inf + 1);
  const double gamma = 0.5 + alpha_f - alpha_m;
  return {alpha_m, alpha_f, 0.25 * (gamma + 0.5) * (gamma + 0.5), gamma};
}

}  // namespace invar
