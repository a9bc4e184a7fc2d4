// Areas, moments and shear factors of simple sections; axis 2 is along the width, axis 3 along the height.
#pragma once

#include <string>

namespace invar {

struct SectionShape {
  double A = 0;           // area
  double I2 = 0, I3 = 0;  // int s3^2 dA and int s2^2 dA: bending about axes 2 and 3
  double J = 0;           // of torsion, Saint-Venant
  double k2 = 1, k3 = 1;  // shear factors of forces along axes 2 and 3
};

// Shear factors after [Cowper1966].
SectionShape make_circle(double radius, double nu);
SectionShape make_hollow_circle(double radius, double thickness, double nu);
SectionShape make_rectangle(double width, double height, double nu);
SectionShape make_hollow_rectangle(double width, double height, double thickness, double nu);

}  // namespace invar
