// Potential energy written as a formula of generalized coordinates (bodies of type `coordinate`), e.g. m*g*l*sin(theta).
// Gradient and Hessian are exact where the formula has derivatives (functions/expression.h), else by differences of high order
// (core/differences.h). The discrete gradient is the general one (discrete/gonzalez.h).
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "invar/core/differences.h"
#include "invar/core/suggest.h"
#include "invar/discrete/gonzalez.h"
#include "invar/forces/types.h"
#include "invar/functions/expression.h"
#include "invar/parts/force_part.h"
#include "invar/parts/read_places.h"
#include "invar/spec/formula_names.h"

namespace invar {

namespace {

class FormulaPotential final : public SmoothPotential {
 public:
  explicit FormulaPotential(Expression energy) : energy_(std::move(energy)) {}

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
  Expression::Jet along(Vec q, const LocalVector& direction) const {
    return energy_.eval_jet(std::span<const double>(q.data(), q.size()),
                            std::span<const double>(direction.data(), direction.size()));
  }

  Expression energy_;
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
