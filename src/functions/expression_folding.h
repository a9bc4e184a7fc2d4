// Folded code: what a formula is evaluated with where only its value is wanted. Beside operations on numbers alone, linear
// expressions of one variable become factor*x + offset: 2*pi*t/T is one product, not three operations. x*x, x^2, x^3, x^4 become
// products. Of a case, only the branch that is taken is evaluated.
#pragma once

#include <vector>

#include "invar/functions/expression_code.h"

namespace invar {

std::vector<ExpressionCode> fold_expression(const std::vector<ExpressionCode>& read);

}  // namespace invar
