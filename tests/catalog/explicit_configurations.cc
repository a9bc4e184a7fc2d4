// Configurations of `explicit`: every integrator, and every stabilization with every control of energy. Gains are given
// where they are not the subject: those that follow the step leave second order, which configurations of their own show.
#include "catalog/method_configurations.h"

namespace invar::catalog {

namespace {

using Runs = std::map<std::string, IntegratorSample::Run>;

// Steps at which the order is seen: below, rounding; above, no asymptotic behaviour yet.
const Runs& runs_of(int order) {
  static const std::map<int, Runs> all = {
      {1, {{"", {0.001, 50}}, {"driven_spatial_arm", {0.001, 400}}}},  // long enough for the arm to move
      {2,
       {{"", {0.005, 50}},
        {"four_bar", {0.0025, 60}},
        {"damped_pendulums", {0.00125, 100}},
        {"controlled_arm", {0.0025, 100}}}},
      {3, {{"", {0.004, 80}}, {"driven_crank", {0.005, 60}}}},
      {4,
       {{"", {0.01, 100}},
        {"spatial_double_pendulum", {0.005, 100}},
        {"four_bar", {0.004, 150}},
        {"driven_crank", {0.005, 60}}}},  // ends before the free motion comes to rest
      {5,
       {{"", {0.02, 50}},
        {"spherical_pendulum", {0.008, 100}},
        {"spatial_double_pendulum", {0.004, 100}},
        {"controlled_arm", {0.01, 60}},
        {"four_bar", {0.006, 100}},
        {"driven_spatial_arm", {0.008, 100}},
        {"chaplygin_sleigh", {0.04, 50}}}},
      {8,
       {{"", {0.125, 12}},
        {"free_rigid_body", {0.16, 12}},
        {"spherical_pendulum", {0.16, 12}},
        {"spatial_double_pendulum", {0.03, 40}},
        {"free_linked_bodies", {0.2, 10}},
        {"four_bar", {0.016, 60}},
        {"driven_crank", {0.1, 15}},
        {"driven_spatial_arm", {0.1, 15}},
        {"chaplygin_sleigh", {0.4, 8}},
        {"damped_pendulums", {0.05, 30}}}},
  };
  return all.at(order);
}

}  // namespace

std::vector<MethodConfiguration> explicit_configurations() {
  std::vector<MethodConfiguration> list;
  const auto add = [&](const std::string& label, int order, const Overrides& options) -> MethodConfiguration& {
    MethodConfiguration c{"explicit", label, order, options};
    const Runs& runs = runs_of(order);
    for (const auto& sample : integrator_samples())
      c.runs[sample.name] = runs.contains(sample.name) ? runs.at(sample.name) : runs.at("");
    // High orders settle late and meet rounding early.
    if (order == 8)
      for (const auto& sample : integrator_samples())
        c.limits[sample.name] = {7.3, 9.5, "between coarse steps and rounding the eighth order is seen to one unit"};
    if (order == 5)
      for (const char* name : {"spatial_double_pendulum", "free_planar_bodies", "spherical_pendulum", "four_bar",
                               "driven_crank", "viscoelastic_link", "controlled_arm"})
        c.limits[name] = {4.8, 5.3, "the fifth order settles where rounding begins"};
    list.push_back(c);
    return list.back();
  };
  for (const auto& [name, order] : {std::pair{"euler", 1}, {"rk4", 4}, {"ab3", 3}, {"dopri5", 5}, {"dop853", 8}}) {
    add(name, order, {{"integrator", name}});
    add(std::string(name) + "_plain", order, {{"integrator", name}, {"stabilization", "none"}, {"energy", "none"}});
  }
  for (const std::string stabilization : {"none", "baumgarte", "gradient_feedback", "braun"})
    for (const std::string energy : {"none", "multiplier", "steepest_descent", "velocity_gradient", "braun"})
      for (const std::string correction : {"post", "hold"}) {
        const bool braun = stabilization == "braun" || energy == "braun";
        if (!braun && correction == "hold") continue;
        add("rk4_" + stabilization + "_" + energy + (braun ? "_" + correction : ""), 4,
            {{"stabilization", stabilization},
             {"energy", energy},
             {"correction", correction},
             {"baumgarte_beta", "40"},
             {"gradient_gain", "6"},
             {"eta", "2"},
             {"rho", "0.02"},
             {"rho_q", "0.002"}});
      }
  add("ab3_hold", 3, {{"integrator", "ab3"}, {"correction", "hold"}});
  add("rk4_dense", 4, {{"linear_solver", "dense"}});
  add("rk4_sparse", 4, {{"linear_solver", "sparse"}});
  for (const std::string stabilization : {"baumgarte", "gradient_feedback"}) {
    auto& c = add("rk4_" + stabilization + "_matched", 2, {{"stabilization", stabilization}, {"energy", "none"}});
    for (const char* name : {"masses_and_springs", "viscoelastic_link"})
      c.limits[name] = {3.9, 4.1, "without constraints the full order is left"};
    c.limits["chaplygin_sleigh"] = {2.9, 3.1, "velocity rows lose one order only"};
  }
  return list;
}

}  // namespace invar::catalog
