// Methods of integration that a model knows: the built-in ones, and those that a program has added to its catalogs.
#pragma once

#include "invar/integrators/integrator.h"
#include "invar/model/catalogs.h"
#include "invar/model/model.h"
#include "invar/spec/value.h"

namespace invar {

// Adds a method of your own: models that are built with these catalogs may name it in their method block and in --method.
void add_method(Catalogs& catalogs, MethodType type);
const Catalog<MethodType>& methods_of(const Model& model);

// An integrator from a struct of options (model/params/methods.h): make_integrator(system, EpParams{.order = "4"}).
template <class T>
std::unique_ptr<Integrator> make_integrator(const MechanicalSystem& system, const T& options,
                                            const Catalog<MethodType>& methods = method_types()) {
  const MethodType& type = methods.at(T::kType);
  return type.make(system, Params(options.values(), type.schema, T::kType));
}

}  // namespace invar
