#include "oracles/iltis_modes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace invar::oracles {

namespace {

using Vec2 = Eigen::Matrix<Real, 2, 1>;
// Sizes at run time: the compiler would unroll loops over ten for minutes.
using MatX = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Jacobian = Eigen::Matrix<Real, 3, Eigen::Dynamic>;

constexpr int kCoordinates = 10;

constexpr Real kG = 9.81, kTyre = 460000, kLeaf = 35906, kDamping = 9945.627;
constexpr Real kChassisMass = 1260, kArmMass = 6, kWheelMass = 57.35, kSpinInertia = 1.908;

// Corners: front left (y > 0), front right, rear left, rear right.
struct Corner {
  Real x, side;
  bool front;
  Real radius() const { return front ? 0.364325 : 0.363812; }
  Real behind() const { return front ? 1 : -1; }                   // offsets along x are mirrored at the rear
  Real damper_stiffness() const { return front ? 24529 : 36975; }  // as listed for the linear model
};
constexpr std::array<Corner, 4> kCorners = {
    {{0.97, 1, true}, {0.97, -1, true}, {-1.047, 1, false}, {-1.047, -1, false}}};

// Places of a corner in the axes of the chassis.
struct Places {
  Vec3 top, arm_center, wheel_center, damper_low, damper_top;
  Mat3 arm, wheel;
  Real damper_length() const { return (damper_low - damper_top).norm(); }
};

VecX unit(int k) { return VecX::Unit(kCoordinates, k); }

Mat3 rotation(int axis, Real angle) { return Eigen::AngleAxis<Real>(angle, Vec3::Unit(axis)).toRotationMatrix(); }

Places place(const Corner& c, Real rod_angle) {
  const Real arm = std::hypot(0.313, 0.073), rod = std::hypot(0.3295, 0.069), tie = std::hypot(0.378, 0.069),
             kingpin = std::hypot(0.084, 0.302), s = c.side;
  // In the plane of the axle, outwards and up: T ends the rod, K is where circles about the arm's pivot and T meet.
  const Vec2 pivot(0.259, -0.268);
  const Vec2 T(0.1585 + rod * std::cos(rod_angle), 0.03 - rod * std::sin(rod_angle)), d = T - pivot;
  const Real D = d.norm(), along = (arm * arm - kingpin * kingpin + D * D) / (2 * D);
  const Vec2 e = d / D, K = pivot + along * e + std::sqrt(arm * arm - along * along) * Vec2(e[1], -e[0]);
  const auto space = [&](const Vec2& p) { return Vec3(c.x, s * p[0], p[1]); };
  Places out;
  out.top = space(T);
  const Vec3 low = space(K);
  // Points of the carrier in its own axes, origin in the center of the wheel.
  const Vec3 own_low(0, -0.043 * s, -0.127), own_top(0, -0.127 * s, 0.175);
  const Vec3 own_tie(-0.14 * c.behind(), -0.167 * s, 0.175);
  const Vec3 up = out.top - low, own_up = own_top - own_low;
  const Mat3 lean = rotation(0, std::atan2(up[2], up[1]) - std::atan2(own_up[2], own_up[1]));
  // About the kingpin the tie rod decides: |p + q cos(psi) + r sin(psi)| = tie.
  const Vec3 axis = up.normalized(), a = lean * (own_tie - own_low);
  const Vec3 tie_in(c.x - 0.14 * c.behind(), 0.07 * s, 0.03);
  const Vec3 p = low + axis * axis.dot(a) - tie_in, q = a - axis * axis.dot(a), r = axis.cross(a);
  const Real A = 2 * p.dot(q), B = 2 * p.dot(r), C = tie * tie - p.squaredNorm() - q.squaredNorm();
  const Real middle = std::atan2(B, A), half = std::acos(C / std::hypot(A, B));
  const Real one = std::remainder(middle + half, 2 * kPi), two = std::remainder(middle - half, 2 * kPi);
  const Real psi = std::fabs(one) < std::fabs(two) ? one : two;
  out.wheel = Eigen::AngleAxis<Real>(psi, axis).toRotationMatrix() * lean;
  out.wheel_center = low - out.wheel * own_low;
  const Vec2 k = (K - pivot) / arm;
  const Vec3 outwards(0, s * k[0], k[1]), normal(0, -s * k[1], k[0]);
  out.arm.col(0) = Vec3::UnitX();
  out.arm.col(1) = s * outwards;
  out.arm.col(2) = normal;
  out.arm_center = (low + space(pivot)) / 2;
  out.damper_low = low + Vec3(0.075 * c.behind(), 0, 0) - 0.0728438 * outwards - 0.0046671 * normal;
  out.damper_top = Vec3(c.x + 0.075 * c.behind(), s * 0.297, 0.062);
  return out;
}

struct Body {
  Real mass;
  Vec3 inertia, position;
  Mat3 axes;
};

// Chassis, then arm and wheel of each corner.
std::array<Body, 9> bodies(const VecX& q) {
  const Mat3 A = rotation(1, q[3]) * rotation(0, q[4]) * rotation(2, q[5]);
  const Vec3 p = q.head<3>();
  std::array<Body, 9> out;
  out[0] = {kChassisMass, Vec3(130, 1620, 1670), p, A};
  for (int i = 0; i < 4; ++i) {
    const Places c = place(kCorners[i], q[6 + i]);
    out[1 + 2 * i] = {kArmMass, Vec3(0.052099, 0.023235, 0.068864), p + A * c.arm_center, A * c.arm};
    out[2 + 2 * i] = {kWheelMass, Vec3(1.2402, kSpinInertia, 1.2402), p + A * c.wheel_center, A * c.wheel};
  }
  return out;
}

struct Motion {
  std::array<Body, 9> body;
  std::array<Jacobian, 9> velocity, spin;
};

Motion calc_motion(const VecX& q) {
  constexpr Real h = 1e-6;
  Motion m{bodies(q), {}, {}};
  m.velocity.fill(Jacobian::Zero(3, kCoordinates));
  m.spin = m.velocity;
  for (int k = 0; k < kCoordinates; ++k) {
    const std::array<Body, 9> plus = bodies(q + h * unit(k)), minus = bodies(q - h * unit(k));
    for (int i = 0; i < 9; ++i) {
      m.velocity[i].col(k) = (plus[i].position - minus[i].position) / (2 * h);
      const Mat3 S = (plus[i].axes - minus[i].axes) / (2 * h) * m.body[i].axes.transpose();
      m.spin[i].col(k) = Vec3(S(2, 1) - S(1, 2), S(0, 2) - S(2, 0), S(1, 0) - S(0, 1)) / 2;
    }
  }
  return m;
}

// Force of the dampers' springs over their length: the law of the benchmark, or what takes its place.
struct DamperSpring {
  IltisAssumptions::Damper kind;
  bool linear = false;
  std::array<Real, 4> length{}, force{}, slope{};

