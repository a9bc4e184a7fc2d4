// Rows of G are orthogonalized one after the other against those before them (sparse QR of G^T in natural order, columns
// scaled to unit length): a row whose remainder is tiny is redundant, and it is the later one that gets the blame, as a
// user would expect of a loop-closing joint.
#include "invar/system/constraint_rank.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseQR>

#include <algorithm>
#include <cmath>
#include <vector>

#include "invar/system/scale_groups.h"

namespace invar {

namespace {
constexpr double kEmpty = 1e-12;         // of a row, against its usual size
constexpr double kNoShiftInRow = 1e-12;  // entries of positions below this part of those of rotations are rounding

// The QR factorization puts the pivot of the r-th row of G into the r-th coordinate. Coordinates are therefore renumbered
// so that a row finds a coordinate of its own there: without it, the factors of a long chain fill up. This changes
// nothing in which rows are found dependent. Gives the new place of each coordinate.
std::vector<int> match_coordinates(const SparsePattern& G, const Vector& values, int n, int m) {
  std::vector<int> place(n, -1), at(std::max(n, m), -1);
  for (int r = 0; r < std::min(n, m); ++r) {
    int best = -1;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k)
      if (values[k] != 0 && place[G.index[k]] < 0 && (best < 0 || std::abs(values[k]) >= std::abs(values[best])))
        best = k;
    if (best < 0) continue;
    place[G.index[best]] = r;
    at[r] = G.index[best];
  }
  int next = 0;
  for (int i = 0; i < n; ++i) {
    if (place[i] >= 0) continue;
    while (at[next] >= 0) ++next;
    place[i] = next;
    at[next] = i;
  }
  return place;
}

// What makes the coordinates comparable: rotations count as they are, positions times the longest lever arm between the two in
// the rows of their connected part; 1 m where no row has both.
struct Levers {
  std::vector<int> part;       // of each coordinate
  std::vector<double> length;  // of each part
  std::vector<bool> is_position;
  double scale(int i) const { return is_position[i] ? length[part[i]] : 1; }
};

Levers calc_levers(const MechanicalSystem& system, const Vector& values) {
  Levers levers;
  int parts = 0;
  const std::vector<int> part_of_node = find_connected_parts(system, parts);
  const auto& nodes = system.layout().nodes();
  levers.part.resize(system.coordinates());
  levers.is_position.resize(system.coordinates());
  for (size_t i = 0; i < nodes.size(); ++i)
    for (int k = 0; k < node_size(nodes[i].kind); ++k) {
      levers.part[nodes[i].offset + k] = part_of_node[i];
      levers.is_position[nodes[i].offset + k] = k < count_positions(nodes[i].kind);
    }
  levers.length.assign(parts, 0);
  const SparsePattern& G = system.G_pattern();
  for (int r = 0; r < G.rows; ++r) {
    double shift = 0, turn = 0;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) {
      double& largest = levers.is_position[G.index[k]] ? shift : turn;
      largest = std::max(largest, std::abs(values[k]));
    }
    if (!(shift > kNoShiftInRow * turn)) continue;
    double& length = levers.length[levers.part[G.index[G.start[r]]]];
    length = std::max(length, turn / shift);
  }
  for (double& length : levers.length)
    if (!(length > 0)) length = 1;
  return levers;
}

}  // namespace

RankReport find_rank(const MechanicalSystem& system, const At& at, double dependent) {
  const int n = system.coordinates(), m = system.rows();
  RankReport report;
  report.freedoms = n;
  if (m == 0) return report;
  PointEval eval;
  // Rows that are not linear in the velocities are judged at velocities of no special value; the others do not see them.
  Vector v = Vector::Zero(n);
  if (system.has_nonlinear_rows())
    for (int i = 0; i < n; ++i) v[i] = 0.3 + std::fmod(0.6180339887498949 * (i + 1), 1.0);
  const Vector lambda = Vector::Zero(m);
  system.eval(at.with_v(v), lambda, kVelocity, eval);
  const SparsePattern& G = system.G_pattern();
  const std::vector<int> place = match_coordinates(G, eval.G, n, m);
  const Levers levers = calc_levers(system, eval.G);
  std::vector<Eigen::Triplet<double>> entries;
  for (int r = 0; r < m; ++r) {
    double norm = 0;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) norm = std::hypot(norm, eval.G[k] * levers.scale(G.index[k]));
    const double length = G.start[r] < G.start[r + 1] ? levers.length[levers.part[G.index[G.start[r]]]] : 1;
    // An empty row: redundant, found as a zero column. Rows are of order 1, length or length^2.
    if (norm < kEmpty * std::min(1.0, length * length)) continue;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k)
      if (eval.G[k] != 0) entries.emplace_back(place[G.index[k]], r, eval.G[k] * levers.scale(G.index[k]) / norm);
  }
  Eigen::SparseMatrix<double> A(n, m);
  A.setFromTriplets(entries.begin(), entries.end());
  A.makeCompressed();
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::NaturalOrdering<int>> qr;
  qr.setPivotThreshold(dependent);
  qr.compute(A);
  report.rank = static_cast<int>(qr.rank());
  report.freedoms = n - report.rank;
  const auto& order = qr.colsPermutation().indices();
  for (int k = report.rank; k < m; ++k) report.redundant.push_back(order[k]);
  std::sort(report.redundant.begin(), report.redundant.end());
  return report;
}

}  // namespace invar
