#include "invar/equilibrium/curvature_noise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "invar/equilibrium/newton.h"
#include "invar/math/dense_eigen.h"

namespace invar {

namespace {

constexpr int kSamples = 4;
constexpr double kScatter = 10;        // bound over the largest of the samples
constexpr double kEntryRounding = 16;  // units in the last place of an entry of K, which sums up a few terms
constexpr double kShapeError = 1e-12;  // of a shape: the fastest motion in it adds its square to the curvature
constexpr double kUnit = std::numeric_limits<double>::epsilon();

}  // namespace

CurvatureNoise::CurvatureNoise(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor)
    : problem_(problem), q_(q), factor_(factor) {
  EquilibriumEval eval;
  problem.eval(q, lambda, factor, kBalance | kTangentMatrix, eval);
  K_ = eval.K;
  K_terms_ = eval.K_terms;
  forces_ = by_nodes(eval.f.cwiseAbs() + (eval.r - eval.f).cwiseAbs());
  residual_ = by_nodes(eval.r);
  const SparsePattern& pattern = problem.system().K_pattern();
  for (int i = 0; i < pattern.rows; ++i) {
    const int at = pattern.position(i, i);
    if (const double mass = problem.system().M()[at]; mass > 0) fastest_ = std::max(fastest_, std::abs(K_[at]) / mass);
  }
}

Vector CurvatureNoise::by_nodes(const Vector& r) const {
  const Layout& layout = problem_.system().layout();
  Vector out = Vector::Zero(static_cast<Eigen::Index>(layout.nodes().size()));
  for (std::size_t n = 0; n < layout.nodes().size(); ++n) {
    const Node& node = layout.node(static_cast<int>(n));
    for (int k = node.offset; k < node.offset + node_size(node.kind); ++k)
      out[static_cast<Eigen::Index>(n)] += std::abs(r[k]) * problem_.limits()[k];
  }
  return out;
}

Vector CurvatureNoise::motion_of_nodes(Vec z) const {
  const Layout& layout = problem_.system().layout();
  const auto count = static_cast<Eigen::Index>(layout.nodes().size());
  std::vector<Eigen::Index> node_of(static_cast<std::size_t>(z.size()));
  Vector moves = Vector::Zero(count);
  for (Eigen::Index n = 0; n < count; ++n) {
    const Node& node = layout.node(static_cast<int>(n));
    for (int k = node.offset; k < node.offset + node_size(node.kind); ++k) {
      node_of[static_cast<std::size_t>(k)] = n;
      moves[n] = std::max(moves[n], std::abs(z[k]) / problem_.limits()[k]);
    }
  }
  Vector out = moves;
  const SparsePattern& G = problem_.system().G_pattern();
  for (int r = 0; r < G.rows; ++r) {
    double largest = 0;
    for (int k = G.start[r]; k < G.start[r + 1]; ++k)
      largest = std::max(largest, moves[node_of[static_cast<std::size_t>(G.index[k])]]);
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) {
      double& at = out[node_of[static_cast<std::size_t>(G.index[k])]];
      at = std::max(at, largest);
    }
  }
  return out.cwiseAbs2();
}

void CurvatureNoise::take_samples() const {
  EquilibriumEval eval;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int k = 0; k < kSamples; ++k) {
    EquilibriumIterate x;
    x.q = q_;
    if (k > 0)
      for (int i = 0; i < x.q.size(); ++i)
        x.q[i] += kUnit * std::max(std::abs(q_[i]), problem_.limits()[i]) * uniform(random);
    estimate_multipliers(problem_, factor_, x);
    problem_.eval(x.q, x.lambda, factor_, kBalance | kTangentMatrix, eval);
    if (!eval.K.allFinite()) continue;
    // Multipliers of redundant constraints that the solution did not choose alike are no error: the better balance counts.
    if (k == 0) residual_ = residual_.cwiseMin(by_nodes(eval.r));
    samples_.push_back(eval.K);
  }
}

