#include "invar/integrators/energy_momentum/types.h"
#include "invar/integrators/integrator.h"

namespace invar {

const Catalog<MethodType>& method_types() {
  static const Catalog<MethodType> catalog = [] {
    Catalog<MethodType> c("method", "methods");
    c.add(ep_type());
    return c;
  }();
  return catalog;
}

}  // namespace invar
