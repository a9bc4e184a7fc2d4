// What the checkers of testing/check_term.h share: random points, differences, comparisons in words.
#pragma once

#include "invar/testing/check_term.h"

namespace invar {

class TermChecker {
 public:
  explicit TermChecker(const CheckOptions& options);

  int size() const { return size_; }
  bool ok() const { return report_.ok; }
  const CheckReport& report() const { return report_; }

  Vector point();        // non-degenerate coordinates
  Vector random(int n);  // uniform in [-1, 1]
  double time();         // near options.time
  // Increment factors of the identities: from far beyond one step to where cancellation would show.
  static const std::vector<double>& increments();

  // Records a violation unless |a - b| <= tolerance (1 + the largest of both + magnitude), entry by entry.
  void expect_close(const Matrix& a, const Matrix& b, double tolerance, const std::string& statement,
                    double magnitude = 0);
  void expect(bool holds, const std::string& statement);

  // What `add` adds to its output; records a violation if it overwrites instead.
  Vector added(const char* name, int rows, const std::function<void(VecOut)>& add);
  Matrix added(const char* name, int rows, int columns, const std::function<void(MatOut)>& add);

  // Derivative of a vector function along each coordinate of x, differences of order 4.
  static Matrix difference(const std::function<Vector(const Vector&)>& f, const Vector& x);
  static Vector difference(const std::function<Vector(double)>& f, double x);

  // A rigid motion of the coordinates (in the plane where a node is planar); needs nodes.
  Vector moved(const Vector& q, const Matrix3& R, const Vector3& shift) const;
  bool planar() const;
  Matrix3 random_rotation();
  Vector3 random_shift();
  // Total force and moment about the origin of generalized forces f, positions and directors taken at q. The angle of a
  // planar frame is no director, and the two-point rule balances its moment to second order only, so moments are checked
  // without planar frames.
  bool has_planar_frames() const;
  Vector3 total_force(const Vector& f) const;
  Vector3 total_moment(const Vector& q, const Vector& f) const;

 private:
  CheckOptions options_;
  int size_;
  std::mt19937 generator_;
  CheckReport report_;
};

}  // namespace invar
