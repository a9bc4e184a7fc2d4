// Functions of one variable made of others (functions/function1d.h): repeated without end, shifted and scaled.
#pragma once

#include "invar/functions/function1d.h"

namespace invar {

// f between `start` and `start + period`, repeated on both sides.
FunctionPtr make_repeated(FunctionPtr f, double start, double period);
// A C2 spline through a table that repeats itself: its last point is its first, one period later. Throws ModelError unless both
// have the same value, to a millionth of the range of the table.
FunctionPtr make_periodic_table(std::vector<double> x, std::vector<double> y, bool linear,
                                const SourceLocation& where = {}, const std::string& subject = "table");
// scale_y f((x - shift_x)/scale_x) + shift_y; scale_x must not be zero.
struct FunctionChange {
  double shift_x = 0, scale_x = 1, shift_y = 0, scale_y = 1;
};
FunctionPtr make_changed(FunctionPtr f, const FunctionChange& change);

}  // namespace invar
