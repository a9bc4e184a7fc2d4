#include "invar/signals/signal_term.h"

#include <algorithm>

#include "invar/terms/memory_equations.h"

namespace invar {

namespace {

SignalNetwork::Point join(const SensorValues& x, double t, Vec z, Vec u) { return {t, x.s, x.r, x.turns, z, u}; }

}  // namespace

SignalTerm::SignalTerm(const Layout& layout, Sensors sensors, SignalNetwork network)
    : layout_(&layout), sensors_(std::move(sensors)), network_(std::move(network)) {
  sensors_.compile();
  for (const int node : sensors_.nodes()) place(node);
}

int SignalTerm::place(int node) {
  const auto found = std::find(nodes_.begin(), nodes_.end(), node);
  if (found != nodes_.end()) return offsets_[static_cast<std::size_t>(found - nodes_.begin())];
  nodes_.push_back(node);
  offsets_.push_back(size_);
  size_ += node_size(layout_->node(node).kind);
  return offsets_.back();
}

int SignalTerm::add_actuator(std::unique_ptr<Actuator> actuator, std::vector<int> signals, bool has_friction,
                             const std::vector<int>& friction_states) {
  Placed placed{std::move(actuator), std::move(signals), {}, has_friction};
  friction_states_.insert(friction_states_.end(), friction_states.begin(), friction_states.end());
  for (const int node : placed.actuator->nodes()) {
    const int first = place(node);
    for (int i = 0; i < node_size(layout_->node(node).kind); ++i) placed.index.push_back(first + i);
  }
  actuators_.push_back(std::move(placed));
  return static_cast<int>(actuators_.size()) - 1;
}

bool SignalTerm::has_friction() const {
  return std::any_of(actuators_.begin(), actuators_.end(), [](const Placed& placed) { return placed.has_friction; });
}

bool SignalTerm::has_only_friction() const {
  for (int k = 0; k < network_.internals(); ++k)
    if (network_.energy(k) != 0 &&
        std::find(friction_states_.begin(), friction_states_.end(), k) == friction_states_.end())
      return false;
  return !actuators_.empty() &&
         std::all_of(actuators_.begin(), actuators_.end(), [](const Placed& placed) { return placed.has_friction; });
}

double SignalTerm::calc_friction_energy(Vec a, Vec b) const {
  double sum = 0;
  for (const int k : friction_states_) sum += 0.5 * network_.energy(k) * a[k] * b[k];
  return sum;
}

bool SignalTerm::is_meant(std::size_t actuator, int which) const {
  if (which == kFriction) return actuators_[actuator].has_friction;
  return which == kAll || static_cast<int>(actuator) == which;
}

void SignalTerm::take(const Placed& placed, Vec q, LocalVector& x) const {
  x.resize(static_cast<Eigen::Index>(placed.index.size()));
  for (std::size_t i = 0; i < placed.index.size(); ++i) x[static_cast<Eigen::Index>(i)] = q[placed.index[i]];
}

template <class Use>
void SignalTerm::for_each_effort(const LocalVector& y, int only, const Use& use) const {
  LocalVector effort;
  for (std::size_t k = 0; k < actuators_.size(); ++k) {
    if (!is_meant(k, only)) continue;
    const Placed& placed = actuators_[k];
    effort.resize(static_cast<Eigen::Index>(placed.signals.size()));
    for (std::size_t i = 0; i < placed.signals.size(); ++i) effort[static_cast<Eigen::Index>(i)] = y[placed.signals[i]];
    use(placed, effort);
  }
}

// The coordinates of the sensors are the first local ones.
SensorValues SignalTerm::sense(const At& at) const {
  return sensors_.calc(at.q.head(sensors_.size()), at.v.head(sensors_.size()));
}

SensorValues SignalTerm::sense(const Across& pair) const {
  return sensors_.calc_across(pair.q0.head(sensors_.size()), pair.q1.head(sensors_.size()), pair.h());
}

void SignalTerm::calc_signals(const At& at, VecOut y) const {
  const SensorValues values = sense(at);
  network_.calc(join(values, at.t, at.z, at.u), y);
}

void SignalTerm::add_Q(const At& at, VecOut Q, int actuator) const {
  LocalVector y(network_.signals()), x, part;
  calc_signals(at, y);
  for_each_effort(y, actuator, [&](const Placed& placed, const LocalVector& effort) {
    take(placed, at.q, x);
    LocalMatrix D = Matrix::Zero(x.size(), effort.size());
    placed.actuator->add_D(x, D);
    part = D.lazyProduct(effort);
    for (std::size_t i = 0; i < placed.index.size(); ++i) Q[placed.index[i]] += part[static_cast<Eigen::Index>(i)];
  });
}

void SignalTerm::add_rate(const At& at, VecOut z_dot) const {
  LocalVector y(network_.signals());
  calc_signals(at, y);
  for (int k = 0; k < network_.internals(); ++k) z_dot[k] += y[network_.rate(k)];
}

void SignalTerm::add_derivatives(const At& at, MemoryDerivatives& out) const {
  const auto n = sensors_.size();
  const int m = sensors_.count(), w = sensors_.turns(), nz = network_.internals();
  const SensorValues values = sense(at);
  LocalVector y(network_.signals()), x;
  LocalMatrix y_x(network_.signals(), 2 * m + w + nz);
  network_.calc(join(values, at.t, at.z, at.u), y, y_x);
  LocalMatrix S = Matrix::Zero(m, n), R = Matrix::Zero(m, n), W_q = Matrix::Zero(w, n), W_v = Matrix::Zero(w, n);
  sensors_.calc_s_q(at.q.head(n), values.s, S);
  sensors_.calc_rate_q(at.q.head(n), at.v.head(n), values.s, S, R);
  sensors_.calc_turns_q_v(at.q.head(n), at.v.head(n), W_q, W_v);
  // Signals by q and v.
  LocalMatrix y_q(network_.signals(), n), y_v(network_.signals(), n);
  y_q = y_x.leftCols(m).lazyProduct(S);
  y_q += y_x.middleCols(m, m).lazyProduct(R);
  y_q += y_x.middleCols(2 * m, w).lazyProduct(W_q);
  y_v = y_x.middleCols(m, m).lazyProduct(S);
  y_v += y_x.middleCols(2 * m, w).lazyProduct(W_v);
  for (int k = 0; k < nz; ++k) {
    const int i = network_.rate(k);
    out.f_q.row(k).head(n) += y_q.row(i);
    out.f_v.row(k).head(n) += y_v.row(i);
    out.f_z.row(k) += y_x.row(i).tail(nz);
  }
  for_each_effort(y, -1, [&](const Placed& placed, const LocalVector& effort) {
    take(placed, at.q, x);
    const auto size = x.size();
    LocalMatrix D = Matrix::Zero(size, effort.size()), K = Matrix::Zero(size, size);
    placed.actuator->add_D(x, D);
    placed.actuator->add_Q_q(x, effort, K);
    for (Eigen::Index i = 0; i < size; ++i) {
      const int row = placed.index[static_cast<std::size_t>(i)];
      for (Eigen::Index j = 0; j < size; ++j) out.Q_q(row, placed.index[static_cast<std::size_t>(j)]) += K(i, j);
      for (std::size_t e = 0; e < placed.signals.size(); ++e) {
        const double d = D(i, static_cast<Eigen::Index>(e));
        if (d == 0) continue;
        out.Q_q.row(row).head(n) += d * y_q.row(placed.signals[e]);
        out.Q_v.row(row).head(n) += d * y_v.row(placed.signals[e]);
        out.Q_z.row(row) += d * y_x.row(placed.signals[e]).tail(nz);
      }
    }
  });
}

namespace {

// Rules by which z passes a step, with stages Z_i = z0 + h sum_j a_ij f_j; efforts are means with the weights b.
struct MemoryRule {
  int stages;
  double c[2], a[2][2], b[2];
};
constexpr MemoryRule kMidpoint{1, {0.5, 0}, {{0.5, 0}, {0, 0}}, {1, 0}};
constexpr MemoryRule kRadau{2, {1.0 / 3, 1}, {{5.0 / 12, -1.0 / 12}, {0.75, 0.25}}, {0.75, 0.25}};

const MemoryRule& rule_of(const SignalNetwork& network) { return network.is_stiff() ? kRadau : kMidpoint; }

// Sensors pass a step along a straight line.
SensorValues at_stage(const SensorValues& mean, double c, double h) {
  SensorValues out = mean;
  out.s += ((c - 0.5) * h) * mean.r;
  return out;
}

}  // namespace

// What the coefficients of the rule are multiplied with: (G4) is the rule of the middle with twice the weight.
double SignalTerm::z_weight(int stages, int internal) const {
  return stages == 1 && network_.is_implicit(internal) ? 2.0 : 1.0;
}

bool SignalTerm::solve_stages(const Across& pair, const SensorValues& mean, LocalVector& Z) const {
  const MemoryRule& rule = rule_of(network_);
  const int nz = network_.internals();
  Z.resize(rule.stages * nz);
  for (int i = 0; i < rule.stages; ++i) Z.segment(i * nz, nz) = pair.z0;
  if (nz == 0) return true;
  LocalVector y(network_.signals());
  LocalMatrix y_x(network_.signals(), mean.s.size() + mean.r.size() + mean.turns.size() + nz);
  return solve_memory_equations(Z, pair.z0.cwiseAbs().maxCoeff(), [&](VecOut r, MemoryMatrix* J) {
    for (int i = 0; i < rule.stages; ++i) r.segment(i * nz, nz) = Z.segment(i * nz, nz) - pair.z0;
    if (J) J->setIdentity(Z.size(), Z.size());
    for (int j = 0; j < rule.stages; ++j) {
      const SensorValues at = at_stage(mean, rule.c[j], pair.h());
      network_.calc(join(at, pair.t0 + rule.c[j] * pair.h(), Z.segment(j * nz, nz), pair.u), y, y_x);
      for (int i = 0; i < rule.stages; ++i) {
        for (int k = 0; k < nz; ++k) {
          const double w = pair.h() * rule.a[i][j] * z_weight(rule.stages, k);
          r[i * nz + k] -= w * y[network_.rate(k)];
          if (J) J->row(i * nz + k).segment(j * nz, nz) -= w * y_x.row(network_.rate(k)).tail(nz);
        }
      }
    }
  });
}

void SignalTerm::add_Q_bar(const Across& pair, VecOut Q, VecOut z1, int actuator) const {
  const MemoryRule& rule = rule_of(network_);
  const int nz = network_.internals();
  const SensorValues mean = sense(pair);
  LocalVector Z, y_i(network_.signals()), y = Vector::Zero(network_.signals()), x0, x1, part;
  solve_stages(pair, mean, Z);
  for (int i = 0; i < rule.stages; ++i) {
    const SensorValues at = at_stage(mean, rule.c[i], pair.h());
    network_.calc(join(at, pair.t0 + rule.c[i] * pair.h(), Z.segment(i * nz, nz), pair.u), y_i);
    y += rule.b[i] * y_i;
  }
  for (int k = 0; k < nz; ++k)
    z1[k] = network_.is_stiff() || network_.is_implicit(k) ? Z[Z.size() - nz + k] : 2 * Z[k] - pair.z0[k];
  for_each_effort(y, actuator, [&](const Placed& placed, const LocalVector& effort) {
    take(placed, pair.q0, x0);
    take(placed, pair.q1, x1);
    LocalMatrix D = Matrix::Zero(x0.size(), effort.size());
    placed.actuator->add_D_bar(x0, x1, D);
    part = D.lazyProduct(effort);
    for (std::size_t i = 0; i < placed.index.size(); ++i) Q[placed.index[i]] += part[static_cast<Eigen::Index>(i)];
  });
}

void SignalTerm::add_Q_bar_tangent(const Across& pair, MatOut K) const {
  const MemoryRule& rule = rule_of(network_);
  const auto n = sensors_.size();
  const int m = sensors_.count(), w = sensors_.turns(), nz = network_.internals(), ny = network_.signals();
  const double h = pair.h();
  const SensorValues mean = sense(pair);
  LocalVector Z, y_i(ny), y = Vector::Zero(ny), x0, x1, s1(m);
  solve_stages(pair, mean, Z);
  LocalMatrix S = Matrix::Zero(m, n), W = Matrix::Zero(w, n), by_s(ny, m), y_q = Matrix::Zero(ny, n), y_q_i(ny, n);
  sensors_.calc_s(pair.q1.head(n), s1);
  sensors_.calc_s_q(pair.q1.head(n), s1, S);
  if (w > 0) {
    LocalMatrix W_v = Matrix::Zero(w, n);
    const LocalVector q_m = 0.5 * (pair.q0.head(n) + pair.q1.head(n)), v_m = (pair.q1.head(n) - pair.q0.head(n)) / h;
    sensors_.calc_turns_q_v(q_m, v_m, W, W_v);
    W *= 0.5;
    W += W_v / h;
  }
  // Stages by q1: dZ = A^-1 F.
  MemoryMatrix A = MemoryMatrix::Identity(Z.size(), Z.size());
  LocalMatrix F = Matrix::Zero(Z.size(), n), y_z(ny, rule.stages * nz), y_x(ny, 2 * m + w + nz);
  for (int j = 0; j < rule.stages; ++j) {
    const SensorValues at = at_stage(mean, rule.c[j], h);
    network_.calc(join(at, pair.t0 + rule.c[j] * h, Z.segment(j * nz, nz), pair.u), y_i, y_x);
    y += rule.b[j] * y_i;
    // s by c S1, s' by S1/h.
    by_s = rule.c[j] * y_x.leftCols(m) + y_x.middleCols(m, m) / h;
    y_q_i = by_s.lazyProduct(S);
    if (w > 0) y_q_i += y_x.middleCols(2 * m, w).lazyProduct(W);
    y_q += rule.b[j] * y_q_i;
    if (nz == 0) continue;
    y_z.middleCols(j * nz, nz) = rule.b[j] * y_x.rightCols(nz);
    for (int i = 0; i < rule.stages; ++i)
      for (int k = 0; k < nz; ++k) {
        const double a = h * rule.a[i][j] * z_weight(rule.stages, k);
        A.row(i * nz + k).segment(j * nz, nz) -= a * y_x.row(network_.rate(k)).tail(nz);
        F.row(i * nz + k) += a * y_q_i.row(network_.rate(k));
      }
  }
  if (nz > 0) {
    LocalMatrix dZ(Z.size(), n);
    dZ = A.partialPivLu().solve(F);
    y_q += y_z.lazyProduct(dZ);
  }
  for_each_effort(y, -1, [&](const Placed& placed, const LocalVector& effort) {
    take(placed, pair.q0, x0);
    take(placed, pair.q1, x1);
    const auto size = x0.size();
    LocalMatrix D = Matrix::Zero(size, effort.size()), own = Matrix::Zero(size, size);
    placed.actuator->add_D_bar(x0, x1, D);
    placed.actuator->add_Q_bar_tangent(x0, x1, effort, own);
    for (Eigen::Index i = 0; i < size; ++i) {
      const int row = placed.index[static_cast<std::size_t>(i)];
      for (Eigen::Index j = 0; j < size; ++j) K(row, placed.index[static_cast<std::size_t>(j)]) += own(i, j);
      for (std::size_t e = 0; e < placed.signals.size(); ++e)
        K.row(row).head(n) += D(i, static_cast<Eigen::Index>(e)) * y_q.row(placed.signals[e]);
    }
  });
}

namespace {

class SignalForce final : public Force {
 public:
  explicit SignalForce(std::shared_ptr<const SignalTerm> term) : term_(std::move(term)) {}
  WorkAccount account() const override { return WorkAccount::kApplied; }
  std::vector<VariableInfo> inputs() const override { return term_->network().input_infos(); }
  void add_Q(const At& at, VecOut Q) const override { term_->add_Q(at, Q); }
  void add_Q_q(const At& at, MatOut K) const override { add_Q_tangent(at, 1, 0, K); }
  void add_Q_v(const At& at, MatOut C) const override { add_Q_tangent(at, 0, 1, C); }
  void add_Q_q_and_Q_v(const At& at, MatOut K, MatOut C) const override {
    MemoryDerivatives d;
    d.set_zero(at.q.size(), 0);
    term_->add_derivatives(at, d);
    K += d.Q_q;
    C += d.Q_v;
  }
  void add_Q_tangent(const At& at, double by_q, double by_v, MatOut K) const override {
    MemoryDerivatives d;
    d.set_zero(at.q.size(), 0);
    term_->add_derivatives(at, d);
    K += by_q * d.Q_q + by_v * d.Q_v;
  }
  void add_Q_bar(const Across& pair, VecOut Q) const override {
    LocalVector none(0);
    term_->add_Q_bar(pair, Q, none);
  }
  void add_Q_bar_tangent(const Across& pair, MatOut K) const override { term_->add_Q_bar_tangent(pair, K); }

