// Maxwell element: spring and damper in series between two points. With the length l of the element and the length z of its
// damper the tension is F = k (l - z); the damper flows, z' = F/c. So the tension relaxes with c/k: viscoelastic buffers, and
// in parallel with a spring the standard linear solid.
//
//   energy  H = k (l - z)^2/2,   dissipated power F^2/c
//
// Across a step, with the squared lengths e as invariants and the mean lengths l_m, z_m,
//
//   (L1)  F_m = k (l_m - z_m),  z1 - z0 = h F_m/c,  Q_bar = -e_q_bar^T F_m/(l0 + l1)
//
// the work is exact: -Q_bar . (q1 - q0) = F_m (l1 - l0) = H1 - H0 + h F_m^2/c.
#include "invar/discrete/length_law.h"
#include "invar/discrete/rank_update.h"
#include "invar/forces/types.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"
#include "invar/terms/memory_force.h"

namespace invar {

namespace {

class MaxwellForce final : public MemoryForce {
 public:
  MaxwellForce(QuadraticMap map, double k, double c, double tension)
      : map_(std::move(map)), k_(k), c_(c), tension_(tension) {
    map_.compile();
  }

  WorkAccount account() const override { return WorkAccount::kDissipated; }
  std::vector<VariableInfo> internals() const override { return {{"", "damper_length", "m"}}; }
  void set_start(const At& at, VecOut z) const override { z[0] = length(at.q) - tension_ / k_; }

  void add_Q(const At& at, VecOut Q) const override {
    const double l = length(at.q);
    LocalMatrix J = Matrix::Zero(1, map_.size());
    map_.add_e_q(0, at.q, J);
    Q -= (k_ * (l - at.z[0]) / (2 * l)) * J.row(0).transpose();
  }

  void add_rate(const At& at, VecOut z_dot) const override { z_dot[0] += k_ / c_ * (length(at.q) - at.z[0]); }

  double H(Vec q, Vec z) const override {
    const double x = length(q) - z[0];
    return 0.5 * k_ * x * x;
  }

  // F (l' - z'), with l' = e'/(2 l).
  double calc_H_rate(const At& at, Vec z_dot) const override {
    const double l = length(at.q);
    LocalMatrix J = Matrix::Zero(1, map_.size());
    map_.add_e_q(0, at.q, J);
    return k_ * (l - at.z[0]) * (J.row(0).dot(at.v) / (2 * l) - z_dot[0]);
  }

  // Of sigma = F/(2 l), with dl/de = 1/(2 l).
  void add_derivatives(const At& at, MemoryDerivatives& out) const override {
    const double l = length(at.q), F = k_ * (l - at.z[0]);
    LocalMatrix J = Matrix::Zero(1, map_.size()), S(1, 1);
    LocalVector sigma(1);
    map_.add_e_q(0, at.q, J);
    S(0, 0) = -(k_ - F / l) / (4 * l * l);
    sigma[0] = -F / (2 * l);
    add_rank_update(J, S, J, out.Q_q);
    map_.add_e_qq(0, at.q, sigma, out.Q_q);
    out.Q_z.col(0) += (k_ / (2 * l)) * J.row(0).transpose();
    out.f_q.row(0) += (k_ / c_ / (2 * l)) * J.row(0);
    out.f_z(0, 0) -= k_ / c_;
  }

  void add_Q_bar(const Across& pair, VecOut Q, VecOut z1) const override {  // (L1)
    const double l0 = length(pair.q0), l1 = length(pair.q1), F = calc_mean_tension(pair, l0, l1);
    LocalVector sigma(1);
    sigma[0] = -F / (l0 + l1);
    map_.add_weighted_e_q_bar(0, pair.q0, 0, pair.q1, sigma, Q);
    z1[0] = pair.z0[0] + pair.h() * F / c_;
  }

  void add_Q_bar_tangent(const Across& pair, MatOut K) const override {
    const double l0 = length(pair.q0), l1 = length(pair.q1), F = calc_mean_tension(pair, l0, l1), sum = l0 + l1;
    LocalMatrix J = Matrix::Zero(1, map_.size()), J1 = J, S(1, 1);
    LocalVector sigma(1);
    sigma[0] = -F / sum;
    S(0, 0) = -(0.5 * mean_stiffness(pair) - F / sum) / (sum * 2 * l1);
    map_.add_e_q_bar(0, pair.q0, 0, pair.q1, J);
    map_.add_e_q(0, pair.q1, J1);
    add_rank_update(J, S, J1, K);
    map_.add_e_q_bar_tangent(0, pair.q0, 0, pair.q1, sigma, K);
  }

  double tension(Vec q, Vec z) const { return k_ * (length(q) - z[0]); }

 private:
  // Where the points meet, the line between them has no direction.
  double length(Vec q) const {
    LocalVector e = Vector::Zero(1);
    map_.add_e(0, q, e);
    return std::max(calc_length(e[0]), kZeroLength);
  }
  double mean_stiffness(const Across& pair) const { return k_ / (1 + 0.5 * pair.h() * k_ / c_); }
  double calc_mean_tension(const Across& pair, double l0, double l1) const {
    return mean_stiffness(pair) * (0.5 * (l0 + l1) - pair.z0[0]);
  }

  QuadraticMap map_;
  double k_, c_, tension_;
};

std::unique_ptr<Part> make_maxwell(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto [A, B] = read_two_points(params, builder);
  QuadraticMap map(builder.layout());
  const AffineVector d = B.point - A.point;
  map.add_dot(map.add_row("squared_length"), d, d);
  const Layout& layout = builder.layout();
  if (!(calc_length(calc_invariant(layout, map, builder.q())) > kZeroLength))
    params.fail("between", "names two points at the same place, which leaves the direction open",
                "move them apart (at_1, at_2)");
  auto part = std::make_unique<ForcePart>(name, "maxwell", builder.assembly());
  const auto nodes = map.nodes();
  auto term = std::make_unique<MaxwellForce>(map, params.number("stiffness"), params.number("damping"),
                                             params.number("tension"));
  const MaxwellForce& force = *term;
  part->add_memory_force(nodes, std::move(term));
  const int z = static_cast<int>(layout.internals().size()) - 1;
  part->add_channel("length", "m", kNeedsState,
                    [&layout, map](const Snapshot& s) { return calc_length(calc_invariant(layout, map, s.q)); });
  part->add_channel("tension", "N", kNeedsState, [&layout, &force, nodes, z](const Snapshot& s) {
    return force.tension(gather(layout, nodes, s.q), s.z.segment(z, 1));
  });
  part->offer_wrench_between(A, B, false);
  part->set_drawing(draw_between("damper", A, B));
  return part;
}

}  // namespace

PartType maxwell_type() {
  PartType type;
  type.name = "maxwell";
  type.doc =
      "spring and damper in series between two points: the tension relaxes with the time damping/stiffness. Beside a "
      "spring_damper it makes the standard linear solid. Channels length, damper_length, tension, force.* (on the "
      "second "
      "place), energy, power";
  type.reference = "exact work and dissipation of the midpoint rule in the squared length";
  type.schema = two_points_schema();
  type.schema.number("stiffness", "N/m", "of the spring").required().positive();
  type.schema.number("damping", "N s/m", "of the damper").required().positive();
  type.schema.number("tension", "N", "in the element as the run starts; in an equilibrium there is none")
      .default_value(0.0);
  type.make = make_maxwell;
  return type;
}

}  // namespace invar
