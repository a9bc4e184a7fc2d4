#include "invar/equilibrium/modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "invar/equilibrium/curvature_noise.h"
#include "invar/equilibrium/internal_modes.h"
#include "invar/equilibrium/lanczos.h"
#include "invar/equilibrium/stability.h"
#include "invar/equilibrium/steady_motion.h"
#include "invar/equilibrium/tangent_basis.h"
#include "invar/system/constraint_rank.h"
#include "invar/system/memory_linearization.h"

namespace invar {

double Mode::frequency() const { return std::abs(value.imag()) / (2 * std::numbers::pi); }

double Mode::undamped_frequency() const { return value.imag() == 0 ? 0.0 : std::abs(value) / (2 * std::numbers::pi); }

double Mode::damping_ratio() const {
  const double size = std::abs(value);
  return rigid || value.real() == 0 ? 0.0 : -value.real() / size;  // no -0
}

namespace {

using Complex = std::complex<double>;

// Real parts below these parts of an eigenvalue are rounding: of matrices as given, and of coefficients by differences.
constexpr double kNoDamping = 1e-12, kNoDampingByDifferences = 1e-9;
constexpr double kConstant = 1e-8;  // change of accelerations along a steady motion, relative; differences give 1e-11

Mode make_mode(const EquilibriumProblem& problem, const Vector& M, const EigenPair& pair, Eigen::VectorXcd dq) {
  Mode mode;
  mode.value = pair.value;
  mode.rigid = pair.zero;
  // The largest component becomes real, so that the picture starts with it.
  int at = 0;
  if (dq.size() && dq.cwiseAbs().maxCoeff(&at) > 0) dq *= std::abs(dq[at]) / dq[at];
  const Layout& layout = problem.system().layout();
  const SparsePattern& pattern = problem.system().K_pattern();
  std::map<std::string, double> shares;
  double total = 0;
  for (const Node& node : layout.nodes()) {
    double energy = 0;
    for (int i = node.offset; i < node.offset + node_size(node.kind); ++i)
      for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k)
        energy += (std::conj(dq[i]) * M[k] * dq[pattern.index[k]]).real();
    shares[node.name.substr(0, node.name.find('.'))] += energy;
    total += energy;
  }
  for (const auto& [name, energy] : shares)
    if (energy > mode.share) {
      mode.share = energy;
      mode.part = name;
    }
  if (total > 0) {
    mode.share /= total;
  } else if (pair.shape.size() > dq.size()) {  // only internal variables move
    Eigen::Index k = 0;
    pair.shape.tail(layout.internals().size()).cwiseAbs().maxCoeff(&k);
    mode.part = layout.internals()[static_cast<std::size_t>(k)].owner;
    mode.share = 1;
  }
  mode.real = dq.real();
  mode.imaginary = dq.imag();
  const double size = problem.step_measure(dq.cwiseAbs());
  if (size > 0) {
    mode.real /= size;
    mode.imaginary /= size;
  }
  return mode;
}

// Rigid ones first, then the wanted number of the others.
void choose(const EquilibriumProblem& problem, const Vector& M, const std::vector<EigenPair>& pairs, const Matrix* Z,
            int number, ModesReport& report, double no_damping = kNoDamping) {
  int others = 0;
  report.total = static_cast<int>(pairs.size());
  for (const EigenPair& pair : pairs) {
    if (pair.zero) ++report.rigid;
    if (!pair.zero && number > 0 && others++ >= number) continue;
    report.modes.push_back(make_mode(
        problem, M, pair, Z ? Eigen::VectorXcd(Z->cast<Complex>() * pair.shape.head(Z->cols())) : pair.shape));
    Complex& s = report.modes.back().value;
    if (std::abs(s.real()) <= no_damping * std::abs(s)) s.real(0);
  }
  std::stable_partition(report.modes.begin(), report.modes.end(), [](const Mode& mode) { return mode.rigid; });
}

struct Matrices {
  PointEval eval;
  Vector M;
  State at;  // with internal variables at rest
  bool damped = false, spinning = false, symmetric = true;
};

Matrices evaluate(const EquilibriumProblem& problem, Vec q, Vec lambda, const Vector& z) {
  Matrices m;
  const AssembledSystem& system = problem.system();
  m.at.t = problem.t0();
  m.at.q = q;
  m.at.v.setZero(q.size());
  m.spinning = !problem.spin().is_zero();
  if (m.spinning) problem.spin().calc_velocity(q, m.at.v);
  m.at.inputs.u = problem.inputs();
  m.at.z = z.size() == system.internals() ? z : calc_internals_at_rest(system, m.at);
  system.eval(m.at, lambda, kStiffness | kVelocity, m.eval);
  m.M = calc_mass(system, {problem.t0(), q});
  m.damped = !m.eval.C.isZero(0) || system.internals() > 0;
  const SparsePattern& K = system.K_pattern();
  double skew_part = 0;
  for (int i = 0; i < K.rows; ++i)
    for (int k = K.start[i]; k < K.start[i + 1]; ++k)
      skew_part = std::max(skew_part, std::abs(m.eval.K[k] - m.eval.K[K.position(K.index[k], i)]));
  m.symmetric = skew_part <= 1e-10 * m.eval.K.cwiseAbs().maxCoeff();
  return m;
}

// M B, K_eff B, C_eff B for columns B.
Matrix multiply(const SparsePattern& pattern, const Vector& values, const Matrix& B) {
  Matrix out = Matrix::Zero(B.rows(), B.cols());
  for (int i = 0; i < pattern.rows; ++i)
    for (int k = pattern.start[i]; k < pattern.start[i + 1]; ++k)
      if (values[k] != 0) out.row(i) += values[k] * B.row(pattern.index[k]);
  return out;
}

void project(const EquilibriumProblem& problem, const Matrices& m, const Matrix& Z, Matrix& M, Matrix& C, Matrix& K,
             Matrix& terms) {
  const AssembledSystem& system = problem.system();
  const SparsePattern& pattern = system.K_pattern();
  Matrix KZ = multiply(pattern, m.eval.K, Z), CZ = multiply(pattern, m.eval.C, Z);
  M = Z.transpose() * multiply(pattern, m.M, Z);
  terms = Z.cwiseAbs().transpose() * multiply(pattern, m.eval.K.cwiseAbs(), Z.cwiseAbs());
  if (m.spinning) {
    Matrix SZ(Z.rows(), Z.cols()), SSZ(Z.rows(), Z.cols());
    Vector rate;
    for (int k = 0; k < Z.cols(); ++k) {
      problem.spin().calc_rate(Z.col(k), rate);
      SZ.col(k) = rate;
      problem.spin().calc_rate(SZ.col(k), rate);
      SSZ.col(k) = rate;
    }
    KZ += multiply(pattern, m.M, SSZ) + multiply(pattern, m.eval.C, SZ);
    CZ += 2 * multiply(pattern, m.M, SZ);
  }
  C = Z.transpose() * CZ;
  K = Z.transpose() * KZ;
}

InternalPart project_internals(const EquilibriumProblem& problem, const Matrices& m, const Matrix& Z) {
  const MemoryLinearization d = linearize_memories(problem.system().assembly(), m.at);
  return {Z.transpose() * d.Q_z, d.f_q * Z, d.f_v * Z, d.f_z};
}

bool solve(const Matrices& m, const Matrix& M, const Matrix& C, const Matrix& K, const Matrix& terms,
           std::vector<EigenPair>& pairs, const ZeroJudge& judge) {
  if (!m.damped && !m.spinning && m.symmetric) return solve_conservative(M, K, pairs, &terms, judge);
  return solve_general(M, C, K, pairs, &terms, judge);
}

// Lowest undamped modes of a large system; the shift is lowered until nothing lies below it, and the number raised until
// `wanted` of them are not rigid.
LanczosReport find_sparse(const EquilibriumProblem& problem, const Matrices& m, int wanted, int freedoms,
                          const ZeroJudge& judge) {
  Vector K = m.eval.K;
  problem.spin().add_stiffness(problem.system(), 1, K);
  const SparsePattern& pattern = problem.system().K_pattern();
  double scale = 0;
  for (int i = 0; i < pattern.rows; ++i) {
    const int at = pattern.position(i, i);
    if (const double mass = m.M[at]; mass > 0) scale = std::max(scale, std::abs(K[at]) / mass);
  }
  if (!(scale > 0)) scale = 1;
  LanczosReport report, best;
  int count = wanted + 7;
  for (const double relative : {1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4}) {
    const double shift = relative * scale;
    for (;; count *= 2) {
      report = find_lowest_modes(problem.system(), m.M, K, m.eval.G, count, -shift, freedoms);
      if (!report.ok) break;
      judge(report.pairs);
      int others = 0;
      for (const EigenPair& pair : report.pairs) others += !pair.zero;
      if (others >= wanted || static_cast<int>(report.pairs.size()) < count || count >= freedoms) break;
    }
    if (!report.ok) continue;
    const double lowest = -(report.pairs.front().value * report.pairs.front().value).real();
    if (!(lowest > -0.5 * shift)) continue;
    if (static_cast<int>(report.pairs.size()) >= std::min(count, freedoms)) return report;
    // Rigid motions that a small shift enlarges hide others: a larger one shows them, if there are more.
    if (!best.ok || report.pairs.size() > best.pairs.size()) best = report;
  }
  return best;
}

// Internal variables have eigenvalues of their own, which only the dense solution about a state at rest looks for.
Status refuse_internals(const MechanicalSystem& system, const char* where) {
  if (system.internals() == 0) return {};
  return {StatusCode::kModelError,
          fmt::format("modes {} do not treat internal variables of forces ({}); run the model and look "
                      "at its motion instead",
                      where, system.layout().internals()[0].full_name())};
}

}  // namespace

