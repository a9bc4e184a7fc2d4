// A quantity that the exact motion keeps besides the energy, written as a formula:
//
//   axial: {type: conserved, formula: "m*(p.x*p.y_rate - p.y*p.x_rate)", unit: kg m^2/s}
//
// Every run reports how far it drifts. The method `explicit` with energy = braun corrects it together with the energy:
// Phi_e of [Braun2012] eq. (18) "can represent a nonenergy type conserved quantity as well". That it is conserved by the
// equations of motion is checked before a run.
#include <fmt/format.h>

#include <cmath>

#include "invar/core/gather.h"
#include "invar/nonholonomic/state_formula.h"
#include "invar/nonholonomic/types.h"

namespace invar {

namespace {

class FormulaInvariant final : public Invariant {
 public:
  explicit FormulaInvariant(StateFormula formula) : formula_(std::move(formula)) {}
  double value(const At& at) const override { return formula_.value(at.t, at.q, at.v); }
  double calc_rate_t(const At& at) const override { return formula_.calc_t(at.t, at.q, at.v); }
  void add_q(const At& at, VecOut gradient) const override { formula_.add_q(at.t, at.q, at.v, gradient); }
  void add_v(const At& at, VecOut gradient) const override { formula_.add_v(at.t, at.q, at.v, gradient); }

 private:
  StateFormula formula_;
};

class ConservedPart final : public Part {
 public:
  ConservedPart(std::string name, std::string unit, int index, const Assembly& assembly)
      : Part(std::move(name), "conserved"), unit_(std::move(unit)), index_(index), assembly_(assembly) {}

  void offer_channels(ChannelList& out) const override {
    out.add(name() + ".value", unit_, kNeedsState, [this](const Snapshot& s) {
      const auto& placed = assembly_.invariants[index_];
      const LocalVector q = gather(assembly_.layout, placed.nodes, s.q),
                        v = gather(assembly_.layout, placed.nodes, s.v_raw);
      return placed.term->value({s.t, q, v});
    });
  }

 private:
  std::string unit_;
  int index_;
  const Assembly& assembly_;
};

std::unique_ptr<Part> make_conserved(const std::string& name, const Params& params, PartBuilder& builder) {
  CoordinateReader reader(builder.layout());
  const SpecNode node = params.node("formula");
  StateFormula formula(reader, node);
  if (!formula.reads_rates())
    node.fail("reads no rate", "a conserved quantity of the motion names rates, e.g. car.x_rate");
  if (!std::isfinite(formula.value(0, reader.gather(builder.q()), reader.gather(builder.v()))))
    node.fail("is not finite at the start", "check positions and velocities at the start");
  Assembly& assembly = builder.assembly();
  const int index =
      assembly.add_invariant(name, reader.nodes(), std::make_unique<FormulaInvariant>(std::move(formula)));
  return std::make_unique<ConservedPart>(name, params.text("unit"), index, assembly);
}

}  // namespace

PartType conserved_type() {
  PartType type;
  type.name = "conserved";
  type.doc =
      "quantity that the exact motion keeps besides the energy, a formula of coordinates (body.x), rates (body.x_rate) "
      "and "
      "t. Its drift is part of the certificate; explicit corrects it together with the energy. Channel value";
  type.reference = "[Braun2012] eq. (18)";
  type.schema.text("formula", "e.g. m*(p.x*p.y_rate - p.y*p.x_rate)").required();
  type.schema.text("unit", "of the value, for the headings of results").default_value("1");
  type.make = make_conserved;
  return type;
}

}  // namespace invar
