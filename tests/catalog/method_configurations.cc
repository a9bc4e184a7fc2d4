#include "catalog/method_configurations.h"

namespace invar::catalog {

const std::vector<MethodConfiguration>& method_configurations() {
  static const std::vector<MethodConfiguration> all = [] {
    std::vector<MethodConfiguration> list;
    for (const auto& family : {
             energy_momentum_configurations(),
             structural_configurations(),
             augmented_configurations(),
             explicit_configurations(),
         })
      list.insert(list.end(), family.begin(), family.end());
    return list;
  }();
  return all;
}

}  // namespace invar::catalog
