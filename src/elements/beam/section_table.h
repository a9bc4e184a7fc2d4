// Sections along a beam from a table, as blade data come: one row a station, linear in between.
//
// | column | meaning | default |
// | s | fraction of the length, 0 to 1 | |
// | mass | kg/m | |
// | EA, EI2, EI3 | in the principal axes of the section [N, N m^2] | |
// | GA2, GA3, GJ | | of a homogeneous section with nu = 0.3 |
// | i2, i3 | rotary inertia a meter about the center of mass [kg m] | mass EI2/EA, mass EI3/EA |
// | twist | angle of the principal axes about axis 1 [rad] | 0 |
// | mass_2, mass_3; tension_2, tension_3; shear_2, shear_3 | center of mass, of tension, of shear [m], untwisted axes | 0 |
// | lean_2, lean_3 | turn of the material axes about axes 2 and 3 [rad]: extension-shear, bending-torsion coupling | 0 |
#pragma once

#include "invar/elements/beam/section.h"

namespace invar {

SectionFunction read_section_table(const SpecNode& node);
SectionFunction read_section_file(const SpecNode& name);

}  // namespace invar
