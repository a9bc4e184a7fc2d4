#include "invar/contacts/restitution.h"

#include <cmath>

namespace invar {

double calc_damping_number(double e) {
  if (e >= 1) return 0;
  // Below, 1 - e A is less than the spacing of numbers near 1.
  if (e < 0.025) return 1 / e;
  double c = (1 + e) * (1 - e * e) / e;
  for (int i = 0; i < 50; ++i) {
    const double A = -std::expm1(-c) / e, A_c = std::exp(-c) / e;
    const double f = A * (1 + e) - std::log1p(A) - c;
    const double step = f / ((1 + e) * A_c - A_c / (1 + A) - 1);
    c -= step;
    if (!(std::abs(step) > 1e-15 * c)) break;
  }
  return -std::expm1(-c) / e;
}

}  // namespace invar