ModesReport find_modes(const EquilibriumProblem& problem, Vec q, Vec lambda, const ModesOptions& options) {
  ModesReport report;
  const AssembledSystem& system = problem.system();
  if (!problem.spin().is_zero() && (report.status = refuse_internals(system, "about a spin"), !report.status.ok()))
    return report;
  if (!problem.spin().is_zero() && !problem.spin().turns_all()) {
    report.status = {StatusCode::kModelError,
                     "modes of a spinning part on a support that does not spin have coefficients that change with its "
                     "angle; take the support away, or let everything spin"};
    return report;
  }
  const Matrices m = evaluate(problem, q, lambda, options.z);
  report.kind = m.spinning ? "spinning" : m.damped ? "damped" : m.symmetric ? "conservative" : "circulatory";
  std::vector<EigenPair> pairs;
  Matrix M, C, K, terms, Z;
  const auto judge = [&](std::vector<EigenPair>& found) {
    CurvatureNoise(problem, q, lambda, 1).judge(Z.size() ? &Z : nullptr, found);
  };
  if (!options.sparse && system.coordinates() - system.rows() <= kDenseFreedoms) {
    Z = calc_freedoms(system, problem.t0(), q);
    report.freedoms = static_cast<int>(Z.cols());
    if (report.freedoms == 0) return report;
    project(problem, m, Z, M, C, K, terms);
    if (system.internals() > 0 ? !solve_with_internals(M, C, K, project_internals(problem, m, Z), terms, pairs)
                               : !solve(m, M, C, K, terms, pairs, judge)) {
      report.status = {StatusCode::kSingular, "some degree of freedom has neither mass nor stiffness"};
      return report;
    }
    choose(problem, m.M, pairs, &Z, options.number, report);
    return report;
  }
  if (report.status = refuse_internals(system, "of large models"); !report.status.ok()) return report;
  report.freedoms = find_rank(system, problem.t0(), q).freedoms;
  if (report.freedoms == 0) return report;
  const bool general = m.damped || m.spinning || !m.symmetric;
  const int wanted = options.number > 0 ? options.number : 100;
  const LanczosReport lowest = find_sparse(problem, m, general ? 3 * wanted + 13 : wanted, report.freedoms, judge);
  if (!lowest.ok) {
    report.status = {StatusCode::kNotConverged, "the lowest modes were not found"};
    return report;
  }
  if (!general) {
    choose(problem, m.M, lowest.pairs, nullptr, wanted, report);
    return report;
  }
  Z.resize(system.coordinates(), static_cast<int>(lowest.pairs.size()));
  for (int k = 0; k < Z.cols(); ++k) Z.col(k) = lowest.pairs[k].shape.real();
  project(problem, m, Z, M, C, K, terms);
  if (!solve(m, M, C, K, terms, pairs, judge)) {
    report.status = {StatusCode::kSingular, "in the space of the lowest modes"};
    return report;
  }
  if (Z.cols() < report.freedoms)
    report.notes.push_back(fmt::format("damping and spin act in the space of the {} lowest undamped modes", Z.cols()));
  choose(problem, m.M, pairs, &Z, wanted, report);
  return report;
}

