#include "invar/integrators/explicit/scheme.h"

#include "invar/integrators/explicit/adams_bashforth.h"
#include "invar/integrators/explicit/runge_kutta.h"

namespace invar {

std::unique_ptr<Scheme> make_scheme(const std::string& name) {
  if (name == "ab3") return std::make_unique<AdamsBashforth3>();
  for (const auto& tableau : runge_kutta_tableaux())
    if (tableau.name == name) return std::make_unique<RungeKutta>(tableau);
  return nullptr;
}

std::vector<std::string> scheme_names() {
  std::vector<std::string> names;
  for (const auto& tableau : runge_kutta_tableaux()) names.push_back(tableau.name);
  names.insert(names.begin() + 2, "ab3");
  return names;
}

}  // namespace invar
