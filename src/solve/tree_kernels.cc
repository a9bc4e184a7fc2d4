#include "invar/solve/tree_kernels.h"

#include <algorithm>
#include <cmath>

#include "invar/core/clone_for_avx2.h"

namespace invar {

namespace {

// A pivot that is smaller than this part of its row: rows are nearly dependent. Joints of bodies have pivots above 0.5.
constexpr double kPoorRow = 1e-3;
// A free direction with less than this part of the inertia that adds up in it has lost its digits.
constexpr double kPoorInertia = 1e-10;

// y += a x
[[gnu::always_inline]] inline void add_lanes(double a, const double* __restrict x, double* __restrict y) {
  for (int i = 0; i < kLanes; ++i) y[i] += a * x[i];
}

}  // namespace

INVAR_CLONE_FOR_AVX2
bool eliminate_joint(int m, int n, const LaneMatrix& G, const LaneMatrix& G_p, JointElimination& out) {
  double left[kLanes][kLanes], right[kLanes][kLanes];
  double(&inverse)[kLanes][kLanes] = out.inverse;
  for (int r = 0; r < m; ++r)
    for (int k = 0; k < kLanes; ++k) {
      left[r][k] = G[r][k];
      right[r][k] = G_p[r][k];
      inverse[r][k] = r == k ? 1 : 0;
    }
  bool taken[kLanes] = {};
  for (int r = 0; r < m; ++r) {
    double largest = 0, size = 0;
    int pivot = -1;
    for (int k = 0; k < n; ++k) {
      size = std::max(size, std::abs(G[r][k]));
      if (!taken[k] && std::abs(left[r][k]) > largest) {
        largest = std::abs(left[r][k]);
        pivot = k;
      }
    }
    if (!(largest > kPoorRow * size) || !std::isfinite(largest)) return false;
    taken[pivot] = true;
    out.pivot[r] = pivot;
    const double scale = 1 / left[r][pivot];
    for (int k = 0; k < kLanes; ++k) {
      left[r][k] *= scale;
      right[r][k] *= scale;
      inverse[r][k] *= scale;
    }
    for (int i = 0; i < m; ++i) {
      if (i == r) continue;
      const double factor = -left[i][pivot];
      add_lanes(factor, left[r], left[i]);
      add_lanes(factor, right[r], right[i]);
      add_lanes(factor, inverse[r], inverse[i]);
      left[i][pivot] = 0;
    }
  }
  int f = 0;
  for (int k = 0; k < n; ++k)
    if (!taken[k]) out.free[f++] = k;
  for (int r = 0; r < m; ++r)
    for (int k = 0; k < kLanes; ++k) {
      out.W[r][k] = -right[r][k];
      out.S[r][k] = k < f ? -left[r][out.free[k]] : 0;
    }
  return true;
}

INVAR_CLONE_FOR_AVX2
bool eliminate_branch(const TreeBranch& branch, BranchBlocks& b, LaneMatrix* A_parent, double* size_parent) {
  const int n = branch.n, m = branch.m, f = n - m, np = branch.np;
  const JointElimination &right = b.right, &left = b.symmetric ? b.right : b.left;
  double T[kLanes][kLanes], size[kLanes][kLanes], V[kLanes][kLanes], Y[kLanes][kLanes];
  for (int i = 0; i < n; ++i) {  // T = A S, V = A W + A_cp
    for (int k = 0; k < kLanes; ++k) {
      T[i][k] = k < f ? b.A[i][right.free[k]] : 0;
      size[i][k] = std::abs(T[i][k]);
      V[i][k] = b.A_cp[i][k];
    }
    for (int r = 0; r < m; ++r) {
      const double a = b.A[i][right.pivot[r]];
      add_lanes(a, right.S[r], T[i]);
      add_lanes(a, right.W[r], V[i]);
      for (int k = 0; k < kLanes; ++k) size[i][k] += std::abs(a * right.S[r][k]);
    }
  }
  for (int a = 0; a < f; ++a) {  // D = S'^T T, Y = S'^T V
    double largest = size[left.free[a]][a], gathered = b.size[left.free[a]];
    for (int k = 0; k < kLanes; ++k) {
      b.D[a][k] = T[left.free[a]][k];
      Y[a][k] = V[left.free[a]][k];
    }
    for (int r = 0; r < m; ++r) {
      const double s = left.S[r][a];
      add_lanes(s, T[left.pivot[r]], b.D[a]);
      add_lanes(s, V[left.pivot[r]], Y[a]);
      largest += std::abs(s) * size[left.pivot[r]][a];
      gathered += s * s * b.size[left.pivot[r]];
    }
    b.y[a] = std::max(largest, gathered);
  }
  for (int a = 0; a < f; ++a) {  // D = L U
    const double pivot = b.D[a][a];
    if (!(std::abs(pivot) > kPoorInertia * b.y[a]) || !std::isfinite(pivot)) return false;
    for (int i = a + 1; i < f; ++i) {
      const double factor = b.D[i][a] / pivot;
      for (int k = a + 1; k < f; ++k) b.D[i][k] -= factor * b.D[a][k];
      b.D[i][a] = factor;
    }
  }
  if (!A_parent) return true;
  for (int a = 0; a < f; ++a) {  // H = D^-1 Y
    for (int k = 0; k < kLanes; ++k) b.H[a][k] = Y[a][k];
    for (int i = 0; i < a; ++i) add_lanes(-b.D[a][i], b.H[i], b.H[a]);
  }
  for (int a = f - 1; a >= 0; --a) {
    for (int i = a + 1; i < f; ++i) add_lanes(-b.D[a][i], b.H[i], b.H[a]);
    const double inverse = 1 / b.D[a][a];
    for (int k = 0; k < kLanes; ++k) b.H[a][k] *= inverse;
  }
  for (int i = 0; i < np; ++i) {  // U, and (T4)
    double *U = b.U[i], *target = (*A_parent)[i];
    double added = 0;
    for (int k = 0; k < kLanes; ++k) U[k] = branch.coupled && k < f ? b.A_pc[i][right.free[k]] : 0;
    for (int r = 0; r < m; ++r) {
      const double w = left.W[r][i];
      add_lanes(w, T[left.pivot[r]], U);
      add_lanes(w, V[left.pivot[r]], target);
      added += std::abs(w * V[left.pivot[r]][i]);
    }
    if (branch.coupled)
      for (int r = 0; r < m; ++r) {
        const double a = b.A_pc[i][right.pivot[r]];
        add_lanes(a, right.S[r], U);
        add_lanes(a, right.W[r], target);
        added += std::abs(a * right.W[r][i]);
      }
    for (int a = 0; a < f; ++a) {
      add_lanes(-U[a], b.H[a], target);
      added += std::abs(U[a] * b.H[a][i]);
    }
    size_parent[i] += added;
  }
  return true;
}

INVAR_CLONE_FOR_AVX2
void reduce_branch(const TreeBranch& branch, BranchBlocks& b, double* x) {
  const int n = branch.n, m = branch.m, f = n - m;
  const JointElimination &right = b.right, &left = b.symmetric ? b.right : b.left;
  double u[kLanes], at_pivots[kLanes] = {};
  for (int r = 0; r < m; ++r) {
    double w = 0;
    for (int s = 0; s < m; ++s) w += right.inverse[r][s] * x[branch.row[s]];
    b.w[r] = w;
    at_pivots[right.pivot[r]] = w;
  }
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = 0; k < kLanes; ++k) sum += b.A[i][k] * at_pivots[k];
    u[i] = x[branch.unknown[i]] - sum;
  }
  for (int a = 0; a < f; ++a) b.y[a] = u[left.free[a]];
  for (int r = 0; r < m; ++r) {
    const double pivot = u[left.pivot[r]];
    for (int a = 0; a < f; ++a) b.y[a] += left.S[r][a] * pivot;
  }
  for (int a = 0; a < f; ++a)
    for (int i = 0; i < a; ++i) b.y[a] -= b.D[a][i] * b.y[i];
  for (int a = f - 1; a >= 0; --a) {
    for (int i = a + 1; i < f; ++i) b.y[a] -= b.D[a][i] * b.y[i];
    b.y[a] /= b.D[a][a];
  }
  if (branch.np == 0) return;
  double p[kLanes] = {};
  for (int r = 0; r < m; ++r) add_lanes(u[left.pivot[r]], left.W[r], p);
  for (int i = 0; i < branch.np; ++i) {
    double sum = p[i];
    for (int a = 0; a < f; ++a) sum -= b.U[i][a] * b.y[a];
    if (branch.coupled)
      for (int k = 0; k < kLanes; ++k) sum -= b.A_pc[i][k] * at_pivots[k];
    x[branch.parent[i]] += sum;
  }
}

