// Every example; each is defined in the file of its name.
#pragma once

#include "reproduce/example.h"

namespace invar::reproduce {

Example bauchau2003_rigid_body();
Example bauchau2003_universal_joint();
Example bauchau2003_ggl();
Example bauchau2003_both_levels();
Example bauchau2003_wind_turbine();
Example dopico2007_compound_pendulum();
Example dopico2007_iltis();
Example yoon_pendulum();
Example braun2012_slider_crank();
Example braun2012_double_four_bar();

}  // namespace invar::reproduce
