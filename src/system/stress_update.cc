#include "invar/system/stress_update.h"

#include "invar/core/local_matrix.h"
#include "invar/system/scalable_loads.h"
#include "invar/terms/mixed_stiffness.h"

namespace invar {

StressUpdate::StressUpdate(const AssembledSystem& system) {
  for (const auto& placed : system.assembly().potentials) {
    const auto* term = dynamic_cast<const MixedStiffness*>(placed.term.get());
    if (!term) continue;
    Place place{term, list_coordinates(system.layout(), placed.nodes), {}};
    for (const int j : place.coordinates)
      for (const int i : place.coordinates) place.K.push_back(system.K_pattern().position(i, j));
    places_.push_back(std::move(place));
  }
}

void StressUpdate::add(Vec dq, Vector& K) const {
  LocalVector local;
  LocalMatrix update;
  for (const Place& place : places_) {
    const int n = static_cast<int>(place.coordinates.size());
    local.resize(n);
    for (int k = 0; k < n; ++k) local[k] = dq[place.coordinates[k]];
    update.setZero(n, n);
    place.term->add_stress_update(local, update);
    for (std::size_t k = 0; k < place.K.size(); ++k)
      if (place.K[k] >= 0) K[place.K[k]] += update.data()[k];
  }
}

}  // namespace invar
