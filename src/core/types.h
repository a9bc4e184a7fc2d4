// Vocabulary of vectors and matrices used in every signature.
//
// Inputs are read-only views (`Vec`), outputs are views that functions ADD to or overwrite as their name says
// (`VecOut`, `MatOut`); neither allocates, so terms can be evaluated on slices of larger arrays.
#pragma once

#include <Eigen/Dense>
#include <new>

namespace invar {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Vector2 = Eigen::Vector2d;
using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

using Vec = const Eigen::Ref<const Vector>&;
using VecOut = Eigen::Ref<Vector>;
using MatIn = const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>&;
using MatOut = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

// A read-only view that can be a member and be copied: a pointer and a size. Vectors, local vectors and their segments turn
// into one by themselves; expressions and temporary vectors do not, since nothing would own their numbers.
class VecView : public Eigen::Map<const Vector> {
 public:
  VecView() : Map(nullptr, 0) {}
  VecView(const double* data, Eigen::Index size) : Map(data, size) {}
  template <class Derived>
  requires(bool(Derived::Flags& Eigen::DirectAccessBit) && Derived::ColsAtCompileTime == 1 &&
           Derived::InnerStrideAtCompileTime == 1) VecView(const Eigen::MatrixBase<Derived>& x)
      : Map(x.derived().data(), x.size()) {}  // NOLINT: implicit on purpose
  template <class Derived>
  VecView(Eigen::PlainObjectBase<Derived>&&) = delete;
  VecView(const VecView& other) = default;
  // Views what the other one views; no number is copied.
  VecView& operator=(const VecView& other) {
    if (this != &other) new (static_cast<void*>(this)) VecView(other);
    return *this;
  }
};

// Local work arrays of a term: sized at run time, stored on the stack, so that a step allocates nothing. Matrices are too
// large for the stack (core/local_matrix.h).
inline constexpr int kMaxLocal = 96;  // eight frames: a point inside a cubic beam element and one inside another
using LocalVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxLocal, 1>;

}  // namespace invar
