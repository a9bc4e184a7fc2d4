// Time-independent maps of points and frames, whose slots are copies of coordinates: forms are read from q where they stand,
// and e_qq is constant and found once. The gradient of a product c X . Y goes through its forms,
//
//   (Q4)  e_q += c (Y . dX/dq + X . dY/dq),
//
// which for the length of a spring between two frames takes an eighth of the products that e_qq q would.
#include "invar/discrete/quadratic_map.h"

namespace invar {

void QuadraticMap::compile() {
  if (compiled_ || !lift_.is_linear() || rheonomic()) return;
  const int n = size();
  const Vector zero = Vector::Zero(n);
  Matrix H(n, n);
  for (int r = 0; r < rows(); ++r) {
    H.setZero();
    add_e_qq(0, zero, Vector::Unit(rows(), r), H);
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        if (H(j, k) != 0) curvature_.push_back({r, j, k, H(j, k)});
  }
  for (const Form& form : forms_) {
    read_.push_back({form.constant, static_cast<int>(read_parts_.size()), 0});
    for (const auto& part : form.parts) {
      const auto& slot = lift_.slot(part.slot);
      read_parts_.push_back({slot.offset, slot.dimension, part.factor});
    }
    read_.back().last = static_cast<int>(read_parts_.size());
  }
  compiled_ = true;
}

void QuadraticMap::add_parts(const ReadForm& form, const double* q, Vector3& x) const {
  for (int p = form.first; p < form.last; ++p) {
    const auto& part = read_parts_[p];
    const double* z = q + part.offset;
    x[0] += part.factor * z[0];
    if (part.dimension > 1) x[1] += part.factor * z[1];
    if (part.dimension > 2) x[2] += part.factor * z[2];
  }
}

Vector3 QuadraticMap::read_form(int form, const double* q) const {
  Vector3 x = read_[form].constant;
  add_parts(read_[form], q, x);
  return x;
}

Vector3 QuadraticMap::read_rate(int form, const double* v) const {
  Vector3 x = Vector3::Zero();
  add_parts(read_[form], v, x);
  return x;
}

// Calls use(coordinate, value) for the entries of g . dX/dq.
template <class Use>
void QuadraticMap::visit_form(int form, const Vector3& g, const Use& use) const {
  for (int p = read_[form].first; p < read_[form].last; ++p) {
    const auto& part = read_parts_[p];
    for (int i = 0; i < part.dimension; ++i) use(part.offset + i, part.factor * g[i]);
  }
}

// Calls use(row, coordinate, value) for the entries of (Q4), with the values of forms that `read` gives.
template <class Read, class Use>
void QuadraticMap::visit_products(const Read& read, const Use& use) const {
  for (const auto& b : bilinear_) {
    const auto add = [&](int j, double value) { use(b.row, j, value); };
    if (b.x == b.y) {
      visit_form(b.x, 2 * b.c * read(b.x), add);
    } else {
      const Vector3 x = b.c * read(b.x), y = b.c * read(b.y);
      visit_form(b.x, y, add);
      visit_form(b.y, x, add);
    }
  }
}

template <class Use>
void QuadraticMap::visit_gradient(Vec q, const Use& use) const {
  visit_products([&](int form) { return read_form(form, q.data()); }, use);
  for (const auto& a : linear_) visit_form(a.x, a.w, [&](int j, double value) { use(a.row, j, value); });
}

void QuadraticMap::add_compiled_value(Vec q, VecOut e) const {
  for (const auto& b : bilinear_) {
    const Vector3 x = read_form(b.x, q.data());
    e[b.row] += b.c * (b.x == b.y ? x.squaredNorm() : x.dot(read_form(b.y, q.data())));
  }
  for (const auto& a : linear_) e[a.row] += a.w.dot(read_form(a.x, q.data()));
  for (const auto& c : constant_) e[c.row] += c.c;
}

void QuadraticMap::add_compiled_e_q(Vec q, MatOut J) const {
  visit_gradient(q, [&](int row, int j, double value) { J(row, j) += value; });
}

void QuadraticMap::add_compiled_weighted_e_q(Vec q, Vec weight, VecOut g) const {
  visit_gradient(q, [&](int row, int j, double value) { g[j] += weight[row] * value; });
}

void QuadraticMap::add_compiled_rate_q(Vec v, MatOut R) const {
  visit_products([&](int form) { return read_rate(form, v.data()); },
                 [&](int row, int j, double value) { R(row, j) += value; });
}

void QuadraticMap::add_compiled_bias(Vec v, VecOut bias) const {
  for (const auto& b : bilinear_) bias[b.row] += 2 * b.c * read_rate(b.x, v.data()).dot(read_rate(b.y, v.data()));
}

}  // namespace invar
