#include "invar/integrators/composition.h"

#include <array>

namespace invar {

std::span<const double> composition_coefficients(int order) {
  static constexpr std::array<double, 1> kOrder2{1.0};
  // 1/(4 - 4^(1/3)) and what remains of 1: the backward substep is the shortest among five-stage fourth-order ones.
  static constexpr double s = 0.41449077179437573714;
  static constexpr std::array<double, 5> kOrder4{s, s, 1 - 4 * s, s, s};
  // Kahan and Li (1997), nine stages, each done as two equal steps: see composition.h.
  static constexpr double a = 0.5 * 0.39216144400731413928, b = 0.5 * 0.33259913678935943860,
                          c = 0.5 * -0.70624617255763935981, d = 0.5 * 0.08221359629355080023,
                          e = 0.5 * 0.79854399093482996340;
  static constexpr std::array<double, 18> kOrder6{a, a, b, b, c, c, d, d, e, e, d, d, c, c, b, b, a, a};
  switch (order) {
    case 4:
      return kOrder4;
    case 6:
      return kOrder6;
    default:
      return kOrder2;
  }
}

std::span<const double> composition_of_identity(int order) {
  static constexpr double a = 0.39216144400731413928, b = 0.33259913678935943860, c = -0.70624617255763935981,
                          d = 0.08221359629355080023, e = 0.79854399093482996340;
  static constexpr std::array<double, 9> kOrder6{a, b, c, d, e, d, c, b, a};
  return order == 6 ? std::span<const double>(kOrder6) : composition_coefficients(order);
}

}  // namespace invar
