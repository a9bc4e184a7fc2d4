#include "mechanisms/mechanism.h"

#include <array>

namespace invar::mechanisms {

namespace {

constexpr int kPerBody = 13;
constexpr Real kRankTolerance = 1e-9L;  // relative to the largest pivot; accepted mechanisms have no pivot near it

Pose pose_of(const Vec3& x, const Mat3& R, const Vec3& v, const Vec3& w) {
  Pose p;
  p.x = jet3(x, v);
  for (int k = 0; k < 3; ++k) {
    const Vec3 d = R.col(k), first = w.cross(d);
    p.d[k] = jet3(d, first, w.cross(first));
  }
  return p;
}

struct Columns {
  std::vector<int> first;  // of each body
  int total = 0;
  explicit Columns(const Mechanism& m) {
    for (const Body& b : m.bodies) {
      first.push_back(total);
      total += static_cast<int>(b.dofs.size());
    }
  }
};

// Poses of a body that moves with one unit velocity.
using UnitMotions = std::vector<std::array<Pose, 6>>;
std::array<Pose, 6> unit_motions(const Vec3& x, const Mat3& R) {
  std::array<Pose, 6> poses;
  for (int i = 0; i < 6; ++i)
    poses[i] = pose_of(x, R, i < 3 ? Vec3(Vec3::Unit(i)) : Vec3(Vec3::Zero()),
                       i < 3 ? Vec3(Vec3::Zero()) : Vec3(Vec3::Unit(i - 3)));
  return poses;
}

// Gradient of a measure with respect to (v, w) of each of its bodies, from its rate at unit velocities.
MatX gradient_of(const Measure& measure, Real t, std::vector<Pose>& still, const UnitMotions& units) {
  MatX g(6, measure.bodies.size());
  for (std::size_t k = 0; k < measure.bodies.size(); ++k) {
    const int b = measure.bodies[k];
    const Pose kept = still[b];
    for (int i = 0; i < 6; ++i) {
      still[b] = units[b][i];
      g(i, k) = measure.value(still.data(), Jet(t)).b;
    }
    still[b] = kept;
  }
  return g;
}

Real near(Real angle, Real expected) {
  const Real turn = 2 * oracles::kPi;
  return angle + turn * std::round((expected - angle) / turn);
}

struct Equations {
  MatX M, J;
  VecX Q, bias, velocity;
};

VecX columns_of_gradient(const Mechanism& m, const Columns& columns, const Measure& measure, const MatX& g) {
  VecX row = VecX::Zero(columns.total);
  for (std::size_t k = 0; k < measure.bodies.size(); ++k) {
    const int b = measure.bodies[k];
    for (std::size_t i = 0; i < m.bodies[b].dofs.size(); ++i) row[columns.first[b] + i] += g(m.bodies[b].dofs[i], k);
  }
  return row;
}

MatX mass_matrix(const Mechanism& m, const Columns& columns, const Instant& now) {
  MatX M = MatX::Zero(columns.total, columns.total);
  for (std::size_t b = 1; b < m.bodies.size(); ++b) {
    const Body& body = m.bodies[b];
    const Mat3 I = now.R[b] * body.inertia * now.R[b].transpose();
    for (std::size_t i = 0; i < body.dofs.size(); ++i)
      for (std::size_t j = 0; j < body.dofs.size(); ++j) {
        const int p = body.dofs[i], q = body.dofs[j];
        const Real entry = p < 3 ? (p == q ? body.mass : 0) : (q < 3 ? 0 : I(p - 3, q - 3));
        M(columns.first[b] + i, columns.first[b] + j) += entry;
      }
  }
  for (const RodMass& rod : m.rods)  // 1/6 m (v_a.v_a + v_a.v_b + v_b.v_b)
    for (const int p : {rod.a, rod.b})
      for (const int q : {rod.a, rod.b})
        for (std::size_t i = 0; i < m.bodies[p].dofs.size() && i < m.bodies[q].dofs.size(); ++i)
          M(columns.first[p] + i, columns.first[q] + i) += rod.mass / (p == q ? 3 : 6);
  return M;
}

}  // namespace

Jet3 point_of(const Pose* poses, const Place& place) {
  const Pose& p = poses[place.body];
  return p.x + direction_of(poses, place.body, place.point);
}
Jet3 direction_of(const Pose* poses, int body, const Vec3& s) {
  const Pose& p = poses[body];
  return Jet(s.x()) * p.d[0] + Jet(s.y()) * p.d[1] + Jet(s.z()) * p.d[2];
}
Jet3 axis_of(const Pose* poses, const Place& place, int k) {
  return direction_of(poses, place.body, place.axes.col(k));
}

Body Mechanism::ground() {
  Body b;
  b.name = b.type = "ground";
  return b;
}

int Mechanism::add_row(Measure measure) {
  std::vector<Pose> poses;
  for (const Body& b : bodies) poses.push_back(pose_of(b.x, b.R, Vec3::Zero(), Vec3::Zero()));
  const Real start = measure.value(poses.data(), Jet(0)).a;
  rows.push_back({add(std::move(measure)), Jet(start), {}});
  return static_cast<int>(rows.size()) - 1;
}

void Instant::add_wrench(const Mechanism& m, int row, Real lambda_r, int b, Vec3& force, Vec3& torque) const {
  const int index = m.rows[row].measure;
  const Measure& measure = m.measures[index];
  for (std::size_t k = 0; k < measure.bodies.size(); ++k) {
    if (measure.bodies[k] != b) continue;
    force += lambda_r * gradients[index].col(k).head<3>();
    torque += lambda_r * gradients[index].col(k).tail<3>();
  }
}

int count_dofs(const Mechanism& m) { return Columns(m).total; }

VecX start_state(const Mechanism& m) {
  const int n = static_cast<int>(m.bodies.size()) - 1, angles = static_cast<int>(m.measures.size());
  VecX y = VecX::Zero(kPerBody * n + angles + 2 + m.drives);
  std::vector<Pose> poses;
  for (const Body& b : m.bodies) poses.push_back(pose_of(b.x, b.R, b.v, b.w));
  for (int b = 1; b <= n; ++b) {
    const Body& body = m.bodies[b];
    const oracles::Quat q(body.R);
    y.segment(kPerBody * (b - 1), kPerBody) << body.x, q.w(), q.x(), q.y(), q.z(), body.v, body.w;
  }
  for (int i = 0; i < angles; ++i)
    if (m.measures[i].angle) y[kPerBody * n + i] = m.measures[i].value(poses.data(), Jet(0)).a;
  return y;
}

Works works_of(const Mechanism& m, const VecX& y) {
  const auto first = y.size() - 2 - m.drives;
  return {y[first], y[first + 1], y.tail(m.drives)};
}

Instant evaluate(const Mechanism& m, Real t, const VecX& y, bool all) {
  std::vector<char> needed(m.measures.size(), all);
  for (const Row& row : m.rows) needed[row.measure] = 1;
  for (const Effort& f : m.efforts) needed[f.measure] = 1;
  const int n = static_cast<int>(m.bodies.size());
  const Columns columns(m);
  Instant now;
  now.t = t;
  std::vector<Pose> moving, still;
  UnitMotions units;
  for (int b = 0; b < n; ++b) {
    const auto s = b ? VecX(y.segment(kPerBody * (b - 1), kPerBody)) : VecX(VecX::Unit(kPerBody, 3));
    now.x.push_back(s.head<3>());
    now.R.push_back(oracles::rotation_of(s.segment<4>(3)));
    now.v.push_back(s.segment<3>(7));
    now.w.push_back(s.segment<3>(10));
    moving.push_back(pose_of(now.x[b], now.R[b], now.v[b], now.w[b]));
    still.push_back(pose_of(now.x[b], now.R[b], Vec3::Zero(), Vec3::Zero()));
    units.push_back(unit_motions(now.x[b], now.R[b]));
  }
  now.a.assign(n, Vec3::Zero());
  now.alpha.assign(n, Vec3::Zero());
  for (std::size_t i = 0; i < m.measures.size(); ++i) {
    if (!needed[i] && !m.measures[i].angle) {
      now.measures.emplace_back();
      now.gradients.emplace_back();
      continue;
    }
    Jet e = m.measures[i].value(moving.data(), Jet(t, 1));
    if (m.measures[i].angle) e.a = near(e.a, y[kPerBody * (n - 1) + i]);
    now.measures.push_back(e);
    now.gradients.push_back(needed[i] ? gradient_of(m.measures[i], t, still, units) : MatX());
  }

  Equations eq;
  eq.M = mass_matrix(m, columns, now);
  eq.Q = eq.velocity = VecX::Zero(columns.total);
  const auto scatter = [&](int b, const Vec3& force, const Vec3& torque) {
    for (std::size_t i = 0; i < m.bodies[b].dofs.size(); ++i) {
      const int k = m.bodies[b].dofs[i];
      eq.Q[columns.first[b] + i] += k < 3 ? force[k] : torque[k - 3];
    }
  };
  for (int b = 1; b < n; ++b) {
    const Body& body = m.bodies[b];
    const Mat3 I = now.R[b] * body.inertia * now.R[b].transpose();
    scatter(b, body.mass * m.gravity, -now.w[b].cross(I * now.w[b]));
    now.potential -= body.mass * m.gravity.dot(now.x[b]);
    for (std::size_t i = 0; i < body.dofs.size(); ++i) {
      const int k = body.dofs[i];
      eq.velocity[columns.first[b] + i] = k < 3 ? now.v[b][k] : now.w[b][k - 3];
    }
  }
  for (const RodMass& rod : m.rods)
    for (const int b : {rod.a, rod.b}) {
      scatter(b, rod.mass / 2 * m.gravity, Vec3::Zero());
      now.potential -= rod.mass / 2 * m.gravity.dot(b ? now.x[b] : Vec3::Zero());
    }
  for (const Load& load : m.loads) {
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    const int b = load.body;
    load.value(t, now.R[b], now.x[b], now.v[b], now.w[b], force, torque);
    scatter(b, force, torque);
    const Real power = force.dot(now.v[b]) + torque.dot(now.w[b]);
    (load.account == Account::kApplied ? now.power_applied : now.dissipation) +=
        load.account == Account::kApplied ? power : -power;
  }
  const auto gradient_power = [&](int index) {
    Real power = 0;
    const Measure& measure = m.measures[index];
    for (std::size_t k = 0; k < measure.bodies.size(); ++k) {
      const int b = measure.bodies[k];
      power +=
          now.gradients[index].col(k).head<3>().dot(now.v[b]) + now.gradients[index].col(k).tail<3>().dot(now.w[b]);
    }
    return power;
  };
  for (const Effort& f : m.efforts) {
    const Jet& e = now.measures[f.measure];
    const Real effort = f.effort(t, e.a, e.b);
    eq.Q += effort * columns_of_gradient(m, columns, m.measures[f.measure], now.gradients[f.measure]);
    const Real power = effort * gradient_power(f.measure);
    if (f.account == Account::kApplied) now.power_applied += power;
    if (f.account == Account::kDissipated) now.dissipation -= power;
    if (f.energy) now.potential += f.energy(e.a);
  }
  now.kinetic = eq.velocity.dot(eq.M * eq.velocity) / 2;

  // (N2) with s = L^T a, M = L L^T: rows A s = -bias. Of dependent rows a maximal independent set is taken.
  const int rows = static_cast<int>(m.rows.size());
  eq.J = MatX::Zero(rows, columns.total);
  eq.bias = VecX::Zero(rows);
  for (int r = 0; r < rows; ++r) {
    const Row& row = m.rows[r];
    eq.J.row(r) = columns_of_gradient(m, columns, m.measures[row.measure], now.gradients[row.measure]).transpose();
    const Jet f = row.given ? row.given(Jet(t, 1)) : Jet(0);
    eq.bias[r] = now.measures[row.measure].c - (row.of_rate ? f.b : f.c);
  }
  const Eigen::LLT<MatX> llt(eq.M);
  const VecX free = llt.matrixL().solve(eq.Q);
  VecX s = free;
  now.lambda = VecX::Zero(rows);
  now.dofs = columns.total;
  if (rows > 0 && columns.total > 0) {
    const MatX At = llt.matrixL().solve(eq.J.transpose());
    Eigen::ColPivHouseholderQR<MatX> qr(At);
    const Real largest = std::abs(qr.matrixQR()(0, 0));
    int rank = 0;
    while (rank < std::min(rows, columns.total) && std::abs(qr.matrixQR()(rank, rank)) > kRankTolerance * largest)
      ++rank;
    now.rank = rank;
    now.condition = std::abs(qr.matrixQR()(rank - 1, rank - 1)) / largest;
    const auto& order = qr.colsPermutation().indices();
    const MatX R = qr.matrixQR().topRows(rank).template triangularView<Eigen::Upper>();
    const auto R11 = R.leftCols(rank).template triangularView<Eigen::Upper>();
    VecX miss(rank);
    for (int i = 0; i < rank; ++i) miss[i] = -eq.bias[order[i]] - At.col(order[i]).dot(free);
    const VecX z = R11.transpose().solve(miss), part = R11.solve(z);
    for (int i = 0; i < rank; ++i) now.lambda[order[i]] = part[i];
    s += At * now.lambda;
    for (int j = rank; j < rows; ++j) {
      const VecX dependent = R11.solve(VecX(R.col(j)));
      VecX null = VecX::Zero(rows);
      null[order[j]] = 1;
      for (int i = 0; i < rank; ++i) null[order[i]] = -dependent[i];
      now.null.push_back(null / null.cwiseAbs().maxCoeff());
    }
  }
  const VecX a = llt.matrixL().transpose().solve(s);
  for (int b = 1; b < n; ++b)
    for (std::size_t i = 0; i < m.bodies[b].dofs.size(); ++i) {
      const int k = m.bodies[b].dofs[i];
      (k < 3 ? now.a[b][k] : now.alpha[b][k - 3]) = a[columns.first[b] + i];
    }
  for (std::size_t i = 0; all && i < m.measures.size(); ++i)
    now.measures[i].c += columns_of_gradient(m, columns, m.measures[i], now.gradients[i]).dot(a);
  now.power_drives = VecX::Zero(m.drives);
  for (int r = 0; r < rows; ++r)
    if (m.rows[r].drive >= 0) now.power_drives[m.rows[r].drive] += now.lambda[r] * gradient_power(m.rows[r].measure);
  return now;
}

void rate_of_state(const Mechanism& m, Real t, const VecX& y, VecX& ydot) {
  const Instant now = evaluate(m, t, y, false);
  const int n = static_cast<int>(m.bodies.size());
  ydot = VecX::Zero(y.size());
  for (int b = 1; b < n; ++b) {
    const int at = kPerBody * (b - 1);
    ydot.segment<3>(at) = now.v[b];
    ydot.segment<4>(at + 3) = oracles::quaternion_rate(y.segment<4>(at + 3), now.R[b].transpose() * now.w[b]);
    ydot.segment<3>(at + 7) = now.a[b];
    ydot.segment<3>(at + 10) = now.alpha[b];
  }
  for (std::size_t i = 0; i < m.measures.size(); ++i)
    if (m.measures[i].angle) ydot[kPerBody * (n - 1) + i] = now.measures[i].b;
  const auto first = y.size() - 2 - m.drives;
  ydot[first] = now.power_applied;
  ydot[first + 1] = now.dissipation;
  ydot.tail(m.drives) = now.power_drives;
}

Real project_velocities(Mechanism& m) {
  const Columns columns(m);
  const int n = static_cast<int>(m.bodies.size()), rows = static_cast<int>(m.rows.size());
  Instant now;
  std::vector<Pose> still;
  UnitMotions units;
  VecX v = VecX::Zero(columns.total);
  for (int b = 0; b < n; ++b) {
    const Body& body = m.bodies[b];
    now.x.push_back(body.x);
    now.R.push_back(body.R);
    still.push_back(pose_of(body.x, body.R, Vec3::Zero(), Vec3::Zero()));
    units.push_back(unit_motions(body.x, body.R));
    for (std::size_t i = 0; i < body.dofs.size(); ++i)
      v[columns.first[b] + i] = body.dofs[i] < 3 ? body.v[body.dofs[i]] : body.w[body.dofs[i] - 3];
  }
  MatX J(rows, columns.total);
  VecX target(rows);
  for (int r = 0; r < rows; ++r) {
    const Row& row = m.rows[r];
    const Measure& measure = m.measures[row.measure];
    J.row(r) = columns_of_gradient(m, columns, measure, gradient_of(measure, 0, still, units)).transpose();
    const Jet f = row.given ? row.given(Jet(0, 1)) : Jet(0);
    target[r] = (row.of_rate ? f.a : f.b) - measure.value(still.data(), Jet(0, 1)).b;
  }
  if (rows > 0) {
    const Eigen::LLT<MatX> llt(mass_matrix(m, columns, now));
    const MatX A = llt.matrixL().solve(J.transpose()).transpose();
    Eigen::CompleteOrthogonalDecomposition<MatX> cod;
    cod.setThreshold(kRankTolerance);
    cod.compute(A);
    for (int pass = 0; pass < 2; ++pass) v += llt.matrixL().transpose().solve(VecX(cod.solve(VecX(target - J * v))));
  }
  for (int b = 1; b < n; ++b) {
    Body& body = m.bodies[b];
    for (std::size_t i = 0; i < body.dofs.size(); ++i)
      (body.dofs[i] < 3 ? body.v[body.dofs[i]] : body.w[body.dofs[i] - 3]) = v[columns.first[b] + i];
  }
  return rows > 0 ? (target - J * v).cwiseAbs().maxCoeff() : 0;
}

}  // namespace invar::mechanisms
