// Potential energy written as a formula of generalized coordinates (bodies of type `coordinate`), e.g. m*g*l*sin(theta).
// Gradient and Hessian by differences of high order (core/differences.h). The discrete gradient is the mean of the
// gradient over the straight path between the two configurations, made exact along it:
//
//   (F1)  g_m = int_0^1 U_q(q0 + s d) ds  (Gauss, 4 points),   d = q1 - q0
//   (F2)  U_q_bar = g_m + d (U1 - U0 - g_m . d)/(d . d)        [Gonzalez1996] eq. (16)
//
// For one coordinate (F2) is the quotient of differences. Where d is so short that (F2) would divide rounding by
// rounding, (F1) is exact by itself.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "invar/core/differences.h"
#include "invar/core/suggest.h"
#include "invar/forces/force_part.h"
#include "invar/forces/places.h"
#include "invar/forces/types.h"

namespace invar {

namespace {

constexpr std::array<std::pair<double, double>, 4> kGauss = {{{0.0694318442029737124, 0.173927422568726929},
                                                              {0.3300094782075718676, 0.326072577431273071},
                                                              {0.6699905217924281324, 0.326072577431273071},
                                                              {0.9305681557970262876, 0.173927422568726929}}};
constexpr double kShort = 1e-3;  // below, (F1) with 4 points is exact to rounding for functions of unit scale

class FormulaPotential final : public Potential {
 public:
  explicit FormulaPotential(Expression energy) : energy_(std::move(energy)) {}

  double U(Vec q) const override { return energy_.eval(std::span<const double>(q.data(), q.size())); }

  void add_U_q(Vec q, VecOut g) const override {
    LocalVector x = q;
    for (int i = 0; i < q.size(); ++i) {
      g[i] += calc_derivative<1>([&](double y) { return x[i] = y, value(x); }, q[i]);
      x[i] = q[i];
    }
  }

  void add_U_qq(Vec q, MatOut K) const override {
    LocalVector second(q.size());
    for (int i = 0; i < q.size(); ++i) K(i, i) += second[i] = second_along(q, i, i);
    for (int i = 0; i < q.size(); ++i)
      for (int j = 0; j < i; ++j) {
        const double mixed = 0.5 * (second_along(q, i, j) - second[i] - second[j]);
        K(i, j) += mixed;
        K(j, i) += mixed;
      }
  }

  void add_U_q_bar(Vec q0, Vec q1, VecOut g) const override {
    const LocalVector d = q1 - q0, g_m = calc_mean_gradient(q0, d);
    g += g_m;
    if (const double dd = d.squaredNorm(); dd > kShort * kShort) g += ((U(q1) - U(q0) - g_m.dot(d)) / dd) * d;
  }

  void add_U_q_bar_tangent(Vec q0, Vec q1, MatOut K) const override {
    const int n = static_cast<int>(q0.size());
    const LocalVector d = q1 - q0;
    LocalMatrix T = Matrix::Zero(n, n), H(n, n);
    for (const auto& [s, w] : kGauss) {
      H.setZero();
      add_U_qq(q0 + s * d, H);
      T += (w * s) * H;
    }
    K += T;
    const double dd = d.squaredNorm();
    if (!(dd > kShort * kShort)) return;
    const LocalVector g_m = calc_mean_gradient(q0, d);
    const double c = (U(q1) - U(q0) - g_m.dot(d)) / dd;
    LocalVector g1 = Vector::Zero(n);
    add_U_q(q1, g1);
    LocalVector c_q = g1 - g_m - 2 * c * d;
    c_q.noalias() -= T.transpose() * d;
    K += c * Matrix::Identity(n, n) + d * c_q.transpose() / dd;
  }

 private:
  double value(const LocalVector& x) const { return energy_.eval(std::span<const double>(x.data(), x.size())); }

  // Second derivative in the direction e_i + e_j, or e_i if they are the same.
  double second_along(Vec q, int i, int j) const {
    LocalVector x = q;
    const auto along = [&](double s) {
      x[i] = q[i] + s;
      if (j != i) x[j] = q[j] + s;
      return value(x);
    };
    return calc_derivative<2>(along, 0);
  }

  LocalVector calc_mean_gradient(Vec q0, const LocalVector& d) const {
    LocalVector g = Vector::Zero(q0.size()), one(q0.size());
    for (const auto& [s, w] : kGauss) {
      one.setZero();
      add_U_q(q0 + s * d, one);
      g += w * one;
    }
    return g;
  }

  Expression energy_;
};

std::unique_ptr<Part> make_potential(const std::string& name, const Params& params, ModelBuilder& builder) {
  const SpecNode node = params.node("energy");
  const std::string& text = params.text("energy");
  const Layout& layout = builder.layout();
  std::vector<std::string> variables, known;
  std::vector<int> nodes;
  Expression::Constants constants;
  for (const auto& n : layout.nodes())
    if (n.kind == NodeKind::kScalar && is_identifier(n.name)) known.push_back(n.name);
  for (const auto& used : Expression::free_names(text, node.location(), node.path())) {
    bool found = false;
    for (size_t i = 0; i < layout.nodes().size() && !found; ++i) {
      if (layout.node(static_cast<int>(i)).kind != NodeKind::kScalar || layout.node(static_cast<int>(i)).name != used)
        continue;
      found = true;
      variables.push_back(used);
      nodes.push_back(static_cast<int>(i));
    }
    if (found) continue;
    const auto value = node.scope() ? node.scope()->find(used) : std::nullopt;
    if (!value) {
      if (node.scope())
        for (const auto& parameter : node.scope()->names()) known.push_back(parameter);
      params.fail("energy", fmt::format("has the unknown name \"{}\"", used), suggestion(used, known));
    }
    constants.emplace_back(used, *value);
  }
  if (nodes.empty())
    params.fail("energy", "does not depend on a coordinate", "name bodies of type coordinate, e.g. m*g*l*sin(theta)");
  if (static_cast<int>(nodes.size()) > kMaxLocal)
    params.fail("energy", fmt::format("depends on {} coordinates, more than {}", nodes.size(), kMaxLocal),
                "write it as a sum of several forces");
  auto term = std::make_unique<FormulaPotential>(Expression(text, variables, constants, node.location(), node.path()));
  const LocalVector q = gather(layout, nodes, builder.q());
  LocalVector gradient = Vector::Zero(q.size());
  term->add_U_q(q, gradient);
  if (!std::isfinite(term->U(q)) || !gradient.allFinite())
    params.fail("energy", "is not finite in the initial configuration", "");
  auto part = std::make_unique<ForcePart>(name, "potential", builder.assembly());
  part->add_potential(nodes, std::move(term));
  return part;
}

}  // namespace

PartType potential_type() {
  PartType type;
  type.name = "potential";
  type.doc =
      "potential energy as a formula of generalized coordinates, i.e. of the names of bodies of type coordinate. "
      "Channels energy, power";
  type.reference = "[Yoon] eq. (31); [Gonzalez1996]";
  type.schema.text("energy", "formula [J], e.g. m*g*l*sin(theta)").required();
  type.make = make_potential;
  return type;
}

}  // namespace invar
