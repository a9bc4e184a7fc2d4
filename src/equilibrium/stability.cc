#include "invar/equilibrium/stability.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

#include "invar/equilibrium/curvature_noise.h"
#include "invar/equilibrium/lanczos.h"
#include "invar/equilibrium/tangent_basis.h"
#include "invar/math/dense_eigen.h"
#include "invar/solve/constrained_solver.h"
#include "invar/system/constraint_rank.h"

namespace invar {

const char* name(Stability stability) {
  switch (stability) {
    case Stability::kStable:
      return "stable";
    case Stability::kNeutral:
      return "neutral";
    case Stability::kUnstable:
      return "unstable";
    case Stability::kUnknown:
      break;
  }
  return "not determined";
}

namespace {

constexpr double kFlutter = 1e-9;  // imaginary part of 1/w2, relative to the largest 1/w2
constexpr int kWantedModes = 10;   // of a large system

// A shift below all modes: stiffness over mass is bounded by the sum of the rows. Small ones first, because they give the
// fastest convergence; one is good if nothing lies below it, and the lowest mode found well above it.
StabilityReport find_sparse(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor, const Vector& M,
                            const EquilibriumEval& eval) {
  StabilityReport report;
  const MechanicalSystem& system = problem.system();
  report.freedoms = find_rank(system, problem.t0(), q).freedoms;
  if (report.freedoms == 0) {
    report.kind = Stability::kStable;
    return report;
  }
  double largest = 0;
  for (int i = 0; i < system.coordinates(); ++i) {
    const int at = system.K_pattern().position(i, i);
    if (M[at] > 0) largest = std::max(largest, std::abs(eval.K[at]) / M[at]);
  }
  for (const double relative : {1e-9, 1e-6, 1e-3, 1.0, 1e3}) {
    const double shift = relative * largest;
    LanczosReport modes = find_lowest_modes(system, M, eval.K, eval.G, kWantedModes, -shift, report.freedoms);
    if (!modes.ok) continue;
    // Rigid motions that a small shift enlarges hide others.
    if (static_cast<int>(modes.pairs.size()) < std::min(kWantedModes, report.freedoms) && relative < 1) continue;
    CurvatureNoise(problem, q, lambda, factor).judge(nullptr, modes.pairs);
    const EigenPair& first = modes.pairs.front();
    const double w2 = -(first.value * first.value).real();
    if (w2 < -0.5 * shift) continue;
    report.lowest = w2;
    for (const EigenPair& pair : modes.pairs) {
      report.neutral += pair.zero;
      report.negative += !pair.zero && pair.value.real() > 0;
    }
    report.direction = first.shape.real();
    report.kind = report.negative ? Stability::kUnstable : report.neutral ? Stability::kNeutral : Stability::kStable;
    return report;
  }
  return report;
}

// Forces without an energy (follower loads, tyres) make the stiffness unsymmetric: W z'' + K z = 0 is stable if all w2 of
// K z = w2 W z are positive and real; complex ones flutter. Directions without stiffness (a vehicle on a level road) are
// taken out first: with A = L^-1 K L^-T, W = L L^T, and an orthonormal basis (V0, V1) of which A V0 = 0,
//   A ~ ((0, V0^T A V1), (0, V1^T A V1)),
// so that the other w2 are those of V1^T A V1.
StabilityReport find_circulatory(const Matrix& W, const Matrix& K, const Matrix& terms, const Matrix& Z,
                                 const CurvatureNoise& noise) {
  StabilityReport report;
  report.freedoms = static_cast<int>(K.rows());
  const Eigen::LLT<Matrix> llt(W);
  if (llt.info() != Eigen::Success) return report;
  Matrix A = llt.matrixL().solve(K);
  A = llt.matrixL().solve(A.transpose()).transpose().eval();
  Matrix basis = llt.matrixU().solve(Matrix(Matrix::Identity(K.rows(), K.cols())));  // freedoms by what is left
  while (A.rows() > 0) {
    const SingularDirections svd = calc_singular_directions(A);
    const int n = static_cast<int>(A.rows());
    int rank = n;
    for (; rank > 0; --rank) {
      const Vector z = basis * svd.V.col(rank - 1), size = z.cwiseAbs();
      const double value = svd.values[rank - 1];
      if (value > kModeRounding * size.dot(terms * size) || value > noise.bound(Z * z)[0]) break;
    }
    if (rank == n) break;
    // What is singular only after the first round feels a force from the rest: it may drift, but does not lie still.
    if (report.neutral == 0) report.neutral_directions = Z * (basis * svd.V.rightCols(n - rank));
    report.neutral += n - rank;
    const Matrix V = svd.V.leftCols(rank);
    A = (V.transpose() * A * V).eval();
    basis = (basis * V).eval();
  }
  report.kind = report.neutral ? Stability::kNeutral : Stability::kStable;
  if (A.rows() == 0) return report;
  const GeneralEigen eigen = calc_general_eigen(A.inverse());  // theta = 1/w2: the soft ones are accurate
  const double largest = eigen.values.cwiseAbs().maxCoeff();
  int worst = 0;
  for (int i = 0; i < A.rows(); ++i) {
    const std::complex<double> theta = eigen.values[i];
    if (std::abs(theta) < 1e-11 * largest) continue;  // stiff beyond rounding
    // Stiff motions that are alike come out complex by rounding, which is that of the softest.
    const bool flutters = std::abs(theta.imag()) > std::max(1e-6 * std::abs(theta), kFlutter * largest);
    if (theta.real() < 0 || flutters) {
      ++report.negative;
      worst = i;
    }
    const double w2 = (1.0 / theta).real();
    if (i == 0 || w2 < report.lowest) report.lowest = w2;
  }
  if (report.neutral && report.lowest > 0) report.lowest = 0;
  report.direction = Z * (basis * eigen.vectors.col(worst).real());
  if (report.negative) report.kind = Stability::kUnstable;
  return report;
}

}  // namespace

StabilityReport find_stability(const EquilibriumProblem& problem, Vec q, Vec lambda, double factor) {
  StabilityReport report;
  const AssembledSystem& system = problem.system();
  EquilibriumEval eval;
  problem.eval(q, lambda, factor, kTangentMatrix, eval);
  const Vector M = calc_mass(system, {problem.t0(), q});
  if (system.coordinates() - system.rows() > kDenseFreedoms) return find_sparse(problem, q, lambda, factor, M, eval);
  const Matrix Z = calc_freedoms(system, problem.t0(), q);
  report.freedoms = static_cast<int>(Z.cols());
  report.kind = Stability::kStable;
  if (report.freedoms == 0) return report;
  // Something on massless freedoms, so that their stiffness is judged too.
  const Matrix mass = dense_matrix(system.K_pattern(), calc_invertible_mass(system, M, 1e-3));
  const Matrix W = Z.transpose() * mass * Z;
  const Matrix K = Z.transpose() * dense_matrix(system.K_pattern(), eval.K) * Z;
  const Matrix terms = Z.cwiseAbs().transpose() * dense_matrix(system.K_pattern(), eval.K_terms) * Z.cwiseAbs();
  if ((K - K.transpose()).norm() > 1e-9 * K.norm()) {
    // Flutter depends on the mass: what is lent here must not count.
    const Matrix true_mass = dense_matrix(system.K_pattern(), calc_invertible_mass(system, 1e-9));
    report = find_circulatory(Z.transpose() * true_mass * Z, K, terms, Z, CurvatureNoise(problem, q, lambda, factor));
    report.circulatory = true;
    if (report.neutral > 0) report.neutral_forms = mass * report.neutral_directions;
    return report;
  }
  std::vector<EigenPair> pairs;
  const auto judge = [&](std::vector<EigenPair>& found) {
    CurvatureNoise(problem, q, lambda, factor).judge(&Z, found);
  };
  if (!solve_conservative(W, 0.5 * (K + K.transpose()), pairs, &terms, judge)) {
    report.kind = Stability::kUnknown;
    return report;
  }
  report.neutral_directions.resize(Z.rows(), Z.cols());
  for (const EigenPair& pair : pairs) {
    if (pair.zero) report.neutral_directions.col(report.neutral++) = Z * pair.shape.real();
    report.negative += !pair.zero && pair.value.real() > 0;
  }
  report.neutral_directions.conservativeResize(Eigen::NoChange, report.neutral);
  report.neutral_forms = mass * report.neutral_directions;
  report.lowest = -(pairs.front().value * pairs.front().value).real();
  report.direction = Z * pairs.front().shape.real();
  if (report.negative) report.kind = Stability::kUnstable;
  if (!report.negative && report.neutral) report.kind = Stability::kNeutral;
  return report;
}

}  // namespace invar
