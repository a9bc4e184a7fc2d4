#include "invar/run/methods.h"

namespace invar {

void add_method(Catalogs& catalogs, MethodType type) {
  auto methods = std::make_shared<Catalog<MethodType>>(catalogs.methods ? *catalogs.methods : method_types());
  methods->add(std::move(type));
  catalogs.methods = std::move(methods);
}

const Catalog<MethodType>& methods_of(const Model& model) {
  return model.catalogs && model.catalogs->methods ? *model.catalogs->methods : method_types();
}

}  // namespace invar
