// Rows of G are orthogonalized one after the other against those before them (sparse QR of G^T in natural order, columns
// scaled to unit length): a row whose remainder is tiny is redundant, and it is the later one that gets the blame, as a
// user would expect of a loop-closing joint.
#include "invar/system/constraint_rank.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseQR>

#include <algorithm>

namespace invar {

namespace {
// Remainder of a unit row below which it counts as dependent. Independent rows of real mechanisms stay above 1e-4.
constexpr double kDependent = 1e-8;
}  // namespace

RankReport find_rank(const MechanicalSystem& system, double t, Vec q) {
  const int n = system.coordinates(), m = system.rows();
  RankReport report;
  report.freedoms = n;
  if (m == 0) return report;
  PointEval eval;
  const Vector v = Vector::Zero(n), lambda = Vector::Zero(m);
  system.eval(t, q, v, lambda, kVelocity, eval);
  const SparsePattern& G = system.G_pattern();
  std::vector<Eigen::Triplet<double>> entries;
  for (int r = 0; r < m; ++r) {
    double norm = 0;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) norm += eval.G[k] * eval.G[k];
    norm = std::sqrt(norm);
    if (norm < 1e-12) continue;  // an empty row: redundant, found as a zero column
    for (int k = G.start[r]; k < G.start[r + 1]; ++k)
      if (eval.G[k] != 0) entries.emplace_back(G.index[k], r, eval.G[k] / norm);
  }
  Eigen::SparseMatrix<double> A(n, m);
  A.setFromTriplets(entries.begin(), entries.end());
  A.makeCompressed();
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::NaturalOrdering<int>> qr;
  qr.setPivotThreshold(kDependent);
  qr.compute(A);
  report.rank = static_cast<int>(qr.rank());
  report.freedoms = n - report.rank;
  const auto& order = qr.colsPermutation().indices();
  for (int k = report.rank; k < m; ++k) report.redundant.push_back(order[k]);
  std::sort(report.redundant.begin(), report.redundant.end());
  return report;
}

}  // namespace invar