INVAR_CLONE_FOR_AVX2
void expand_branch(const TreeBranch& branch, const BranchBlocks& b, double* x) {
  const int n = branch.n, m = branch.m, f = n - m, np = branch.np;
  const JointElimination &right = b.right, &left = b.symmetric ? b.right : b.left;
  double parent[kLanes] = {}, y[kLanes] = {}, own[kLanes] = {}, r[kLanes];
  for (int k = 0; k < np; ++k) parent[k] = x[branch.parent[k]];
  for (int a = 0; a < f; ++a) {
    double sum = b.y[a];
    if (np > 0)
      for (int k = 0; k < kLanes; ++k) sum -= b.H[a][k] * parent[k];
    y[a] = sum;
    own[right.free[a]] = sum;
  }
  for (int k = 0; k < m; ++k) {
    double sum = b.w[k];
    for (int a = 0; a < kLanes; ++a) sum += right.S[k][a] * y[a];
    if (np > 0)
      for (int i = 0; i < kLanes; ++i) sum += right.W[k][i] * parent[i];
    own[right.pivot[k]] = sum;
  }
  for (int k = 0; k < m; ++k) {  // what the constraint forces balance
    const int i = left.pivot[k];
    double sum = x[branch.unknown[i]];
    for (int j = 0; j < kLanes; ++j) sum -= b.A[i][j] * own[j];
    if (branch.coupled)
      for (int j = 0; j < kLanes; ++j) sum -= b.A_cp[i][j] * parent[j];
    r[k] = sum;
  }
  for (int i = 0; i < n; ++i) x[branch.unknown[i]] = own[i];
  for (int s = 0; s < m; ++s) {
    double sum = 0;
    for (int k = 0; k < m; ++k) sum += left.inverse[k][s] * r[k];
    x[branch.row[s]] = sum;
  }
}

}  // namespace invar
