#include "invar/discrete/row_law.h"

#include "invar/core/types.h"

namespace invar {

namespace {

// Derivatives by jets along directions; mixed ones are polarized: f_xy = (D2[x + y] - D2[x] - D2[y])/2.
class FormulaLaw final : public RowLaw {
 public:
  FormulaLaw(Expression formula, int size, bool depends_on_t)
      : formula_(std::move(formula)), size_(size), depends_on_t_(depends_on_t) {}
  int size() const override { return size_; }
  bool depends_on_t() const override { return depends_on_t_; }
  double value(const LawVector& y) const override {
    return formula_.eval({y.data(), static_cast<std::size_t>(y.size())});
  }
  void calc_gradient(const LawVector& y, LawVector& g) const override {
    g.setZero(y.size());
    for (int i = 0; i < active(); ++i) g[i] = along(y, i, i).first;
  }
  void calc_hessian(const LawVector& y, LawMatrix& H) const override {
    H.setZero(y.size(), y.size());
    for (int i = 0; i < active(); ++i) H(i, i) = along(y, i, i).second;
    for (int i = 0; i < active(); ++i)
      for (int j = 0; j < i; ++j) H(i, j) = H(j, i) = 0.5 * (along(y, i, j).second - H(i, i) - H(j, j));
  }

 private:
  int active() const { return size_ + (depends_on_t_ ? 1 : 0); }
  Expression::Jet along(const LawVector& y, int i, int j) const {
    LawVector direction = LawVector::Zero(y.size());
    direction[i] = direction[j] = 1;
    const auto n = static_cast<std::size_t>(y.size());
    return formula_.eval_jet({y.data(), n}, {direction.data(), n});
  }

  Expression formula_;
  int size_;
  bool depends_on_t_;
};

class FunctionRowLaw final : public RowLaw {
 public:
  explicit FunctionRowLaw(FunctionPtr f) : f_(std::move(f)) {}
  int size() const override { return 2; }
  bool depends_on_t() const override { return false; }
  double value(const LawVector& y) const override { return y[1] - f_->value(y[0]); }
  void calc_gradient(const LawVector& y, LawVector& g) const override {
    g.setZero(y.size());
    g[0] = -f_->derivative(y[0]);
    g[1] = 1;
  }
  void calc_hessian(const LawVector& y, LawMatrix& H) const override {
    H.setZero(y.size(), y.size());
    H(0, 0) = -f_->second_derivative(y[0]);
  }

 private:
  FunctionPtr f_;
};

}  // namespace

std::unique_ptr<RowLaw> make_formula_law(Expression formula, int size, bool depends_on_t) {
  return std::make_unique<FormulaLaw>(std::move(formula), size, depends_on_t);
}

std::unique_ptr<RowLaw> make_function_law(FunctionPtr f) { return std::make_unique<FunctionRowLaw>(std::move(f)); }

}  // namespace invar
