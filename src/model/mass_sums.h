// Center of mass, linear and angular momentum of bodies, from the constant masses of an assembly.
#pragma once

#include <string>
#include <vector>

#include "invar/terms/assembly.h"

namespace invar {

class MassSums {
 public:
  // Of the bodies and elements with these names; of all if there are none.
  MassSums(const Assembly& assembly, const std::vector<std::string>& owners);

  double mass() const { return mass_; }
  Vector3 calc_center(Vec q) const { return calc_linear(q) / mass_; }
  Vector3 calc_momentum(Vec v) const { return calc_linear(v); }
  Vector3 calc_angular_momentum(Vec q, Vec v) const;  // about the origin

 private:
  struct Term {
    std::vector<int> nodes;
    Matrix M;
  };
  Vector3 calc_linear(Vec x) const;

  const Layout& layout_;
  std::vector<Term> terms_;
  double mass_ = 0;
};

}  // namespace invar
