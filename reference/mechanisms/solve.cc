#include "mechanisms/solve.h"

#include <cmath>
#include <fstream>
#include <limits>

#include "oracles/ode.h"

namespace invar::mechanisms {

namespace {

constexpr int kInstants = 6;
constexpr Real kEnd = 1;
constexpr Real kFastest = 12;  // m/s and rad/s, at the start
constexpr Real kNone = std::numeric_limits<Real>::quiet_NaN();

struct Run {
  std::vector<std::vector<Real>> table;
  Real balance = 0, residual = 0, condition = 1;
  int rank = -1, dofs = 0;
  std::string why;
};

bool is_unique(const Model& model, const Instant& now, const Channel& c) {
  for (const VecX& null : now.null)
    if (std::abs(c.value(model.mechanism, now, null)) > 1e-9L) return false;
  return true;
}

// At all instants, or at some of them.
Run run(const Model& model, Real tolerance, std::vector<int> instants) {
  const Mechanism& m = model.mechanism;
  Run result;
  oracles::OdeOptions options;
  options.method = oracles::OdeMethod::kExtrapolation;
  options.tolerance = tolerance;
  options.first_step = 0.05L;
  int evaluations = 0;
  const oracles::Trajectory path(
      [&](Real t, const VecX& y, VecX& f) {
        if (++evaluations > 6000) throw std::runtime_error("too many evaluations");
        rate_of_state(m, t, y, f);
      },
      0, start_state(m), options);
  Real start = 0;
  for (const int i : instants) {
    const Real t = kEnd * i / (kInstants - 1);
    const VecX y = i ? path.at(t) : start_state(m);
    const Instant now = evaluate(m, t, y);
    const Works works = works_of(m, y);
    std::vector<Real> row;
    for (const Channel& c : model.channels)
      row.push_back(c.of_lambda && !is_unique(model, now, c) ? kNone : c.value(m, now, now.lambda));
    for (int k = 0; k < m.drives; ++k) row.push_back(works.drives[k]);
    row.insert(row.end(), {works.applied, works.drives.sum(), works.dissipated, now.kinetic, now.potential});
    result.table.push_back(row);
    const Real energy = now.kinetic + now.potential - works.applied - works.drives.sum() + works.dissipated;
    if (i == 0) start = energy;
    result.balance = std::max(result.balance, std::abs(energy - start));
    if (result.rank >= 0 && now.rank != result.rank) result.why = "the rank changes";
    result.rank = now.rank;
    result.dofs = now.dofs;
    if (!m.rows.empty()) result.condition = std::min(result.condition, now.condition);
    for (const Row& r : m.rows) {
      if (m.measures[r.measure].of_angles && !r.of_rate) continue;
      const Jet e = now.measures[r.measure], f = r.given ? r.given(Jet(t, 1)) : Jet(0);
      const Real miss = r.of_rate ? e.b - f.a : e.a - r.offset.a - f.a;
      result.residual = std::max(result.residual, std::abs(miss));
    }
  }
  return result;
}

// Velocities become what the file says. Returns the largest.
Real round_velocities(Model& model) {
  Real fastest = 0;
  for (Body& b : model.mechanism.bodies) {
    const Vec3 origin = as_doubles(b.v - b.w.cross(b.R * b.center));
    b.w = as_doubles(b.w);
    b.v = origin + b.w.cross(b.R * b.center);
    fastest = std::max({fastest, b.v.norm(), b.w.norm()});
  }
  return fastest;
}

}  // namespace

bool write_model(std::uint64_t seed, const std::string& path) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    Model model = draw_mechanism(seed, attempt);
    if (project_velocities(model.mechanism) > 1e-15L || round_velocities(model) > kFastest) continue;
    std::ofstream(path + ".yaml") << model.text();
    return true;
  }
  return false;
}

