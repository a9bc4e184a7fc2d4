// Names with dots in formulas: `hinge.angle` is read as the identifier `hinge_angle`.
#pragma once

#include <string>

namespace invar {

// Dots between a letter or digit and a letter belong to names; those of numbers (1.5, 2.e3) stay. The length is kept, so
// that places in messages fit both texts.
std::string flatten_names(std::string text);

}  // namespace invar