 private:
  std::shared_ptr<const SignalTerm> term_;
};

class SignalMemoryForce final : public MemoryForce {
 public:
  explicit SignalMemoryForce(std::shared_ptr<const SignalTerm> term) : term_(std::move(term)) {}
  WorkAccount account() const override {
    return term_->has_only_friction() ? WorkAccount::kDissipated : WorkAccount::kApplied;
  }
  bool has_friction() const override { return term_->has_friction() && !term_->has_only_friction(); }
  bool damps(int k) const override { return term_->network().is_stiff() || term_->network().is_implicit(k); }
  double calc_friction_energy(Vec a, Vec b) const override { return term_->calc_friction_energy(a, b); }
  void add_friction_Q(const At& at, VecOut Q) const override { term_->add_Q(at, Q, SignalTerm::kFriction); }
  void add_friction_Q_bar(const Across& pair, VecOut Q) const override {
    LocalVector z1(pair.z0.size());
    term_->add_Q_bar(pair, Q, z1, SignalTerm::kFriction);
  }
  std::vector<VariableInfo> internals() const override { return term_->network().internal_infos(); }
  std::vector<VariableInfo> inputs() const override { return term_->network().input_infos(); }
  void set_start(const At&, VecOut z) const override {
    for (int k = 0; k < term_->network().internals(); ++k) z[k] = term_->network().start(k);
  }
  void add_Q(const At& at, VecOut Q) const override { term_->add_Q(at, Q); }
  void add_rate(const At& at, VecOut z_dot) const override { term_->add_rate(at, z_dot); }
  void add_derivatives(const At& at, MemoryDerivatives& out) const override { term_->add_derivatives(at, out); }
  double H(Vec, Vec z) const override {
    double sum = 0;
    for (int k = 0; k < z.size(); ++k) sum += 0.5 * term_->network().energy(k) * z[k] * z[k];
    return sum;
  }
  double calc_H_rate(const At& at, Vec z_dot) const override {
    double sum = 0;
    for (int k = 0; k < z_dot.size(); ++k) sum += term_->network().energy(k) * at.z[k] * z_dot[k];
    return sum;
  }
  void add_Q_bar(const Across& pair, VecOut Q, VecOut z1) const override { term_->add_Q_bar(pair, Q, z1); }
  void add_Q_bar_tangent(const Across& pair, MatOut K) const override { term_->add_Q_bar_tangent(pair, K); }

 private:
  std::shared_ptr<const SignalTerm> term_;
};

}  // namespace

std::unique_ptr<Force> make_signal_force(std::shared_ptr<const SignalTerm> term) {
  return std::make_unique<SignalForce>(std::move(term));
}
std::unique_ptr<MemoryForce> make_signal_memory_force(std::shared_ptr<const SignalTerm> term) {
  return std::make_unique<SignalMemoryForce>(std::move(term));
}

}  // namespace invar
