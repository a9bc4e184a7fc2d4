// The figures of [Dopico2007] simulations II.
#pragma once

#include "reproduce/example.h"
#include "reproduce/examples/iltis_runs.h"

namespace invar::reproduce::iltis {

// Height of the chassis over time for several formulations, with the converged motion beside them; from an instant on.
struct Curve {
  const Formulation* formulation;
  const Recording* run;
};
Figure chassis_figure(const std::string& key, const std::string& number, const std::string& caption,
                      const std::vector<Curve>& curves, const Recording& exact, double from = 0);
Figure wheels_figure(const Recording& a, const Recording& b);

// The profiles of figs. 8 and 11, with the dimensions chosen here.
Figure smooth_road_figure();
Figure rough_road_figure();

// A parameter of one of the two models.
double parameter(const char* model, const std::string& name);

}  // namespace invar::reproduce::iltis
