#include "invar/integrators/augmented/types.h"
#include "invar/integrators/energy_momentum/types.h"
#include "invar/integrators/explicit/types.h"
#include "invar/integrators/integrator.h"
#include "invar/integrators/structural/types.h"

namespace invar {

const Catalog<MethodType>& method_types() {
  static const Catalog<MethodType> catalog = [] {
    Catalog<MethodType> c("method", "methods");
    c.add(ep_type());
    c.add(ed_type());
    c.add(ggl_type());
    c.add(newmark_type());
    c.add(hht_type());
    c.add(generalized_alpha_type());
    c.add(al_type());
    c.add(al_projection_type());
    c.add(al_conserving_type());
    c.add(al_conserving_projection_type());
    c.add(explicit_type());
    return c;
  }();
  return catalog;
}

}  // namespace invar
