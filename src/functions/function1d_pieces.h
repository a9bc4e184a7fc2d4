// Functions made of pieces (functions/function1d.h): characteristics with stops and kinks, straight lines through points.
#pragma once

#include "invar/functions/function1d.h"

namespace invar {

// Pieces that meet at the breaks, in order; throws ModelError unless they do (to a hundredth, near zero to a thousandth of their size).
FunctionPtr make_pieces(std::vector<double> breaks, std::vector<FunctionPtr> pieces, const SourceLocation& where = {},
                        const std::string& subject = "pieces");
// Straight lines through (x, y).
FunctionPtr make_linear_table(std::vector<double> x, std::vector<double> y, Outside outside = Outside::kLinear,
                              const SourceLocation& where = {}, const std::string& subject = "table");

}  // namespace invar
