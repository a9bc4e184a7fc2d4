// The scale of the regularization: s_r, a part of the r-th diagonal entry of G A^-1 G^T, with the physical inertia of each
// node instead of the mass of its coordinates,
//
//   (R1)  s_r = sum of g_t^2/m over the positions that the row moves
//   (R2)  s_r = sum of (g_w)_i^2/I_i over rotations, with (g_w)_i = sum_j g_dj . D (e_i x e_j)
//   (R3)  s_r = |g_d|^2/(largest inertia of the directors) for the internal rows of frames
//
// A row that moves positions and rotations gets the sum of (R1) and (R2). Where a body turns far more easily than it shifts, or
// about one axis than about another, that sum is far above the smallest resistance that the rows of a joint have together, and
// the regularization would no longer be small: such a part of the sum counts as kLargestRatio times the other at most.
#include <algorithm>
#include <cmath>

#include "invar/solve/kkt.h"
#include "invar/system/scale_groups.h"

namespace invar {

namespace {

// Entries of positions below this part of the largest entry of a row are rounding: lever arms of planets are shorter.
constexpr double kNoShift = 1e-12;
constexpr double kLargestRatio = 1e3;

struct FrameTurn {
  Matrix3 D = Matrix3::Zero();
  Vector3 inertia = Vector3::Zero();  // about body axes, by the diagonal of A
  double largest = 0;                 // of the directors
};

FrameTurn make_turn(const SparsePattern& G, const Vector& values, const InternalBlock& block, const Vector& diagonal) {
  FrameTurn turn;
  for (int j = 0; j < 3; ++j)
    turn.D.col(j) = values.segment<3>(G.position(block.row + j, block.coordinate + 3 + 3 * j));
  turn.largest = diagonal.segment<9>(block.coordinate + 3).maxCoeff();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      if (i != j)
        turn.inertia[i] += diagonal.segment<3>(block.coordinate + 3 + 3 * j).dot(turn.D.col(3 - i - j).cwiseAbs2());
  }
  turn.inertia = turn.inertia.cwiseMax(turn.inertia.maxCoeff() / kLargestRatio);
  return turn;
}

bool is_usable(double eps) { return eps > 0 && std::isfinite(eps); }

// Rows that touch only massless coordinates, or vanish, get the largest scale of those they are connected with.
void fill_gaps(const MechanicalSystem& system, double epsilon, Vector& eps) {
  const ScaleGroups groups(system);
  const SparsePattern& G = system.G_pattern();
  const auto part = [&](int r) {
    return G.start[r] < G.start[r + 1] ? groups.component(groups.of(G.index[G.start[r]])) : 0;
  };
  std::vector<double> largest(groups.components() + 1, 0);
  for (int r = 0; r < G.rows; ++r)
    if (is_usable(eps[r])) largest[part(r)] = std::max(largest[part(r)], eps[r]);
  for (int r = 0; r < G.rows; ++r)
    if (!is_usable(eps[r])) eps[r] = largest[part(r)] > 0 ? largest[part(r)] : epsilon;
}

}  // namespace

void calc_regularization(const MechanicalSystem& system, const Vector& A, const Vector& G, double epsilon,
                         Vector& eps) {
  const SparsePattern &K = system.K_pattern(), &pattern = system.G_pattern();
  const Layout& layout = system.layout();
  Vector diagonal(K.rows);
  for (int i = 0; i < K.rows; ++i) diagonal[i] = std::abs(A[K.position(i, i)]);
  std::vector<int> frame_at(K.rows, -1), place(K.rows, 0);  // frame of each director, and its place in it
  std::vector<bool> is_position(K.rows, false);
  for (const auto& node : layout.nodes()) {
    const bool plane = node.kind == NodeKind::kPoint2 || node.kind == NodeKind::kFrame2;
    if (node.kind != NodeKind::kScalar) std::fill_n(is_position.begin() + node.offset, plane ? 2 : 3, true);
  }
  std::vector<FrameTurn> frames;
  for (const auto& block : layout.internal_blocks()) {
    for (int i = 0; i < 9; ++i) {
      frame_at[block.coordinate + 3 + i] = static_cast<int>(frames.size());
      place[block.coordinate + 3 + i] = i;
    }
    frames.push_back(make_turn(pattern, G, block, diagonal));
  }

  eps.setZero(pattern.rows);
  std::vector<Vector3> turning(frames.size(), Vector3::Zero());
  bool complete = true;
  for (int r = 0; r < pattern.rows; ++r) {
    double shift = 0, other = 0, largest_entry = 0, largest_shift = 0;
    int touched[16], count = 0;  // frames
    const auto finish = [&](int f) {
      if (frames[f].inertia[0] > 0) other += turning[f].cwiseAbs2().cwiseQuotient(frames[f].inertia).sum();
      turning[f].setZero();
    };
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k) {
      const int j = pattern.index[k], f = frame_at[j];
      largest_entry = std::max(largest_entry, std::abs(G[k]));
      if (is_position[j]) largest_shift = std::max(largest_shift, std::abs(G[k]));
      if (f < 0) {
        if (diagonal[j] > 0) (is_position[j] ? shift : other) += G[k] * G[k] / diagonal[j];
      } else if (layout.row(r).internal) {
        if (frames[f].largest > 0) other += G[k] * G[k] / frames[f].largest;
      } else {
        const int director = place[j] / 3, component = place[j] % 3;
        for (int i = 0; i < 3; ++i)
          if (i != director) {
            const double sign = (director - i + 3) % 3 == 1 ? 1 : -1;  // e_i x e_j = +-e_k
            turning[f][i] += sign * G[k] * frames[f].D(component, 3 - i - director);
          }
        if (count == 0 || touched[count - 1] != f) {
          if (count == 16) finish(touched[--count]);
          touched[count++] = f;
        }
      }
    }
    for (int i = 0; i < count; ++i) finish(touched[i]);
    const bool shifts = largest_shift > kNoShift * largest_entry && shift > 0;
    eps[r] = epsilon * (shifts ? shift + std::min(other, kLargestRatio * shift) : other);
    complete = complete && is_usable(eps[r]);
  }
  if (!complete) fill_gaps(system, epsilon, eps);
}

}  // namespace invar
