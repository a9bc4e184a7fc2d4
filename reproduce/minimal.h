// Motions of one angle, theta'' = f(theta, thetadot), by fixed-step explicit schemes: the "unconstrained formulation" that
// [Yoon] and [Braun2012] compare their constrained ones with.
#pragma once

#include <functional>
#include <vector>

namespace invar::reproduce {

using Acceleration = std::function<double(double theta, double thetadot)>;

struct AngleMotion {
  std::vector<double> t, theta, thetadot;
};

AngleMotion runge_kutta_4(const Acceleration& f, double theta, double thetadot, double h, double end);
// Adams-Bashforth of order 3, started with Runge-Kutta steps as in [Yoon].
AngleMotion adams_bashforth_3(const Acceleration& f, double theta, double thetadot, double h, double end);

}  // namespace invar::reproduce
