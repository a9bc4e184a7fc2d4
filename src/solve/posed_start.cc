#include "invar/solve/posed_start.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "invar/solve/bordered_kkt.h"
#include "invar/solve/kkt.h"
#include "invar/solve/node_mass.h"
#include "invar/system/coordinate_scale.h"

namespace invar {

namespace {

// All relative to the sizes of coordinates (system/coordinate_scale.h):
constexpr double kLongestStep = 0.2;  // of a target, in one part of the walk
constexpr double kTooFar = 0.4;       // first correction of a part above which it is divided
constexpr double kLongestMove = 0.5;  // one correction
constexpr double kOnTheWay = 1e-9;    // residual with which the walk goes on
constexpr double kNothingLeft = 1e-16;
constexpr double kFulfilled = 1e-9;
constexpr double kShortestPart = 1e-7;
constexpr int kIterations = 40;
// Compliances relative to what the coordinates yield: a free number gives way to all that must hold, and to nothing else.
constexpr double kFreeCompliance = 1e-3;
constexpr double kAnchor = 1e4;
// Square of the part of a gradient that constraints and the rows before it leave, relative to all of it.
constexpr double kDependent = 1e-8;

// What positions and velocities have in common: rows, their derivatives, and which of them depend on others.
class StartSolver {
 public:
  StartSolver(const MechanicalSystem& system, StartRows& rows, const State& s)
      : system_(system),
        rows_(rows),
        scale_(calc_coordinate_scales(system.layout(), calc_extent(system.layout(), s.q))),
        kkt_(system, columns(rows)),
        lambda_(Vector::Zero(system.rows())),
        out_(static_cast<std::size_t>(rows.count()), 0) {
    C_.resize(static_cast<std::size_t>(rows.count()));
  }

 protected:
  static std::vector<std::vector<int>> columns(const StartRows& rows) {
    std::vector<std::vector<int>> all;
    for (int i = 0; i < rows.count(); ++i) all.push_back(rows.coordinates(i));
    return all;
  }
  int count() const { return rows_.count(); }

  void read_gradients() {
    for (int i = 0; i < count(); ++i)
      if (!out_[i]) rows_.calc_gradient(i, C_[i]);
  }
  // sum of C_j^2 / A_jj: how far the row yields to a unit force.
  double calc_mobility(int i, const Vector& A) const {
    const SparsePattern& K = system_.K_pattern();
    double heaviest = 0, sum = 0;
    const auto& at = rows_.coordinates(i);
    for (const int j : at) heaviest = std::max(heaviest, std::abs(A[K.position(j, j)]));
    for (std::size_t k = 0; k < at.size(); ++k) {
      const double c = C_[i][static_cast<Eigen::Index>(k)];
      sum += c * c / std::max({std::abs(A[K.position(at[k], at[k])]), 1e-3 * heaviest, 1e-300});
    }
    return sum;
  }
  // How much a row changes where its coordinates change by their size.
  double calc_row_size(int i) const {
    double size = 0;
    const auto& at = rows_.coordinates(i);
    for (std::size_t k = 0; k < at.size(); ++k)
      size = std::max(size, std::abs(C_[i][static_cast<Eigen::Index>(k)]) * scale_[at[k]]);
    return size > 0 ? size : 1;
  }
  double measure(const Vector& dq) const { return dq.size() ? dq.cwiseQuotient(scale_).cwiseAbs().maxCoeff() : 0.0; }
  Vector calc_G_sizes() const {
    const SparsePattern& G = system_.G_pattern();
    Vector sizes = Vector::Zero(G.rows);
    for (int r = 0; r < G.rows; ++r) {
      for (int at = G.start[r]; at < G.start[r + 1]; ++at)
        sizes[r] = std::max(sizes[r], std::abs(eval_.G[at]) * scale_[G.index[at]]);
      if (!(sizes[r] > 0)) sizes[r] = 1;
    }
    return sizes;
  }

