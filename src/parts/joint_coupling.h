// Couplings between the coordinates of other joints: gears, racks, couplers.
#pragma once

#include "invar/parts/part_builder.h"

namespace invar {

struct CoupledCoordinate {
  const Joint* joint;
  bool angle;  // else the displacement
  double factor;
};

// Parameters shared by couplings: `joints`, `coordinates`.
Schema coupling_schema();

// The joints named in the parameters with the chosen or default coordinate (the angle where there is one); factors 1.
std::vector<CoupledCoordinate> read_coupled_coordinates(const Params& params, PartBuilder& builder);

// One coordinate of a joint: as named ("angle", "displacement"), or by default if empty. Fails if the joint lacks it.
bool choose_angle(const Joint& joint, const std::string& coordinate, const Params& params, const std::string& key);

// A joint with the single row sum of factor * coordinate = its value at the start.
std::unique_ptr<Joint> make_coupling(const std::string& name, const std::string& type,
                                     const std::vector<CoupledCoordinate>& coordinates, PartBuilder& builder);

}  // namespace invar
