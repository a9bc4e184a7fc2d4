// The cases of [Yoon] example 1: runs of the pendulum with each control, and what they are measured by.
#pragma once

#include <string>
#include <vector>

#include "oracles/pendulum.h"
#include "reproduce/recording.h"

namespace invar::reproduce {

inline constexpr const char* kYoonModel = "yoon_pendulum";
inline constexpr const char* kYoonAngleModel = "yoon_pendulum_angle";
inline constexpr double kYoonStep = 0.01, kYoonEnd = 50;

// Errors of one case over time.
struct YoonCase {
  std::string key, name;
  Overrides controls = {};                                     // of the run
  std::string gain = {};                                       // of the energy control, as chosen
  std::vector<double> t = {}, x = {}, y = {};                  // motion
  std::vector<double> geometry = {}, energy = {}, error = {};  // Phi of eq. (25), psi of eq. (26), X - X*
  std::vector<double> coupling = {};                           // Y of eq. (20); none with an angle
};

class YoonExact {
 public:
  double x(double t) const { return static_cast<double>(pendulum_.state(t).x); }
  double y(double t) const { return static_cast<double>(pendulum_.state(t).y); }
  // Turns until t, counted where X changes its sign.
  double turns(double t) const;

 private:
  oracles::Pendulum pendulum_ = oracles::yoon_pendulum();
};

// No control unless one is named; a later entry of a name replaces an earlier one.
Settings yoon_settings(const Overrides& controls, const std::vector<std::string>& outputs);
// The model in Cartesian coordinates, or in its angle: eq. (28), and eq. (30) with the energy violation psi that its print
// lacks, theta'' = -cos(theta) - 2 rho psi thetadot.
YoonCase run_yoon(const char* model, const std::string& key, const std::string& name, const Overrides& controls,
                  const YoonExact& exact);
// "Chosen experimentally for smallest energy constraint violation" (below eq. (31)): the gain among eight per decade, from
// 0.1 to 100, with the smallest largest |psi|.
std::string choose_yoon_gain(const char* model, const std::string& gain, Overrides controls);

}  // namespace invar::reproduce
