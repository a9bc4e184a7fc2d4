#include "invar/solve/node_mass.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>

#include <cmath>
#include <limits>

#include "invar/system/scale_groups.h"

namespace invar {

namespace {

// Eigenvalue of a matrix with unit diagonal below which it is rounding of its entries.
constexpr double kNoInertia = 1e-14;
constexpr double kNothing = 1e-22;  // of a moment of inertia, against the largest of the body: below, rounding turns it
constexpr double kClearPivot = 1e-3;  // of the factor of such a matrix
constexpr double kThin = 1e-8;        // inertia of a director, relative to the largest of its body
constexpr double kLent = 1e-8;        // inertia lent to a node without, relative to its largest of the same kind
// Part of a massless motion, in the length of its vector, that constraints must take away to hold it.
constexpr double kHeld = 1e-9;
constexpr double kNoSpring = 1e-12;  // stiffness along a direction, relative to the largest at the node

Matrix read_mass(const MechanicalSystem& system, const Node& node) {
  const SparsePattern& K = system.K_pattern();
  const int size = node_size(node.kind);
  Matrix M = Matrix::Zero(size, size);
  for (int i = 0; i < size; ++i)
    for (int k = K.start[node.offset + i]; k < K.start[node.offset + i + 1]; ++k)
      if (const int j = K.index[k] - node.offset; j >= 0 && j < size) M(i, j) = system.M()[k];
  return M;
}

// How a node may move by itself: as a rigid body if it is a frame with internal constraints.
Matrix calc_motions(const Node& node, const Matrix3* D) {
  if (!D) return Matrix::Identity(node_size(node.kind), node_size(node.kind));
  Matrix Y = Matrix::Zero(12, 6);
  Y.topLeftCorner<3, 3>().setIdentity();
  for (int axis = 0; axis < 3; ++axis)
    for (int j = 0; j < 3; ++j)
      Y.block<3, 1>(3 + 3 * j, 3 + axis) = *D * Vector3(Vector3::Unit(axis).cross(Vector3::Unit(j)));
  return Y;
}

// By the pivots of a Cholesky factorization, which costs little beside eigenvalues.
bool is_clearly_positive(const Matrix& unit) {
  if (unit.rows() != 6) return false;
  const Eigen::LLT<Eigen::Matrix<double, 6, 6>> llt(unit);
  return llt.info() == Eigen::Success && llt.matrixLLT().diagonal().minCoeff() > kClearPivot;
}

// Vectors u with M u = 0, as columns.
Matrix calc_kernel(const Matrix& M) {
  const int n = static_cast<int>(M.rows());
  Vector scale(n);
  Matrix kernel(n, 0);
  const auto append = [&](const Vector& u) {
    kernel.conservativeResize(n, kernel.cols() + 1);
    kernel.rightCols(1) = u;
  };
  const double least = n > 3 ? kNothing * M.diagonal().tail(n - 3).maxCoeff() : 0;  // of rotations
  for (int i = 0; i < n; ++i) {
    scale[i] = M(i, i) > (i < 3 ? 0 : least) ? 1 / std::sqrt(M(i, i)) : 0;
    if (scale[i] == 0) append(Vector::Unit(n, i));
  }
  Matrix unit = scale.asDiagonal() * M * scale.asDiagonal();
  for (int i = 0; i < n; ++i)
    if (scale[i] == 0) unit(i, i) = 1;
  if (is_clearly_positive(unit)) return kernel;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(unit);
  for (int i = 0; i < n && eigen.eigenvalues()[i] < kNoInertia; ++i)
    append(scale.cwiseProduct(eigen.eigenvectors().col(i)));
  return kernel;
}

bool has_orientation(const MechanicalSystem& system, const MasslessDirection& d) {
  const NodeKind kind = system.layout().node(d.node).kind;
  return kind == NodeKind::kFrame3 || kind == NodeKind::kFrame2;
}

// Whether a spring acts along the direction: it then follows from a balance of forces.
bool is_sprung(const MechanicalSystem& system, const Vector& K, const MasslessDirection& d) {
  const SparsePattern& pattern = system.K_pattern();
  const int offset = system.layout().node(d.node).offset, size = static_cast<int>(d.dq.size());
  double along = 0, largest = 0;
  for (int i = 0; i < size; ++i)
    for (int k = pattern.start[offset + i]; k < pattern.start[offset + i + 1]; ++k) {
      largest = std::max(largest, std::abs(K[k]));
      const int j = pattern.index[k] - offset;
      if (j >= 0 && j < size) along += d.dq[i] * K[k] * d.dq[j];
    }
  return std::abs(along) > kNoSpring * largest;
}

std::vector<bool> find_frames(const Layout& layout) {
  std::vector<bool> is_frame(layout.coordinates(), false);
  for (const auto& block : layout.internal_blocks()) is_frame[block.coordinate] = true;
  return is_frame;
}

}  // namespace

std::vector<MasslessDirection> find_massless_directions(const MechanicalSystem& system, Vec q) {
  const std::vector<bool> is_frame = find_frames(system.layout());
  std::vector<MasslessDirection> found;
  const auto& nodes = system.layout().nodes();
  for (size_t i = 0; i < nodes.size(); ++i) {
    Matrix3 D;
    const bool frame = is_frame[nodes[i].offset];
    if (frame) D = Eigen::Map<const Matrix3>(q.data() + nodes[i].offset + 3);
    const Matrix Y = calc_motions(nodes[i], frame ? &D : nullptr);
    const Matrix kernel = calc_kernel(Y.transpose() * read_mass(system, nodes[i]) * Y);
    for (int k = 0; k < kernel.cols(); ++k) found.push_back({static_cast<int>(i), (Y * kernel.col(k)).normalized()});
  }
  return found;
}

std::vector<MasslessDirection> find_undetermined_directions(const MechanicalSystem& system, double t, Vec q) {
  std::vector<MasslessDirection> found = find_massless_directions(system, q);
  // Points and scalars without mass are held by rods and joints; only bodies with an orientation are looked at.
  if (std::none_of(found.begin(), found.end(), [&](const auto& d) { return has_orientation(system, d); })) return {};
  PointEval eval;
  const Vector v = Vector::Zero(system.coordinates()), lambda = Vector::Zero(system.rows());
  const Vector no_inputs = start_inputs(system.layout());
  eval.z_step = std::numeric_limits<double>::infinity();  // what holds in the long run
  system.eval({t, q, v, {}, no_inputs}, lambda, kVelocity | kStiffness, eval);
  std::erase_if(found, [&](const auto& d) { return has_orientation(system, d) && is_sprung(system, eval.K, d); });
  const int count = static_cast<int>(found.size());
  if (count == 0) return {};
  const SparsePattern& G = system.G_pattern();
  // Rows that touch these nodes, each divided by its largest entry; columns are the directions.
  std::vector<int> first(system.coordinates(), -1), last(system.coordinates(), -1);
  for (int k = 0; k < count; ++k) {
    const int offset = system.layout().node(found[k].node).offset;
    for (int i = 0; i < found[k].dq.size(); ++i) {
      if (first[offset + i] < 0) first[offset + i] = k;
      last[offset + i] = k + 1;
    }
  }
  std::vector<Vector> rows;
  for (int r = 0; r < G.rows; ++r) {
    Vector row = Vector::Zero(count);
    double largest = 0;
    for (int e = G.start[r]; e < G.start[r + 1]; ++e) {
      largest = std::max(largest, std::abs(eval.G[e]));
      const int j = G.index[e];
      for (int k = first[j]; k >= 0 && k < last[j]; ++k)
        row[k] += eval.G[e] * found[k].dq[j - system.layout().node(found[k].node).offset];
    }
    if (row.cwiseAbs().maxCoeff() > kHeld * largest) rows.push_back(row / row.cwiseAbs().maxCoeff());
  }
  Matrix GN = Matrix::Zero(std::max<int>(1, static_cast<int>(rows.size())), count);
  for (size_t r = 0; r < rows.size(); ++r) GN.row(static_cast<int>(r)) = rows[r];
  Eigen::FullPivLU<Matrix> lu(GN);
  lu.setThreshold(kHeld);
  if (lu.rank() == count) return {};
  const Matrix free = lu.kernel();
  std::vector<bool> named(system.layout().nodes().size(), false);
  std::vector<MasslessDirection> open;
  for (int c = 0; c < free.cols(); ++c) {
    int most = 0;
    free.col(c).cwiseAbs().maxCoeff(&most);
    const int node = found[most].node;
    if (named[node]) continue;
    named[node] = true;
    Vector dq = Vector::Zero(found[most].dq.size());
    for (int k = 0; k < count; ++k)
      if (found[k].node == node) dq += free(k, c) * found[k].dq;
    open.push_back({node, dq.normalized()});
  }
  return open;
}

Vector calc_mass_regularization(const MechanicalSystem& system) {
  const SparsePattern& K = system.K_pattern();
  const std::vector<bool> is_frame = find_frames(system.layout());
  Vector extra = Vector::Zero(K.nonzeros());
  const Matrix3 identity = Matrix3::Identity();
  for (const auto& node : system.layout().nodes()) {
    const Matrix M = read_mass(system, node);
    const int size = node_size(node.kind);
    const bool frame = is_frame[node.offset];
    if (M.diagonal().isZero(0)) continue;
    if (!frame) {
      const double lent = kLent * M.diagonal().maxCoeff();
      for (int i = 0; i < size; ++i)
        if (M(i, i) == 0) extra[K.position(node.offset + i, node.offset + i)] = lent;
      continue;
    }
    const Matrix Y = calc_motions(node, &identity);
    if (calc_kernel(Y.transpose() * M * Y).cols() == 0) continue;
    // The same for all directors, so that it does not depend on the orientation. Without any rotary inertia, that of the
    // mass at a distance of one meter.
    const double largest = M.diagonal().tail<9>().maxCoeff();
    const double lent = kLent * (largest > 0 ? largest : M.diagonal().maxCoeff());
    for (int i = 3; i < size; ++i) extra[K.position(node.offset + i, node.offset + i)] = lent;
  }
  return extra;
}

Vector calc_lent_mass(const MechanicalSystem& system, double relative) {
  const SparsePattern& K = system.K_pattern();
  Vector lent = (relative / kLent) * calc_mass_regularization(system);
  const ScaleGroups groups(system);
  std::vector<double> heaviest(groups.parts(), 0);  // of what a massless node is connected with
  for (int g = 0; g < groups.count(); ++g) {
    double& largest = heaviest[groups.part(g)];
    largest = std::max(largest, groups.mass(g));
  }
  for (const auto& node : system.layout().nodes()) {
    const int size = node_size(node.kind);
    double largest = 0;
    for (int i = 0; i < size; ++i)
      largest = std::max(largest, system.M()[K.position(node.offset + i, node.offset + i)]);
    if (largest > 0) continue;
    const double of_part = heaviest[groups.part(groups.of(node.offset))];
    for (int i = 0; i < size; ++i)
      lent[K.position(node.offset + i, node.offset + i)] = relative * (of_part > 0 ? of_part : 1);
  }
  return lent;
}

bool has_singular_directors(const MechanicalSystem& system) {
  const SparsePattern& K = system.K_pattern();
  for (const auto& block : system.layout().internal_blocks()) {
    double largest = 0, smallest = 1e300;
    for (int i = 3; i < 12; ++i) {
      const double M = system.M()[K.position(block.coordinate + i, block.coordinate + i)];
      largest = std::max(largest, M);
      smallest = std::min(smallest, M);
    }
    if (!(smallest > kThin * largest)) return true;
  }
  return false;
}

}  // namespace invar
