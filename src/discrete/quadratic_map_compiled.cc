// Time-independent maps of points and frames, whose slots are copies of coordinates: e_qq is constant and found once, e_q is
// linear in q, and forms are read from q where they stand.
#include "invar/discrete/quadratic_map.h"

namespace invar {

void QuadraticMap::compile() {
  if (compiled_ || !lift_.is_linear() || rheonomic()) return;
  const int n = size();
  const Vector zero = Vector::Zero(n);
  Matrix g = Matrix::Zero(rows(), n), H(n, n);
  add_e_q(0, zero, g);
  for (int r = 0; r < rows(); ++r) {
    H.setZero();
    add_e_qq(0, zero, Vector::Unit(rows(), r), H);
    for (int j = 0; j < n; ++j) {
      if (g(r, j) == 0 && H.row(j).isZero(0)) continue;
      Entry entry{r, j, static_cast<int>(slope_.size()), 0, g(r, j)};
      for (int k = 0; k < n; ++k)
        if (H(j, k) != 0) slope_.push_back({r, j, k, H(j, k)});
      entry.last = static_cast<int>(slope_.size());
      entry_.push_back(entry);
    }
  }
  compiled_ = true;
}

void QuadraticMap::add_compiled_e_q(Vec q, MatOut J) const {
  for (const auto& entry : entry_) J(entry.row, entry.j) += entry_value(entry, q.data());
}

// A form of slots that are copies of coordinates, read where they stand.
Vector3 QuadraticMap::read_form(const Form& form, const double* q) const {
  Vector3 x = form.constant;
  for (const auto& part : form.parts) {
    const auto& slot = lift_.slot(part.slot);
    const double* z = q + slot.offset;
    if (slot.dimension == 3) {
      x[0] += part.factor * z[0];
      x[1] += part.factor * z[1];
      x[2] += part.factor * z[2];
    } else {
      for (int i = 0; i < slot.dimension; ++i) x[i] += part.factor * z[i];
    }
  }
  return x;
}

void QuadraticMap::add_compiled_value(Vec q, VecOut e) const {
  const double* x = q.data();
  for (const auto& b : bilinear_) e[b.row] += b.c * read_form(forms_[b.x], x).dot(read_form(forms_[b.y], x));
  for (const auto& a : linear_) e[a.row] += a.w.dot(read_form(forms_[a.x], x));
  for (const auto& c : constant_) e[c.row] += c.c;
}

}  // namespace invar
