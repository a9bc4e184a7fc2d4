// The configurations of methods that the generic suite measures: each family has a file with its list, and one line in
// method_configurations.cc.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "catalog/integrator_samples.h"

namespace invar::catalog {

struct MethodConfiguration {
  std::string method, label;
  int order;  // declared; also chooses the step at which a sample is run
  Overrides options;

  // Where a claim is known not to hold on a sample, or an order is higher than declared: what is measured instead. Such
  // an entry must be true, so that it goes when the method gets better.
  struct Limit {
    double lowest_order, highest_order;
    std::string reason;
  };
  std::map<std::string, Limit> limits = {};                // by sample
  std::map<std::string, IntegratorSample::Run> runs = {};  // other steps than the sample's own, by sample
  std::map<std::string, std::string> leaves_out = {};      // samples outside the theory of the method, with the reason
};

inline void PrintTo(const MethodConfiguration& c, std::ostream* out) { *out << c.method << " " << c.label; }

std::vector<MethodConfiguration> energy_momentum_configurations();
std::vector<MethodConfiguration> structural_configurations();
std::vector<MethodConfiguration> augmented_configurations();
std::vector<MethodConfiguration> explicit_configurations();

const std::vector<MethodConfiguration>& method_configurations();

}  // namespace invar::catalog
