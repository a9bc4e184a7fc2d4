// The Python module invar._core: what the package python/invar is made of. Each file binds one subject; names that users see are
// in the package. Long calculations release the lock of the interpreter.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <optional>
#include <string>

#include "invar/model/model.h"

namespace invar::python {

namespace nb = nanobind;

// A model as Python holds it.
struct LoadedModel {
  std::shared_ptr<const Model> model;
};

void bind_errors(nb::module_& m);
void bind_schemas(nb::module_& m);
void bind_model(nb::module_& m);
void bind_builder(nb::module_& m);
void bind_state(nb::module_& m);
void bind_run(nb::module_& m);
void bind_simulation(nb::module_& m);
void bind_system(nb::module_& m);
void bind_analysis(nb::module_& m);
void bind_compare(nb::module_& m);

// Numbers that belong to `owner`, without a copy; writing to them is refused.
inline nb::object view_of(const double* data, std::size_t size, nb::handle owner) {
  return nb::cast(nb::ndarray<nb::numpy, const double>(data, {size}, owner), nb::rv_policy::reference);
}
inline nb::object view_of(const double* data, std::size_t rows, std::size_t columns, nb::handle owner) {
  return nb::cast(nb::ndarray<nb::numpy, const double>(data, {rows, columns}, owner), nb::rv_policy::reference);
}

// Numbers of their own.
nb::object array_of(const Vector& x);
nb::object array_of(const Matrix& x);
// Anything that NumPy makes a vector of; throws ModelError where it has another size (-1: any). `what` names it.
Vector read_vector(nb::handle object, const char* what, Eigen::Index size = -1);

}  // namespace invar::python
