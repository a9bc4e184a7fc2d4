// Weight: U = -g . (m x_C), linear in the coordinates of every body whose mass matrix is constant in directors or points;
// for planar bodies the reference point is the center of mass.
#include "invar/parts/gravity.h"

#include "invar/discrete/invariant_potential.h"
#include "invar/parts/part_builder.h"

namespace invar {

void add_gravity(PartBuilder& builder, const std::string& body, const AffineVector& m_x) {
  if (builder.gravity().isZero(0)) return;
  QuadraticMap map(builder.layout());
  const int row = map.add_row("weight");
  map.add_component(row, m_x, -builder.gravity());
  if (map.nodes().empty()) return;
  const auto nodes = map.nodes();
  builder.assembly().add_potential(
      body, nodes, std::make_unique<InvariantPotential>(std::move(map), std::make_unique<LinearLaw>(Vector::Ones(1))));
}

}  // namespace invar