ModesReport find_steady_modes(const EquilibriumProblem& problem, const State& s, const ModesOptions& options) {
  ModesReport report;
  report.kind = "steady motion";
  if (report.status = refuse_internals(problem.system(), "about a motion"); !report.status.ok()) return report;
  const SteadyMotion motion = linearize_steady_motion(problem.system(), s, options.axes_spin);
  report.status = motion.status;
  if (!report.status.ok()) return report;
  report.freedoms = motion.velocities;
  if (motion.positions + motion.velocities == 0) return report;
  if (motion.unsteady > kConstant)
    report.notes.push_back(
        fmt::format("the motion is not steady (accelerations of {:.1e} of the largest): the eigenvalues are those of "
                    "coefficients frozen at the start",
                    motion.unsteady));
  else if (motion.not_constant > kConstant)
    report.notes.emplace_back("the coefficients change along the motion: the eigenvalues are those of the start");
  report.imbalance = motion.unsteady;
  report.changing = motion.not_constant > kConstant;
  // Below the errors of the coefficients every frequency would count as zero.
  if (const double fastest = motion.J.size() ? motion.J.cwiseAbs().maxCoeff() : 0;
      motion.slowest > 0 && motion.slowest < 3 * kFirstOrderZero * fastest) {
    report.status = {
        StatusCode::kSingular,
        fmt::format("the frequencies of the moving start reach from {:.1e} to {:.1e} rad/s, too far apart for "
                    "its coefficients by differences; linearize about a spin (`spin`) or at rest",
                    motion.slowest, fastest)};
    return report;
  }
  const Matrix& Z = motion.shapes;
  std::vector<EigenPair> pairs = solve_first_order(motion.J);
  for (EigenPair& pair : pairs) pair.shape = pair.shape.head(motion.positions).eval();
  choose(problem, calc_mass(problem.system(), s), pairs, &Z, options.number, report, kNoDampingByDifferences);
  return report;
}

}  // namespace invar