  static Real law(Real Z) { return -4.0092e6 + Z * (2.8397e7 + Z * (-6.7061e7 + Z * 5.2796e7)); }
  Real operator()(int i, Real Z) const {
    if (!linear) return law(Z);
    if (kind == IltisAssumptions::Damper::kTimesLength) return kCorners[i].damper_stiffness() * Z;
    return force[i] + slope[i] * (Z - length[i]);
  }
};

// M a + ... - Q with q'' = 0, for the ten coordinates.
VecX residual(const VecX& q, const VecX& v, const IltisAssumptions& with, const DamperSpring& damper) {
  constexpr Real h = 1e-5, dt = 1e-4;
  const Motion now = calc_motion(q), later = calc_motion(q + dt * v), before = calc_motion(q - dt * v);
  VecX r = VecX::Zero(kCoordinates);
  for (int i = 0; i < 9; ++i) {
    const Body& b = now.body[i];
    const Vec3 acceleration = (later.velocity[i] - before.velocity[i]) * v / (2 * dt),
               alpha = (later.spin[i] - before.spin[i]) * v / (2 * dt), omega = now.spin[i] * v;
    const Mat3 I = b.axes * b.inertia.asDiagonal() * b.axes.transpose();
    const Vec3 axis = b.axes.col(1);
    Vec3 force = b.mass * (acceleration + kG * Vec3::UnitZ()), moment = I * alpha + omega.cross(I * omega);
    if (i > 0 && i % 2 == 0) {  // a wheel: spin at a constant rate, and the road
      const Corner& c = kCorners[i / 2 - 1];
      moment += kSpinInertia * with.speed / c.radius() * omega.cross(axis);
      const Vec3 up = Vec3::UnitZ(), ex = axis.cross(up).normalized(), ey = up.cross(ex),
                 ez = ex.cross(axis).normalized();
      Vec3 contact = -b.position[2] / ez[2] * ez, road = kTyre * (c.radius() - b.position[2]) * up;
      if (with.lateral) {
        const Vec3 u = now.velocity[i] * v;
        const Real camber = std::atan(axis.dot(up) / ez.dot(up)), slip = std::atan(u.dot(ey) / u.dot(ex));
        contact -= (c.front ? 0.06553 : 0.06142) * ex;
        road -= (c.front ? 2082.05 : 2008.1) * u.dot(ey) * ey;
        moment -= (c.front ? 6925 : 6600) * camber * ex + (c.front ? 41641 : 40162) * slip * up;
      }
      force -= road;
      moment -= contact.cross(road);
    }
    r += now.velocity[i].transpose() * force + now.spin[i].transpose() * moment;
  }
  for (int i = 0; i < 4; ++i) {
    const Places c = place(kCorners[i], q[6 + i]), plus = place(kCorners[i], q[6 + i] + h),
                 minus = place(kCorners[i], q[6 + i] - h);
    const Real Z_q = (plus.damper_length() - minus.damper_length()) / (2 * h),
               top_q = (plus.top[2] - minus.top[2]) / (2 * h);
    r[6 + i] += (damper(i, c.damper_length()) + kDamping * Z_q * v[6 + i]) * Z_q;
    r[6 + i] -= kLeaf * (0.037 - c.top[2] - 0.152) * top_q;
  }
  return r;
}

MatX differences(const VecX& x, const auto& f) {
  constexpr Real h = 1e-4;
  MatX out(kCoordinates, kCoordinates);
  for (int k = 0; k < kCoordinates; ++k) out.col(k) = (f(x + h * unit(k)) - f(x - h * unit(k))) / (2 * h);
  return out;
}

// At rest, with the nonlinear law; x, y and yaw stay zero.
VecX find_equilibrium() {
  VecX q = VecX::Zero(kCoordinates);
  q[2] = 0.563;
  q.tail<4>().setConstant(std::atan2(0.069, 0.3295));
  const IltisAssumptions rest{.speed = 0};
  const std::array<int, 7> free = {2, 3, 4, 6, 7, 8, 9};
  for (int round = 0; round < 12; ++round) {
    const auto f = [&](const VecX& x) { return residual(x, VecX::Zero(kCoordinates), rest, {rest.damper}); };
    const MatX K = differences(q, f);
    q(free) -= MatX(K(free, free)).partialPivLu().solve(f(q)(free));
  }
  return q;
}

}  // namespace

