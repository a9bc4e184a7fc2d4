// Parameters of models/iltis.yaml that put the vehicle at rest into the design position of the benchmark.
#pragma once

#include <cmath>
#include <string>

#include "invar/spec/model_file.h"

namespace invar::benchmarks {

inline Overrides iltis_design() {
  const std::string tilt = "tan(0.5*atan2(-0.073, 0.313))";
  Overrides set{{"speed", "0"}, {"z", "0.57"}, {"pitch", "0"}};
  for (const std::string axle : {"f", "r"})
    for (const auto& [name, value] : Overrides{{"arm_x_", "x_" + axle},
                                               {"arm_y_", "0.4155"},
                                               {"arm_z_", "0.2655"},
                                               {"arm_qx_", tilt},
                                               {"arm_qy_", "0"},
                                               {"arm_qz_", "0"},
                                               {"wheel_x_", "x_" + axle},
                                               {"wheel_y_", "0.615"},
                                               {"wheel_z_", "0.356"},
                                               {"wheel_qx_", "0"},
                                               {"wheel_qy_", "0"},
                                               {"wheel_qz_", "0"}})
      set.emplace_back(name + axle, value);
  return set;
}

}  // namespace invar::benchmarks
