// Runs a linear system with internal variables by a configured method, to compare it with the exponential of its matrix.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "benchmarks/matrix_exponential.h"
#include "catalog/integrator_samples.h"
#include "catalog/method_configurations.h"
#include "invar/run/run_setup.h"
#include "invar/simulate/simulation.h"

namespace invar::benchmarks {

// The state at `end`: the coordinate with this index, its rate, then all internal variables.
inline Vector run_linear(const std::string& model, int coordinate, const catalog::MethodConfiguration& c, double h,
                         double end) {
  const catalog::ReadySystem ready(model);
  const MethodType& type = method_types().at(c.method);
  const Params params(SpecNode::make_map(c.options, "test"), type.schema);
  SimulationOptions options;
  options.step = h;
  Simulation simulation([&] { return type.make(ready.system, params); }, options);
  simulation.start(ready.start);
  const SimulationReport& report = simulation.run_to(end);
  EXPECT_TRUE(report.status.ok()) << report.message();
  Vector out(2 + report.state.z.size());
  out << report.state.q[coordinate], report.state.v[coordinate], report.state.z;
  return out;
}

// x' = A x + b from `start`.
inline Vector calc_linear(const Matrix& A, const Vector& b, const Vector& start, double t) {
  const auto n = A.rows();
  Matrix wide = Matrix::Zero(n + 1, n + 1);
  wide.topLeftCorner(n, n) = A;
  wide.topRightCorner(n, 1) = b;
  Vector x(n + 1);
  x << start, 1;
  return (calc_exponential(wide, t) * x).head(n);
}

inline void expect_order(const std::string& model, int coordinate, const catalog::MethodConfiguration& c,
                         const Vector& exact, double end) {
  const double h = c.order >= 6 ? 0.02 : c.order >= 4 ? 0.005 : 0.002;
  const double coarse = (run_linear(model, coordinate, c, h, end) - exact).norm(),
               fine = (run_linear(model, coordinate, c, h / 2, end) - exact).norm();
  EXPECT_LT(coarse, (c.order > 1 ? 0.01 : 0.05) * (1 + exact.norm()));
  if (fine > 1e-13 * (1 + exact.norm())) {
    EXPECT_GT(std::log2(coarse / fine), c.order - 0.35) << coarse << " " << fine;
  }
}

}  // namespace invar::benchmarks