  // Which of the rows `candidates`, in their order, depend on the constraints and on those before them, in the metric A.
  // eval_.G and C_ are those of the point.
  std::vector<int> find_dependent(const std::vector<int>& candidates, const Vector& A,
                                  const std::vector<char>& G_is_out) {
    std::vector<char> all_out(static_cast<std::size_t>(count()), 1);
    const Vector none = Vector::Zero(count());
    if (!kkt_.factor(A, {eval_.G, E_G_, C_, none, G_is_out, all_out})) return {};
    std::vector<Vector> z;
    for (const int i : candidates) {
      Vector r_f = Vector::Zero(system_.coordinates()), r_c = Vector::Zero(system_.rows()), x, dx;
      const auto& at = rows_.coordinates(i);
      for (std::size_t k = 0; k < at.size(); ++k) r_f[at[k]] = -C_[i][static_cast<Eigen::Index>(k)];
      kkt_.solve(r_f, r_c, none, x, dl_, dm_);
      r_f.setZero();
      for (int refine = 0; refine < 3; ++refine) {  // because of the regularization
        calc_G_product(x, G_is_out, r_c);
        kkt_.solve(r_f, r_c, none, dx, dl_, dm_);
        x += dx;
      }
      z.push_back(x);
    }
    const auto count = static_cast<Eigen::Index>(candidates.size());
    Matrix S(count, count);
    for (Eigen::Index a = 0; a < count; ++a)
      for (Eigen::Index b = 0; b < count; ++b) {
        const int i = candidates[static_cast<std::size_t>(a)];
        const auto& at = rows_.coordinates(i);
        double sum = 0;
        for (std::size_t k = 0; k < at.size(); ++k)
          sum += C_[i][static_cast<Eigen::Index>(k)] * z[static_cast<std::size_t>(b)][at[k]];
        S(a, b) = sum;
      }
    std::vector<int> dependent;
    for (Eigen::Index a = 0; a < count; ++a) {  // elimination in the given order
      const int i = candidates[static_cast<std::size_t>(a)];
      if (!(S(a, a) > kDependent * calc_mobility(i, A))) {
        dependent.push_back(i);
        continue;
      }
      for (Eigen::Index b = a + 1; b < count; ++b)
        S.row(b).tail(count - a) -= S(b, a) / S(a, a) * S.row(a).tail(count - a);
    }
    return dependent;
  }
  void calc_G_product(const Vector& x, const std::vector<char>& G_is_out, Vector& r) const {
    r.setZero(system_.rows());
    add_product(system_.G_pattern(), eval_.G, x, r);
    for (std::size_t i = 0; i < G_is_out.size(); ++i)
      if (G_is_out[i]) r[static_cast<Eigen::Index>(i)] = 0;
  }

  const MechanicalSystem& system_;
  StartRows& rows_;
  Vector scale_;
  BorderedKkt kkt_;
  Vector lambda_, E_G_, dl_, dm_;
  std::vector<Vector> C_;
  std::vector<char> out_;  // rows that are not asked for
  PointEval eval_;
};

class PoseSolver final : private StartSolver {
 public:
  PoseSolver(const MechanicalSystem& system, StartRows& rows, const std::vector<StartWish>& wishes,
             const std::vector<int>& anchors, const State& s)
      : StartSolver(system, rows, s), wishes_(wishes), t_(s.t), v_(s.v), q_given_(s.q) {
    const SparsePattern& K = system.K_pattern();
    l_.setZero(system.rows());
    m_.setZero(count());
    W_.setZero(K.nonzeros());
    anchor_.setZero(system.coordinates());
    for (const int i : anchors) anchor_[i] = kAnchor / (scale_[i] * scale_[i]);
    for (int i = 0; i < system.coordinates(); ++i) W_[K.position(i, i)] = 1 / (scale_[i] * scale_[i]) + anchor_[i];
    rows_.look_at(s.q);
    for (int i = 0; i < count(); ++i) {
      target_.push_back(rows_.value(i));
      if (wishes[i].role != StartRole::kFree) out_[i] = 1;
      if (wishes[i].system_row < 0) continue;
      if (G_is_out_.empty()) G_is_out_.resize(static_cast<std::size_t>(system.rows()), 0);
      G_is_out_[wishes[i].system_row] = 1;
    }
  }