Matrix CurvatureNoise::product(const Vector& K, const Matrix& D) const {
  const SparsePattern& pattern = problem_.system().K_pattern();
  const int count = static_cast<int>(D.cols());
  Matrix out(count, count);
  std::vector<long double> column(static_cast<std::size_t>(D.rows()));
  for (int b = 0; b < count; ++b) {
    for (int i = 0; i < pattern.rows; ++i) {
      long double sum = 0;
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k)
        sum += static_cast<long double>(K[k]) * D(pattern.index[k], b);
      column[static_cast<std::size_t>(i)] = sum;
    }
    for (int a = 0; a < count; ++a) {
      long double sum = 0;
      for (int i = 0; i < pattern.rows; ++i) sum += D(i, a) * column[static_cast<std::size_t>(i)];
      out(a, b) = static_cast<double>(sum);
    }
  }
  return out;
}

Vector CurvatureNoise::bound(const Matrix& D) const {
  const int count = static_cast<int>(D.cols());
  const SparsePattern& pattern = problem_.system().K_pattern();
  if (samples_.empty()) take_samples();
  Vector scatter = Vector::Zero(count), out(count);
  const Matrix value = curvature(D);
  for (const Vector& K : samples_) scatter = scatter.cwiseMax((product(K, D) - value).diagonal().cwiseAbs());
  for (int b = 0; b < count; ++b) {
    double squares = 0;
    for (int i = 0; i < pattern.rows; ++i)
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k) {
        const double term = K_terms_[k] * D(i, b) * D(pattern.index[k], b);
        squares += term * term;
      }
    const Vector motion = motion_of_nodes(D.col(b));
    out[b] = kScatter * scatter[b] + kEntryRounding * kUnit * (std::sqrt(squares) + forces_.dot(motion)) +
             2 * residual_.cwiseProduct(motion).norm() + kShapeError * kShapeError * fastest_;
  }
  return out;
}

void CurvatureNoise::judge(const Matrix* Z, std::vector<EigenPair>& pairs) const {
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vector shape = pairs[i].shape.real();
    const Vector motion = motion_of_nodes(Z ? Vector(*Z * shape) : shape);
    const double allowed = kModeRounding * forces_.dot(motion) + 1e4 * kShapeError * kShapeError * fastest_;
    if (pairs[i].zero || std::norm(pairs[i].value) <= allowed) at.push_back(i);
  }
  if (at.empty()) return;
  Matrix shapes(pairs[at[0]].shape.size(), static_cast<int>(at.size()));
  for (int k = 0; k < shapes.cols(); ++k) shapes.col(k) = pairs[at[static_cast<std::size_t>(k)]].shape.real();
  const Matrix D = Z ? Matrix(*Z * shapes) : shapes;
  const Matrix A = curvature(D);
  const SymmetricEigen eigen = calc_symmetric_eigen(0.5 * (A + A.transpose()));
  if (!eigen.ok) return;
  const Matrix turned = D * eigen.vectors;
  const Vector noise = bound(turned);
  const Matrix values = curvature(turned);
  for (int k = 0; k < shapes.cols(); ++k) {
    EigenPair& pair = pairs[at[static_cast<std::size_t>(k)]];
    const double w2 = values(k, k);
    pair.zero = std::abs(w2) <= noise[k];
    pair.value = w2 >= 0 ? std::complex<double>(0, std::sqrt(w2)) : std::complex<double>(std::sqrt(-w2), 0);
    if (pair.zero) pair.value = 0;
    pair.shape = (shapes * eigen.vectors.col(k)).cast<std::complex<double>>();
  }
  const auto square = [](const EigenPair& p) { return -(p.value * p.value).real(); };
  std::stable_sort(pairs.begin(), pairs.end(),
                   [&](const EigenPair& a, const EigenPair& b) { return square(a) < square(b); });
}

}  // namespace invar
