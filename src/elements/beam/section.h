// The section of a beam: stiffness D of the six strains (beam_strain.h) and mass table of the vectors (r, d1, d2, d3) of a
// section frame, both a meter of length, possibly changing along the beam.
//
//   section: {shape: circle, radius: 0.02, E: 2.1e11, rho: 7850}
//   section: {stiffness: [EA, GA2, GA3, GJ, EI2, EI3], mass: [m, i2, i3]}       or 6 rows of 6 each
//   section: {file: blade.csv}                                                   columns by their names
//
// A section frame has d1 along the beam; a material point is r + s2 d2 + s3 d3. Its strain is Gamma + K x s:
//   (N1)  axial Gamma1 + s3 K2 - s2 K3,   shear Gamma2 - s3 K1,   Gamma3 + s2 K1
// so stiffnesses given at a tension center or a shear center are moved to the axis by a constant matrix. The mass table is
// m00 = m, m0i = m c_i, mij = int rho s_i s_j dA; from the rotary inertia J of a section mij = tr(J)/2 - J.
#pragma once

#include <functional>

#include "invar/elements/beam/strain.h"
#include "invar/spec/params.h"

namespace invar {

struct BeamSection {
  Matrix6 D = Matrix6::Zero();
  Eigen::Matrix4d mass = Eigen::Matrix4d::Zero();
};

// At a fraction 0 to 1 of the length.
using SectionFunction = std::function<BeamSection(double s)>;

const Schema& section_schema();
// Throws ModelError: unknown keys, missing numbers, a stiffness that is not positive definite, a mass no section can have.
SectionFunction read_section(const Params& params);

// 6 x 6 mass matrix of a section (velocities of the axis point and angular velocities) to the table; the table may turn
// out not to be positive semidefinite, which the caller checks.
Eigen::Matrix4d make_mass_table(const Matrix6& mass);
Eigen::Matrix4d make_mass_table(double mass, double i2, double i3, double i23 = 0, double c2 = 0, double c3 = 0);

// Strains at a point (s2, s3) of a section whose axes are turned by `angle` about axis 1: E_there = T E_axis.
Matrix6 make_strain_transfer(double s2, double s3, double angle);

}  // namespace invar