  PoseReport solve(State& s) {
    PoseReport report;
    Vector q = s.q;
    if (converge(q, true) != Outcome::kDone) {
      report.assembled = false;
      return report;
    }
    std::vector<int> wanted;
    for (const StartRole role : {StartRole::kDriven, StartRole::kGiven})
      for (int i = 0; i < count(); ++i)
        if (wishes_[i].role == role) wanted.push_back(i);
    // All at once; where that leads out of reach, one after the other.
    const Vector q_start = q;
    const std::vector<char> out_start = out_;
    const std::vector<double> target_start = target_;
    if (!walk(q, wanted, report)) {
      out_ = out_start;
      target_ = target_start;
      report.implied.clear();
      l_.setZero();
      m_.setZero();
      q = q_start;
      for (const int i : wanted) {
        const bool ok = walk(q, {i}, report);
        if (ok) continue;
        blame(i, q, false, report);
        s.q = q;
        return report;
      }
    }
    // What was left out on the way may be free now: it depended in a singular position, or the motion has changed.
    const std::vector<int> left_out = report.implied;
    rows_.look_at(q);
    for (const int i : left_out)
      if (std::abs(calc_miss(i, wishes_[i].target)) > kFulfilled) {
        std::erase(report.implied, i);
        walk(q, {i}, report);
        rows_.look_at(q);
      }
    // Rows of drives take the place of what stood for them.
    G_is_out_.clear();
    for (int i = 0; i < count(); ++i)
      if (wishes_[i].role == StartRole::kDriven) out_[i] = 1;
    Outcome outcome = converge(q, true);
    // The last digits without the springs, whose forces times the rounding of derivatives are in the way.
    for (int i = 0; i < count(); ++i)
      if (wishes_[i].role == StartRole::kFree) out_[i] = 1;
    l_.setZero();
    m_.setZero();
    if (outcome == Outcome::kDone) outcome = converge(q, true);
    s.q = q;
    if (outcome != Outcome::kDone) {
      report.assembled = false;
      s.q = q_given_;
      return report;
    }
    std::fill(out_.begin(), out_.end(), 0);
    rows_.look_at(q);
    read_gradients();
    for (const int i : wanted)
      if (std::abs(calc_miss(i, wishes_[i].target)) > kFulfilled * calc_row_size(i)) {
        blame(i, q, true, report);
        break;
      }
    return report;
  }

 private:
  enum class Outcome { kDone, kFar, kStuck };

  double calc_miss(int i, double target) {
    const double miss = rows_.value(i) - target;
    return wishes_[i].is_angle ? std::remainder(miss, 2 * std::numbers::pi) : miss;
  }
  bool is_hard(int i) const { return !out_[i] && wishes_[i].role != StartRole::kFree; }

  void blame(int i, const Vector& q, bool depends, PoseReport& report) {
    rows_.look_at(q);
    report.blamed = i;
    report.depends = depends;
    report.reached = wishes_[i].target + calc_miss(i, wishes_[i].target);
  }

  // Residuals at q, and the largest of those that must vanish relative to the size of its row.
  double eval_residuals(const Vector& q, Vector& c, Vector& e, double& merit) {
    system_.eval({t_, q, v_}, lambda_, kPosition, eval_);
    c = eval_.Phi;
    for (std::size_t r = 0; r < G_is_out_.size(); ++r)
      if (G_is_out_[r]) c[static_cast<Eigen::Index>(r)] = 0;
    rows_.look_at(q);
    e.setZero(count());
    for (int i = 0; i < count(); ++i)
      if (!out_[i]) e[i] = calc_miss(i, target_[i]);
    double size = 0, sum = 0;
    const auto note = [&](double x) {
      size = std::isfinite(x) ? std::max(size, std::abs(x)) : INFINITY;
      sum += x * x;
    };
    for (Eigen::Index r = 0; r < c.size(); ++r) note(c[r] / G_size_[r]);
    for (int i = 0; i < count(); ++i)
      if (is_hard(i)) note(e[i] / C_size_[i]);
    merit = std::sqrt(sum);
    return size;
  }

  bool factor_at(const Vector& q) {
    system_.eval({t_, q, v_}, lambda_, kVelocity, eval_);
    rows_.look_at(q);
    read_gradients();
    calc_regularization(system_, W_, eval_.G, kRegularization, E_G_);
    Vector E_C = Vector::Zero(count());
    for (int i = 0; i < count(); ++i)
      if (!out_[i]) E_C[i] = std::max(calc_mobility(i, W_), 1e-300) * (is_hard(i) ? kRegularization : kFreeCompliance);
    return kkt_.factor(W_, {eval_.G, E_G_, C_, E_C, G_is_out_, out_});
  }

