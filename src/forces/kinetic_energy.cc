// Kinetic energy written as a formula of generalized coordinates and their rates (bodies of type `coordinate`) and of t:
//
//   motion: {type: kinetic_energy, energy: 0.5*m*l^2*(2/3 + 2*sin(theta)^2)*theta.rate^2}
//
// It is a polynomial of second degree in the rates u, which its form must show. With unit rates e_i, scaled by powers of
// two s_i so that each alone gives about the same energy,
//
//   (F1)  M_tt = 2 T(0),   M_ti = (T(s_i) - T(-s_i))/(2 s_i),   M_ii = (T(s_i) + T(-s_i) - 2 T(0))/s_i^2
//   (F2)  M_ij = (T(s_i, s_j) - T(s_i, -s_j))/(2 s_i s_j) - M_tj/s_i
//
// for the values and for the derivatives along a line of (t, q), which the formula carries along exactly
// (functions/expression.h). Parts that the formula does not have are not evaluated.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/core/suggest.h"
#include "invar/forces/types.h"
#include "invar/functions/expression.h"
#include "invar/parts/force_part.h"
#include "invar/spec/dotted_names.h"

namespace invar {

namespace {

constexpr const char* kKineticHint = "e.g. 0.5*m*l^2*theta.rate^2 for a body theta of type coordinate";

class FormulaInertia final : public VariableInertia {
 public:
  // Variables of the formula: t, coordinates, rates. `degrees` as of Expression::find_degrees.
  FormulaInertia(Expression energy, int size, unsigned degrees)
      : energy_(std::move(energy)), n_(size), linear_((degrees & 2) != 0), constant_((degrees & 1) != 0) {
    for (int i = 0; i < n_; ++i)
      if (energy_.depends_on(rate(i))) rates_.push_back(i);
    for (int k = 0; k <= n_; ++k) depends_.push_back(energy_.depends_on(k));
    scales_.setOnes(n_);
  }

  bool depends_on(int k) const override { return depends_[k]; }

  // So that (F2) loses no digits where coordinates have masses of different sizes.
  void set_scales(const InertiaVector& x) {
    MassJet jet;
    calc_M(x, InertiaVector::Zero(n_ + 1), jet);
    for (const int i : rates_)
      if (const double m = jet.value(i + 1, i + 1); std::isfinite(m) && m > 0)
        scales_[i] = std::exp2(-std::round(0.5 * std::log2(m)));
  }

  void calc_M(const InertiaVector& x, const InertiaVector& dx, MassJet& out) const override {
    for (InertiaMatrix* M : {&out.value, &out.first, &out.second}) M->setZero(n_ + 1, n_ + 1);
    Point p{{}, {}};
    std::copy_n(x.data(), n_ + 1, p.at.begin());
    std::copy_n(dx.data(), n_ + 1, p.along.begin());
    const Expression::Jet none{}, rest = constant_ ? eval(p) : none;
    set(out, 0, 0, [&](auto part) { return 2 * (rest.*part); });
    for (const int i : rates_) {
      const double s = scales_[i];
      const auto plus = eval(p, i, s), minus = linear_ ? eval(p, i, -s) : plus;
      if (linear_) set(out, 0, i + 1, [&](auto part) { return (plus.*part - minus.*part) / (2 * s); });
      set(out, i + 1, i + 1, [&](auto part) { return (plus.*part + minus.*part - 2 * (rest.*part)) / (s * s); });
    }
    for (const int i : rates_)
      for (const int j : rates_) {
        if (j >= i) break;
        const double s = scales_[i], r = scales_[j];
        const auto sum = eval(p, i, s, j, r), difference = eval(p, i, s, j, -r);
        set(out, i + 1, j + 1, [&](auto part) { return (sum.*part - difference.*part) / (2 * s * r); });
        if (!linear_) continue;
        out.value(i + 1, j + 1) = out.value(j + 1, i + 1) -= out.value(0, j + 1) / s;
        out.first(i + 1, j + 1) = out.first(j + 1, i + 1) -= out.first(0, j + 1) / s;
        out.second(i + 1, j + 1) = out.second(j + 1, i + 1) -= out.second(0, j + 1) / s;
      }
  }

 private:
  // Arguments of the formula and their direction.
  struct Point {
    std::array<double, 2 * kMaxInertia> at, along;
  };
  int rate(int i) const { return 1 + n_ + i; }

  Expression::Jet eval(Point& p, int i = -1, double u_i = 0, int j = -1, double u_j = 0) const {
    if (i >= 0) p.at[rate(i)] = u_i;
    if (j >= 0) p.at[rate(j)] = u_j;
    const auto size = static_cast<std::size_t>(1 + 2 * n_);
    const auto jet =
        energy_.eval_jet(std::span<const double>(p.at.data(), size), std::span<const double>(p.along.data(), size));
    if (i >= 0) p.at[rate(i)] = 0;
    if (j >= 0) p.at[rate(j)] = 0;
    return jet;
  }

  template <class Part>
  static void set(MassJet& out, int i, int j, Part&& part) {
    using Jet = Expression::Jet;
    out.value(i, j) = out.value(j, i) = part(&Jet::value);
    out.first(i, j) = out.first(j, i) = part(&Jet::first);
    out.second(i, j) = out.second(j, i) = part(&Jet::second);
  }

  Expression energy_;
  int n_;
  bool linear_, constant_;  // parts of T of first degree and of degree zero in the rates
  std::vector<int> rates_;  // those that occur
  std::vector<bool> depends_;
  InertiaVector scales_;
};

class KineticEnergyPart final : public Part {
 public:
  KineticEnergyPart(std::string name, const Assembly& assembly, int index)
      : Part(std::move(name), "kinetic_energy"), assembly_(&assembly), index_(index) {}

