#include <fmt/format.h>

#include "bindings.h"
#include "invar/core/error.h"

namespace invar::python {

namespace {

nb::object own_array(const double* data, std::initializer_list<std::size_t> shape, std::size_t size) {
  auto* copy = new double[size];
  std::copy(data, data + size, copy);
  const nb::capsule owner(copy, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, double>(copy, shape, owner), nb::rv_policy::reference);
}

}  // namespace

nb::object array_of(const Vector& x) {
  return own_array(x.data(), {static_cast<std::size_t>(x.size())}, static_cast<std::size_t>(x.size()));
}

nb::object array_of(const Matrix& x) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = x;
  return own_array(rows.data(), {static_cast<std::size_t>(x.rows()), static_cast<std::size_t>(x.cols())},
                   static_cast<std::size_t>(x.size()));
}

Vector read_vector(nb::handle object, const char* what, Eigen::Index size) {
  nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu> array;
  if (!nb::try_cast(object, array)) {
    const nb::object made =
        nb::module_::import_("numpy").attr("ascontiguousarray")(object, nb::arg("dtype") = "float64");
    if (!nb::try_cast(made, array)) throw ModelError({}, what, "must be a list of numbers");
  }
  const auto count = static_cast<Eigen::Index>(array.shape(0));
  if (size >= 0 && count != size)
    throw ModelError({}, what, fmt::format("has {} numbers where {} are needed", count, size));
  const Vector x = Eigen::Map<const Vector>(array.data(), count);
  if (!x.allFinite()) throw ModelError({}, what, "has a number that is not finite");
  return x;
}

}  // namespace invar::python