  // What the rows that must hold exert against free numbers and anchors.
  void add_held_forces(Vector& r_f) const {
    Vector l = l_;
    for (std::size_t r = 0; r < G_is_out_.size(); ++r)
      if (G_is_out_[r]) l[static_cast<Eigen::Index>(r)] = 0;
    add_transpose_product(system_.G_pattern(), eval_.G, l, r_f);
    for (int i = 0; i < count(); ++i) {
      if (!is_hard(i)) continue;
      const auto& at = rows_.coordinates(i);
      for (std::size_t k = 0; k < at.size(); ++k) r_f[at[k]] += m_[i] * C_[i][static_cast<Eigen::Index>(k)];
    }
  }

  // Gauss-Newton for the present targets. At the end of a walk all digits are wanted, and free numbers at their best.
  Outcome converge(Vector& q, bool all_digits) {
    Vector r_f, c, e, dq, q_try, c_try, e_try;
    double merit = 0, size = 0;
    for (int iteration = 0; iteration < kIterations; ++iteration) {
      if (!factor_at(q)) return Outcome::kStuck;
      G_size_ = calc_G_sizes();
      C_size_.setOnes(count());
      for (int i = 0; i < count(); ++i)
        if (!out_[i]) C_size_[i] = calc_row_size(i);
      size = eval_residuals(q, c, e, merit);
      if (!std::isfinite(size)) return Outcome::kStuck;
      r_f = anchor_.cwiseProduct(q - q_given_);
      add_held_forces(r_f);
      kkt_.solve(r_f, c, e, dq, dl_, dm_);
      const double largest = measure(dq);
      if (!std::isfinite(largest)) return Outcome::kStuck;
      if (!all_digits && iteration == 0 && largest > kTooFar) return Outcome::kFar;
      if (!all_digits && size < kOnTheWay && iteration > 0) return Outcome::kDone;
      if (size < kNothingLeft && largest < 1e-14) return Outcome::kDone;
      double factor = largest > kLongestMove ? kLongestMove / largest : 1.0, merit_try = 0, size_try = 0;
      bool better = false;
      for (int halving = 0; halving < 10; ++halving, factor *= 0.5) {
        q_try = q + factor * dq;
        size_try = eval_residuals(q_try, c_try, e_try, merit_try);
        better = merit_try < merit || size_try < kOnTheWay;  // below, multipliers settle
        if (better || size < kOnTheWay) break;
      }
      if (!better) break;
      const bool settled = size_try < 1e-12 && size_try >= 0.5 * size && largest < 1e-13;
      q = q_try;
      l_ += factor * dl_;
      for (int i = 0; i < count(); ++i)
        if (is_hard(i)) m_[i] += factor * dm_[i];
      size = size_try;
      if (settled) break;
    }
    return size < kOnTheWay ? Outcome::kDone : Outcome::kStuck;
  }

  // Moves the targets of these rows from their present values to those wanted, (W1). False where that is out of reach: q is
  // then the farthest place found.
  bool walk(Vector& q, const std::vector<int>& moving, PoseReport& report) {
    std::vector<double> from(static_cast<std::size_t>(count())), wanted = from;
    std::vector<int> on = moving;
    rows_.look_at(q);
    for (const int i : moving) {
      out_[i] = 0;
      from[i] = rows_.value(i);
      wanted[i] = wishes_[i].target;
    }
    read_gradients();
    const auto calc_longest_part = [&] {
      double longest = 1;
      for (const int i : on)
        longest = std::min(longest, kLongestStep * calc_row_size(i) / (std::abs(wanted[i] - from[i]) + 1e-300));
      return longest;
    };
    double part = calc_longest_part();
    for (double s = 0; s < 1;) {
      part = std::min({part, calc_longest_part(), 1 - s});
      for (const int i : moving) target_[i] = s + part >= 1 ? wanted[i] : from[i] + (s + part) * (wanted[i] - from[i]);
      Vector q_try = q;
      const Vector l = l_, m = m_;
      const Outcome outcome = converge(q_try, false);
      if (outcome == Outcome::kDone) {
        q = q_try;
        s += part;
        part *= 2;
        ++report.steps;
        continue;
      }
      l_ = l;
      m_ = m;
      if (outcome == Outcome::kStuck && leave_out_dependent(q, report)) {
        std::erase_if(on, [&](int i) { return out_[i] != 0; });
        continue;
      }
      part /= 2;
      if (part < kShortestPart) return false;
    }
    return true;
  }

