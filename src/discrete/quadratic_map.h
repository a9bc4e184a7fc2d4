// QuadraticMap: a vector of functions e(t, q), each quadratic in the slots of a few nodes with coefficients f(t):
//
//   (Q1)  e_i = sum c f(t) X . Y + sum c f(t) w . X + sum c f(t),    X, Y affine in z
//
// The affine vectors are kept as they are and evaluated before they are multiplied: expanding (x_B - x_A)^2 into products
// of positions would lose digits far from the origin.
//
// Joints are e = 0, springs and bushings are energies of e, joint coordinates are values of e. Because e is quadratic in
// z, the midpoint gradient is exact ([Bauchau2003] eq. (6)), and with time-dependent coefficients
//
//   (Q2)  e_q_bar = 1/2 [e_z(z_m, t0) + e_z(z_m, t1)] z_q_bar
//   (Q3)  e_t_bar = 1/2 [e(z1, t1) - e(z1, t0) + e(z0, t1) - e(z0, t0)]
//
// satisfy e(t1, q1) - e(t0, q0) = e_q_bar (q1 - q0) + e_t_bar identically ([Bauchau2003] eq. (17)).
#pragma once

#include <string>
#include <vector>

#include "invar/core/layout.h"
#include "invar/core/types.h"
#include "invar/discrete/affine_vector.h"
#include "invar/discrete/slot_lift.h"
#include "invar/functions/function1d.h"

namespace invar {

class QuadraticMap {
 public:
  explicit QuadraticMap(const Layout& layout) : layout_(&layout) {}

  // Building. A row is the sum of what is added to it.
  // `unit` is that of the multiplier, where the row becomes a constraint.
  int add_row(std::string label, std::string unit = "1");
  void add_dot(int row, const AffineVector& x, const AffineVector& y, double c = 1, FunctionPtr f = nullptr);
  // x . y without use of the orthonormality of directors: for rows that together are a squared length, which stays positive
  // also where an iteration has not yet made them orthonormal.
  void add_plain_dot(int row, const AffineVector& x, const AffineVector& y);
  void add_component(int row, const AffineVector& x, const Vector3& w, double c = 1, FunctionPtr f = nullptr);
  void add_constant(int row, double c, FunctionPtr f = nullptr);

  // To be called when all rows are complete: prepares the fast evaluation of time-independent maps of points and frames.
  void compile();

  // The same map with a number of no special value for each function of time.
  QuadraticMap with_generic_times() const;

  int rows() const { return static_cast<int>(labels_.size()); }
  // Whether e is affine in q and independent of time.
  bool is_linear() const { return lift_.is_linear() && bilinear_.empty() && times_.empty(); }
  // Whether e is at most quadratic in q, not only in the slots, and independent of time.
  bool is_quadratic() const { return lift_.is_linear() && times_.empty(); }
  int size() const { return lift_.coordinates(); }
  bool rheonomic() const { return !times_.empty(); }
  const std::vector<int>& nodes() const { return nodes_; }
  const std::vector<std::string>& labels() const { return labels_; }
  const std::vector<std::string>& units() const { return units_; }

  // At a point. Outputs are added to.
  void add_e(double t, Vec q, VecOut e) const;
  void add_e_q(double t, Vec q, MatOut J) const;
  void add_e_t(double t, Vec q, VecOut e_t) const;
  void add_bias(double t, Vec q, Vec v, VecOut bias) const;
  void add_e_qq(double t, Vec q, Vec weight, MatOut K) const;
  void add_weighted_e_q(double t, Vec q, Vec weight, VecOut g) const;  // g += e_q^T weight
  void add_rate_q(double t, Vec q, Vec v, MatOut R) const;             // R += d(e_q v)/dq

  // Across a pair.
  void add_e_q_bar(double t0, Vec q0, double t1, Vec q1, MatOut J) const;
  void add_e_t_bar(double t0, Vec q0, double t1, Vec q1, VecOut a) const;
  void add_e_q_bar_tangent(double t0, Vec q0, double t1, Vec q1, Vec weight, MatOut K) const;
  void add_weighted_e_q_bar(double t0, Vec q0, double t1, Vec q1, Vec weight, VecOut g) const;

  // The rate psi = e_q v + e_t: d psi/dq, and its two-point form (D3) of terms/constraint.h (quadratic_map_rates.cc).
  void add_psi_q(double t, Vec q, Vec v, MatOut J) const;
  void add_psi_bar(double t0, Vec q0, Vec v0, double t1, Vec q1, Vec v1, MatOut J, VecOut psi_t) const;

 private:
  struct Form {  // an affine vector over local slots
    Vector3 constant;
    struct Part {
      int slot;
      double factor;
    };
    std::vector<Part> parts;
  };
  struct Bilinear {
    int row, x, y, time;
    double c;
  };
  struct Linear {
    int row, x, time;
    Vector3 w;
  };
  struct Constant {
    int row, time;
    double c;
  };
  enum class Derivative { kValue, kRate, kSecondRate };

  int time_index(const FunctionPtr& f);
  int form_index(const AffineVector& x);
  double factor(int time, double t, Derivative derivative = Derivative::kValue) const;
  double mean_factor(int time, double t0, double t1) const;
  void add_value(const Slots& z, double t, Derivative derivative, VecOut e) const;

  // Compiled: forms with the places of their coordinates, and the constant e_qq.
  struct ReadForm {
    Vector3 constant;
    int first, last;  // parts
  };
  struct ReadPart {
    int offset, dimension;
    double factor;
  };
  struct Curvature {
    int row, j, k;
    double c;
  };
  void add_parts(const ReadForm& form, const double* q, Vector3& x) const;
  Vector3 read_form(int form, const double* q) const;
  Vector3 read_rate(int form, const double* v) const;
  template <class Use>
  void visit_form(int form, const Vector3& g, const Use& use) const;
  template <class Read, class Use>
  void visit_products(const Read& read, const Use& use) const;
  template <class Use>
  void visit_gradient(Vec q, const Use& use) const;
  void add_compiled_value(Vec q, VecOut e) const;
  void add_compiled_e_q(Vec q, MatOut J) const;
  void add_compiled_weighted_e_q(Vec q, Vec weight, VecOut g) const;
  void add_compiled_rate_q(Vec v, MatOut R) const;
  void add_compiled_bias(Vec v, VecOut bias) const;

  const Layout* layout_;
  Lift lift_;
  std::vector<int> nodes_;
  std::vector<std::string> labels_, units_;
  std::vector<FunctionPtr> times_;
  std::vector<Form> forms_;
  std::vector<Bilinear> bilinear_;
  std::vector<Linear> linear_;
  std::vector<Constant> constant_;
  bool compiled_ = false;
  std::vector<ReadForm> read_;
  std::vector<ReadPart> read_parts_;
  std::vector<Curvature> curvature_;
};

}  // namespace invar