  void offer_channels(ChannelList& out) const override {
    out.add(name() + ".energy", "J", kNeedsVelocity, [this](const Snapshot& s) {
      const auto& placed = assembly_->variable_inertias[index_];
      const Layout& layout = assembly_->layout;
      const LocalVector q = gather(layout, placed.nodes, s.q), v = gather(layout, placed.nodes, s.v);
      return placed.term->T({s.t, q, v});
    });
  }

 private:
  const Assembly* assembly_;
  int index_;
};

// The coordinates that a formula names, by value or by rate.
struct KineticNames {
  std::vector<int> nodes;
  std::vector<std::string> values, rates;
  Expression::Constants constants;
};

KineticNames find_kinetic_names(const Params& params, const std::string& text, const Layout& layout) {
  const SpecNode node = params.node("energy");
  KineticNames names;
  const auto used = Expression::free_names(text, node.location(), node.path());
  const auto is_used = [&](const std::string& name) { return std::find(used.begin(), used.end(), name) != used.end(); };
  std::vector<std::string> taken = {"t"}, known;
  for (size_t i = 0; i < layout.nodes().size(); ++i) {
    const Node& n = layout.node(static_cast<int>(i));
    if (n.kind != NodeKind::kScalar || !is_identifier(n.name)) continue;
    const std::string rate = n.name + "_rate";
    known.insert(known.end(), {n.name, n.name + ".rate"});
    if (!is_used(n.name) && !is_used(rate)) continue;
    names.nodes.push_back(static_cast<int>(i));
    names.values.push_back(n.name);
    names.rates.push_back(rate);
    taken.insert(taken.end(), {n.name, rate});
  }
  for (const auto& name : used) {
    std::optional<double> value;
    if (node.scope()) value = node.scope()->find(name);
    const auto meanings = std::count(taken.begin(), taken.end(), name) + value.has_value();
    if (meanings > 1)
      params.fail(
          "energy",
          fmt::format("has the ambiguous name \"{}\": a coordinate, a rate, the time and a parameter may not share one",
                      name),
          "rename the parameter or the body");
    if (meanings == 0) {
      if (node.scope())
        for (const auto& parameter : node.scope()->names()) known.push_back(parameter);
      params.fail("energy", fmt::format("has the unknown name \"{}\"", name), suggestion(name, known));
    }
    if (value) names.constants.emplace_back(name, *value);
  }
  return names;
}

std::unique_ptr<Part> make_kinetic_energy(const std::string& name, const Params& params, PartBuilder& builder) {
  const SpecNode node = params.node("energy");
  const std::string text = flatten_names(params.text("energy"));
  const Layout& layout = builder.layout();
  const KineticNames names = find_kinetic_names(params, text, layout);
  const int n = static_cast<int>(names.nodes.size());
  if (n == 0) params.fail("energy", "does not depend on the rate of a coordinate", kKineticHint);
  if (n + 1 > kMaxInertia)
    params.fail("energy", fmt::format("depends on {} coordinates, more than {}", n, kMaxInertia - 1),
                "write it as a sum of several forces");
  std::vector<std::string> variables = {"t"};
  variables.insert(variables.end(), names.values.begin(), names.values.end());
  variables.insert(variables.end(), names.rates.begin(), names.rates.end());
  Expression formula(text, variables, names.constants, node.location(), node.path());
  std::vector<bool> is_rate(variables.size(), false);
  std::fill(is_rate.begin() + 1 + n, is_rate.end(), true);
  const auto degrees = formula.find_degrees(is_rate);
  if (!degrees)
    params.fail("energy", "is no polynomial of second degree in the rates",
                "rates may occur as u, u^2 and u*w, times formulas of coordinates and t");
  if ((*degrees & 4) == 0) params.fail("energy", "has no term with the square of a rate", kKineticHint);

  auto term = std::make_unique<FormulaInertia>(std::move(formula), n, *degrees);
  InertiaVector x(n + 1), v = gather(layout, names.nodes, builder.v());
  x << 0, gather(layout, names.nodes, builder.q());
  term->set_scales(x);
  InertiaVector c = InertiaVector::Zero(n), J_q = c;
  InertiaMatrix K = InertiaMatrix::Zero(n, n), C = K;
  term->add_force({0, x.tail(n), v}, c, J_q);
  term->add_force_derivatives({0, x.tail(n), v}, K, C);
  if (!std::isfinite(term->T({0, x.tail(n), v})) || !c.allFinite() || !K.allFinite())
    params.fail("energy", "or a derivative of it is not finite in the initial configuration", "");
  const int index = builder.assembly().add_variable_inertia(name, names.nodes, std::move(term));
  return std::make_unique<KineticEnergyPart>(name, builder.assembly(), index);
}

}  // namespace

PartType kinetic_energy_type() {
  PartType type;
  type.name = "kinetic_energy";
  type.doc =
      "kinetic energy as a formula of generalized coordinates and their rates, for models in minimal coordinates: "
      "theta "
      "and theta.rate of a body theta of type coordinate, and the time t; of second degree in the rates. Motion "
      "prescribed "
      "by t does work, which is booked as applied. Methods ep and explicit. Channel energy";
  type.reference = "[Braun2012] eqs. (1), (24); [Yoon] eq. (1)";
  type.schema.text("energy", "formula [J], e.g. 0.5*m*l^2*(1 + sin(theta)^2)*theta.rate^2").required();
  type.make = make_kinetic_energy;
  return type;
}

}  // namespace invar
