// How the stages of an energy-decaying step are evaluated (terms/path.h).
#pragma once

namespace invar {

enum class PathRule {
  kGalerkin,  // along the path
  kLiteral,   // at the stage value q_j, with one set of multipliers and without the mean condition: [Bauchau2003] eqs.
              // (23)-(28) to the letter
};

}  // namespace invar