std::vector<std::complex<double>> calc_iltis_modes(const IltisAssumptions& with) {
  const VecX q = find_equilibrium();
  DamperSpring damper{with.damper, true};
  for (int i = 0; i < 4; ++i) {
    const Real Z = damper.length[i] = place(kCorners[i], q[6 + i]).damper_length();
    damper.force[i] = DamperSpring::law(Z);
    damper.slope[i] = 2.8397e7 + Z * (-2 * 6.7061e7 + Z * 3 * 5.2796e7);
  }
  const VecX v = with.speed * unit(0);
  const MatX K = differences(q, [&](const VecX& x) { return residual(x, v, with, damper); });
  const MatX C = differences(v, [&](const VecX& x) { return residual(q, x, with, damper); });
  MatX M = MatX::Zero(kCoordinates, kCoordinates);
  const Motion m = calc_motion(q);
  for (int i = 0; i < 9; ++i) {
    const Body& b = m.body[i];
    const Mat3 I = b.axes * b.inertia.asDiagonal() * b.axes.transpose();
    M += b.mass * m.velocity[i].transpose() * m.velocity[i] + m.spin[i].transpose() * I * m.spin[i];
  }
  constexpr int n = kCoordinates;
  MatX A = MatX::Zero(2 * n, 2 * n);
  A.topRightCorner(n, n).setIdentity();
  const Eigen::PartialPivLU<MatX> lu(M);
  A.bottomLeftCorner(n, n) = -lu.solve(K);
  A.bottomRightCorner(n, n) = -lu.solve(C);
  const auto values = Eigen::EigenSolver<MatX>(A, false).eigenvalues();
  std::vector<std::complex<double>> out;
  for (int i = 0; i < 2 * n; ++i)
    if (values[i].imag() >= 0)
      out.emplace_back(static_cast<double>(values[i].real()), static_cast<double>(values[i].imag()));
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
  return out;
}

}  // namespace invar::oracles