  // Rows that follow from others at q: whether they contradict is seen at the end.
  bool leave_out_dependent(const Vector& q, PoseReport& report) {
    std::vector<int> candidates;
    for (const StartRole role : {StartRole::kDriven, StartRole::kGiven})
      for (int i = 0; i < count(); ++i)
        if (!out_[i] && wishes_[i].role == role) candidates.push_back(i);
    if (!factor_at(q)) return false;
    const std::vector<int> dependent = find_dependent(candidates, W_, G_is_out_);
    for (const int i : dependent) {
      out_[i] = 1;
      report.implied.push_back(i);
    }
    return !dependent.empty();
  }

  const std::vector<StartWish>& wishes_;
  double t_;
  Vector v_, q_given_, W_, anchor_, G_size_, C_size_;
  Vector l_, m_;  // multipliers
  std::vector<double> target_;
  std::vector<char> G_is_out_;
};

class RateSolver final : private StartSolver {
 public:
  RateSolver(const MechanicalSystem& system, StartRows& rows, const std::vector<double>& targets, const State& s)
      : StartSolver(system, rows, s), targets_(targets) {}

  PoseReport solve(State& s) {
    PoseReport report;
    std::vector<int> all;
    for (int i = 0; i < count(); ++i) all.push_back(i);
    Vector A = (system_.has_variable_mass() ? calc_mass(system_, s) : system_.M()) + calc_mass_regularization(system_);
    const std::vector<char> none;
    const Vector v_given = s.v;
    eval_at(s, A);
    const std::vector<int> dependent = find_dependent(all, A, none);
    for (const int i : dependent) out_[i] = 1;
    report.implied = dependent;
    Vector E_C = Vector::Zero(count()), c, e = E_C, dv, best = s.v;
    const Vector r_f = Vector::Zero(system_.coordinates());
    double last = INFINITY;
    for (int k = 0; k < 12; ++k) {  // repeated because of the regularization, and of rows that are not linear in v
      eval_at(s, A);
      c = eval_.Phi_dot;
      for (int i = 0; i < count(); ++i) {
        e[i] = out_[i] ? 0 : rows_.value(i) - targets_[i];
        E_C[i] = out_[i] ? 0 : kRegularization * std::max(calc_mobility(i, A), 1e-300);
      }
      const double size = c.norm() + e.norm();
      if (!(size < last)) break;
      best = s.v;
      if (size == 0 || !kkt_.factor(A, {eval_.G, E_G_, C_, E_C, none, out_})) break;
      last = size;
      kkt_.solve(r_f, c, e, dv, dl_, dm_);
      if (!dv.allFinite()) break;
      s.v += dv;
    }
    s.v = best;
    eval_at(s, A);
    std::fill(out_.begin(), out_.end(), 0);
    read_gradients();
    const double speed = std::max(measure(s.v), measure(v_given));
    for (const int i : all) {
      const double size = calc_row_size(i) * speed + std::abs(targets_[i]);
      if (std::abs(rows_.value(i) - targets_[i]) <= kFulfilled * size) continue;
      report.blamed = i;
      report.depends = std::find(dependent.begin(), dependent.end(), i) != dependent.end();
      report.reached = rows_.value(i);
      break;
    }
    return report;
  }

 private:
  void eval_at(const State& s, const Vector& A) {
    system_.eval({s.t, s.q, s.v}, lambda_, kVelocity, eval_);
    rows_.look_at(s.v);
    read_gradients();
    calc_regularization(system_, A, eval_.G, kRegularization, E_G_);
  }

  const std::vector<double>& targets_;
};

}  // namespace

PoseReport pose_start(const MechanicalSystem& system, StartRows& rows, const std::vector<StartWish>& wishes,
                      const std::vector<int>& anchors, State& s) {
  return PoseSolver(system, rows, wishes, anchors, s).solve(s);
}

PoseReport give_start_rates(const MechanicalSystem& system, StartRows& rows, const std::vector<double>& targets,
                            State& s) {
  return RateSolver(system, rows, targets, s).solve(s);
}

}  // namespace invar
