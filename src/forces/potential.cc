// Potential energy written as a formula of generalized coordinates (bodies of type `coordinate`), e.g. m*g*l*sin(theta).
// Gradient and Hessian are exact where the formula can be read as a tree (functions/expression_tree.h), else by differences of
// high order (core/differences.h). The discrete gradient is the mean of the
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
#include <limits>
#include <optional>

#include "invar/core/differences.h"
#include "invar/core/local_matrix.h"
#include "invar/core/suggest.h"
#include "invar/forces/types.h"
#include "invar/functions/expression_tree.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"
#include "invar/spec/formula_names.h"

namespace invar {

namespace {

constexpr std::array<std::pair<double, double>, 4> kGauss = {{{0.0694318442029737124, 0.173927422568726929},
                                                              {0.3300094782075718676, 0.326072577431273071},
                                                              {0.6699905217924281324, 0.326072577431273071},
                                                              {0.9305681557970262876, 0.173927422568726929}}};
constexpr double kShort = 1e-3;  // below, (F1) with 4 points is exact to rounding for functions of unit scale
constexpr double kClear = 64;    // times rounding: a gap of energy that (F1) really leaves, however short the path

class FormulaPotential final : public Potential {
 public:
  FormulaPotential(Expression energy, std::optional<ExpressionTree> tree)
      : energy_(std::move(energy)), tree_(std::move(tree)) {}

  double U(Vec q) const override { return energy_.eval(std::span<const double>(q.data(), q.size())); }

  void add_U_q(Vec q, VecOut g) const override {
    LocalVector x = q, direction = Vector::Zero(q.size());
    for (int i = 0; i < q.size(); ++i) {
      direction[i] = 1;
      const double exact = along(q, direction).first;
      direction[i] = 0;
      if (std::isfinite(exact)) {
        g[i] += exact;
        continue;
      }
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
    if (const auto c = calc_correction(q0, q1, d, g_m)) g += *c * d;
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
    const LocalVector g_m = calc_mean_gradient(q0, d);
    const auto c = calc_correction(q0, q1, d, g_m);
    if (!c) return;
    LocalVector g1 = Vector::Zero(n);
    add_U_q(q1, g1);
    LocalVector c_q = g1 - g_m - 2 * *c * d;
    c_q.noalias() -= T.transpose() * d;
    K.diagonal().array() += *c;
    K += (d / d.squaredNorm()).lazyProduct(c_q.transpose());
  }

 private:
  double value(const LocalVector& x) const { return energy_.eval(std::span<const double>(x.data(), x.size())); }

  // Second derivative in the direction e_i + e_j, or e_i if they are the same.
  double second_along(Vec q, int i, int j) const {
    LocalVector x = q, direction = Vector::Zero(q.size());
    direction[i] = direction[j] = 1;
    if (const double exact = along(q, direction).second; std::isfinite(exact)) return exact;
    const auto shifted = [&](double s) {
      x[i] = q[i] + s;
      if (j != i) x[j] = q[j] + s;
      return value(x);
    };
    return calc_derivative<2>(shifted, 0);
  }

  // Derivatives along a direction; not finite where only differences can tell.
  ExpressionTree::Jet along(Vec q, const LocalVector& direction) const {
    if (!tree_) return {0, std::nan(""), std::nan("")};
    return tree_->eval(std::span<const double>(q.data(), q.size()),
                       std::span<const double>(direction.data(), direction.size()));
  }

  // The factor of d in (F2), or nothing where it would be rounding divided by rounding.
  std::optional<double> calc_correction(Vec q0, Vec q1, const LocalVector& d, const LocalVector& g_m) const {
    const double U0 = U(q0), U1 = U(q1), gap = U1 - U0 - g_m.dot(d), dd = d.squaredNorm();
    const double rounding = std::numeric_limits<double>::epsilon() * (std::abs(U0) + std::abs(U1));
    if (dd > kShort * kShort || (dd > 0 && std::abs(gap) > kClear * rounding)) return gap / dd;
    return std::nullopt;
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
  std::optional<ExpressionTree> tree_;
};

std::unique_ptr<Part> make_potential(const std::string& name, const Params& params, PartBuilder& builder) {
  const SpecNode node = params.node("energy");
  const std::string& text = params.text("energy");
  const Layout& layout = builder.layout();
  std::vector<std::string> variables, known;
  std::vector<int> nodes;
  Expression::Constants constants;
  for (const auto& n : layout.nodes())
    if (n.kind == NodeKind::kScalar && is_identifier(n.name)) known.push_back(n.name);
  refuse_dotted_names(text, node.location(), node.path(), known,
                      node.scope() ? node.scope()->names() : std::vector<std::string>{});
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
  Expression energy(text, variables, constants, node.location(), node.path());
  auto tree = ExpressionTree::make(energy, variables, constants);
  auto term = std::make_unique<FormulaPotential>(std::move(energy), std::move(tree));
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