std::optional<Solution> solve(std::uint64_t seed, int attempt, std::string& why) {
  Solution s;
  s.model = draw_mechanism(seed, attempt);
  s.attempt = attempt;
  if (project_velocities(s.model.mechanism) > 1e-15L) {
    why = "no consistent velocities";
    return {};
  }
  if (round_velocities(s.model) > kFastest) {
    why = "too fast";
    return {};
  }
  try {
    const Run main = run(s.model, 1e-14L, {0, 1, 2, 3, 4, 5});
    if (!main.why.empty() || main.condition < 1e-3L) {
      why = main.why.empty() ? "near a singular position" : main.why;
      return {};
    }
    // The same with other velocities, 1e-6 away: how errors grow.
    Model other = s.model;
    Random r(seed + 77);
    constexpr Real kChange = 1e-6L;
    for (std::size_t b = 1; b < other.mechanism.bodies.size(); ++b) {
      other.mechanism.bodies[b].v += kChange * r.vector(1);
      other.mechanism.bodies[b].w += kChange * r.vector(1);
      if (other.planar) other.mechanism.bodies[b].v.z() = 0, other.mechanism.bodies[b].w.head<2>().setZero();
      if (!has_axes(other.mechanism.bodies[b])) other.mechanism.bodies[b].w.setZero();
    }
    project_velocities(other.mechanism);
    const std::vector<int> later{1, 2, 3, 4, 5};
    const Run beside = run(other, 1e-12L, later);
    const std::size_t n = main.table[0].size();
    s.sensitivity.assign(n, 0);
    Real largest = 0;
    for (std::size_t i = 0; i < later.size(); ++i)
      for (std::size_t k = 0; k < n; ++k) {
        const Real value = main.table[later[i]][k], change = std::abs(value - beside.table[i][k]) / kChange;
        if (!std::isnan(value) && !std::isfinite(change)) throw std::runtime_error("not finite");
        if (std::isfinite(change)) s.sensitivity[k] = std::max(s.sensitivity[k], change);
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
      }
    for (const Real x : s.sensitivity)
      if (x > 3e4L) why = "too sensitive";
    if (largest > 1e5L) why = "too violent";
    if (main.balance > 1e-12L * (1 + largest)) why = "own balance " + number(main.balance);
    if (main.residual > 1e-13L) why = "own residual " + number(main.residual);
    if (!why.empty()) return {};
    s.table = main.table;
    s.balance = main.balance;
    s.residual = main.residual;
    s.degrees_of_freedom = main.dofs - main.rank;
    s.redundant = static_cast<int>(s.model.mechanism.rows.size()) - main.rank;
  } catch (const std::exception& e) {
    why = e.what();
    return {};
  }
  for (const Channel& c : s.model.channels) s.names.push_back(c.name);
  s.names.insert(s.names.end(), s.model.drive_names.begin(), s.model.drive_names.end());
  for (const char* name : {"work.applied", "work.drives", "dissipated.physical", "energy.kinetic", "energy.potential"})
    s.names.emplace_back(name);
  return s;
}

void write(const Solution& s, const std::string& path) {
  std::ofstream(path + ".yaml") << s.model.text();
  std::ofstream csv(path + ".csv"), sensitivity(path + ".sensitivity.csv");
  csv << "t";
  for (const auto& name : s.names) csv << "," << name;
  csv << "\n";
  for (std::size_t i = 0; i < s.table.size(); ++i) {
    csv << number(kEnd * i / (s.table.size() - 1));
    for (const Real x : s.table[i]) csv << "," << (std::isnan(x) ? "" : number(x));
    csv << "\n";
  }
  for (std::size_t k = 0; k < s.names.size(); ++k) sensitivity << s.names[k] << "," << number(s.sensitivity[k]) << "\n";
  std::ofstream(path + ".facts") << "degrees_of_freedom " << s.degrees_of_freedom << "\nredundant " << s.redundant
                                 << "\nbodies " << s.model.mechanism.bodies.size() - 1 << "\nbalance "
                                 << number(s.balance) << "\nresidual " << number(s.residual) << "\nattempt "
                                 << s.attempt << "\n";
}

}  // namespace invar::mechanisms
