#include "invar/parts/force_part.h"

#include <fmt/format.h>

#include "invar/core/local_matrix.h"
#include "invar/parts/drawing/effort_arrows.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part_builder.h"

namespace invar {

double calc_invariant(const Layout& layout, const QuadraticMap& map, Vec q) {
  LocalVector e = Vector::Zero(map.rows());
  map.add_e(0, gather(layout, map.nodes(), q), e);
  return e[0];
}

double calc_invariant_rate(const Layout& layout, const QuadraticMap& map, Vec q, Vec v) {
  LocalMatrix J = Matrix::Zero(map.rows(), map.size());
  map.add_e_q(0, gather(layout, map.nodes(), q), J);
  return J.row(0).dot(gather(layout, map.nodes(), v));
}

void ForcePart::add_potential(QuadraticMap map, std::unique_ptr<EnergyLaw> law) {
  const auto nodes = map.nodes();
  add_potential(nodes, std::make_unique<InvariantPotential>(std::move(map), std::move(law)));
}

void ForcePart::add_potential(const std::vector<int>& nodes, std::unique_ptr<Potential> term) {
  potentials_.push_back(assembly_->add_potential(name(), nodes, std::move(term)));
}

void ForcePart::add_force(QuadraticMap map, std::unique_ptr<ForceLaw> law) {
  const auto nodes = map.nodes();
  add_force(nodes, std::make_unique<InvariantForce>(std::move(map), std::move(law)));
}

void ForcePart::add_force(const std::vector<int>& nodes, std::unique_ptr<Force> term) {
  forces_.push_back(assembly_->add_force(name(), nodes, std::move(term)));
}

void ForcePart::add_memory_force(const std::vector<int>& nodes, std::unique_ptr<MemoryForce> term) {
  memory_forces_.push_back(assembly_->add_memory_force(name(), nodes, std::move(term)));
}

SignalText read_signal(const Params& params, const std::string& key) {
  const SpecNode node = params.node(key);
  return {node.text(), node};
}

std::vector<ForcePart::Effort> read_signals(const Params& params, const std::string& key, const std::string& unit) {
  const SpecNode list = params.node(key);
  std::vector<ForcePart::Effort> efforts;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_scalar())
      list[i].fail("must be a number or a formula beside a formula of the state",
                   "name the function under functions and call it: f(t)");
    efforts.push_back({fmt::format("{}_{}", key, i + 1), unit, {list[i].text(), list[i]}});
  }
  return efforts;
}

ForcePart::Value signal_value(const Layout& layout, std::shared_ptr<const SignalHandle> handle, std::size_t k) {
  return [&layout, handle = std::move(handle), k](const Snapshot& s) {
    return calc_signal(layout, *handle, handle->signals[k], s);
  };
}

std::shared_ptr<const SignalHandle> ForcePart::add_signals(PartBuilder& builder, std::unique_ptr<Actuator> actuator,
                                                           const std::vector<Effort>& efforts, bool has_friction) {
  std::vector<SignalText> formulas;
  std::vector<std::string> labels;
  for (const Effort& effort : efforts) {
    formulas.push_back(effort.formula);
    labels.push_back(name() + "." + effort.quantity);
  }
  const auto handle =
      builder.signals().add_force(name(), std::move(actuator), std::move(formulas), std::move(labels), has_friction);
  for (std::size_t k = 0; k < efforts.size(); ++k)
    add_channel(efforts[k].quantity, efforts[k].unit, kNeedsVelocity, signal_value(assembly_->layout, handle, k));
  signals_.push_back(handle);
  return handle;
}

void ForcePart::add_channel(const std::string& quantity, const std::string& unit, unsigned needs, Value value) {
  extras_.push_back({quantity, unit, needs, std::move(value)});
}

void ForcePart::add_coordinate_channels(const QuadraticMap& map, const std::string& value, const std::string& unit) {
  const Layout& layout = assembly_->layout;
  add_channel(value, unit, kNeedsState, [&layout, map](const Snapshot& s) { return calc_invariant(layout, map, s.q); });
  add_channel(value + "_rate", unit + "/s", kNeedsVelocity,
              [&layout, map](const Snapshot& s) { return calc_invariant_rate(layout, map, s.q, s.v); });
}

void ForcePart::offer_wrench_on(const Marker& place, bool with_torque) {
  wrench_places_.push_back({place, place});
  with_torque_ = with_torque;
}

void ForcePart::offer_wrench_between(const Marker& first, const Marker& second, bool with_torque) {
  wrench_places_.push_back({second.ground ? first : second, second});
  with_torque_ = with_torque;
}

namespace {

// Variables of a term in z or u, as they lie there.
VecView take_variables(const Vector& all, int first, std::size_t count) {
  return count == 0 ? VecView() : VecView(all.data() + first, static_cast<Eigen::Index>(count));
}

}  // namespace

const Vector& ForcePart::calc_generalized_force(const Snapshot& s) const {
  const Layout& layout = assembly_->layout;
  const Vector &q = s.q, &v = s.v;
  thread_local Vector total;  // channels are evaluated at every step: nothing is allocated
  total.setZero(q.size());
  for (const int i : potentials_) {
    const auto& placed = assembly_->potentials[i];
    const LocalVector local = gather(layout, placed.nodes, q);
    LocalVector g = Vector::Zero(local.size());
    placed.term->add_U_q(local, g);
    scatter_add(layout, placed.nodes, -g, total);
  }
  for (const int i : forces_) {
    const auto& placed = assembly_->forces[i];
    const LocalVector local = gather(layout, placed.nodes, q), local_v = gather(layout, placed.nodes, v);
    LocalVector Q = Vector::Zero(local.size());
    placed.term->add_Q({s.t, local, local_v, {}, take_variables(s.u, placed.first_input, placed.term->inputs().size())},
                       Q);
    scatter_add(layout, placed.nodes, Q, total);
  }
  for (const int i : memory_forces_) {
    const auto& placed = assembly_->memory_forces[i];
    const LocalVector local = gather(layout, placed.nodes, q), local_v = gather(layout, placed.nodes, v);
    LocalVector Q = Vector::Zero(local.size());
    placed.term->add_Q(
        {s.t, local, local_v, take_variables(s.z, placed.first_internal, placed.term->internals().size()),
         take_variables(s.u, placed.first_input, placed.term->inputs().size())},
        Q);
    scatter_add(layout, placed.nodes, Q, total);
  }
  for (const auto& handle : signals_) add_signal_force(layout, *handle, s, total);
  return total;
}

double ForcePart::calc_energy(const Snapshot& s) const {
  double energy = 0;
  for (const int i : potentials_) {
    const auto& placed = assembly_->potentials[i];
    energy += placed.term->U(gather(assembly_->layout, placed.nodes, s.q));
  }
  for (const int i : memory_forces_) {
    const auto& placed = assembly_->memory_forces[i];
    energy += placed.term->H(gather(assembly_->layout, placed.nodes, s.q),
                             take_variables(s.z, placed.first_internal, placed.term->internals().size()));
  }
  return energy;
}

Wrench ForcePart::calc_wrench_on(const Marker& place, const AffineVector& point, const Snapshot& s) const {
  const Layout& layout = assembly_->layout;
  const Vector& Q = calc_generalized_force(s);
  const Vector3 about = calc_value(layout, point, s.q);
  Wrench sum;
  for (const int node : place.nodes) {
    const Wrench w = calc_wrench(layout, node, s.q, Q, about);
    sum.force += w.force;
    sum.torque += w.torque;
  }
  return sum;
}

// Variables of a term as channels with their labels.
void ForcePart::offer_variables(const std::vector<VariableInfo>& variables, int first, Vector Snapshot::*values,
                                ChannelList& out) const {
  for (std::size_t i = 0; i < variables.size(); ++i)
    out.add(name() + "." + variables[i].label, variables[i].unit, kNeedsState,
            [values, at = first + static_cast<int>(i)](const Snapshot& s) { return (s.*values)[at]; });
}

void ForcePart::offer_channels(ChannelList& out) const {
  for (const auto& extra : extras_) out.add(name() + "." + extra.quantity, extra.unit, extra.needs, extra.value);
  for (const WrenchPlace& place : wrench_places_) {
    const auto wrench = [this, place](const Snapshot& s) {
      Wrench w = calc_wrench_on(place.on, place.about.point, s);
      if (place.about.ground) w = {-w.force, -w.torque};
      return w;
    };
    offer_wrench(out, name(), kNeedsVelocity, with_torque_, wrench);
  }
  for (const int i : memory_forces_) {
    const auto& placed = assembly_->memory_forces[i];
    offer_variables(placed.term->internals(), placed.first_internal, &Snapshot::z, out);
    offer_variables(placed.term->inputs(), placed.first_input, &Snapshot::u, out);
  }
  for (const int i : forces_)
    offer_variables(assembly_->forces[i].term->inputs(), assembly_->forces[i].first_input, &Snapshot::u, out);
  if (!potentials_.empty() || !memory_forces_.empty())
    out.add(name() + ".energy", "J", kNeedsState, [this](const Snapshot& s) { return calc_energy(s); });
  out.add(name() + ".power", "W", kNeedsVelocity,
          [this](const Snapshot& s) { return calc_generalized_force(s).dot(s.v); });
}

void ForcePart::draw(Drawing& d) const {
  if (draw_) draw_(*this, d);
  for (const WrenchPlace& offered : wrench_places_) {
    const Marker& place = offered.on;
    d.attach(place);
    d.add_arrow(*this, DrawRole::kForce, d.place(place), kNeedsVelocity,
                [this, place](const Snapshot& s) { return calc_wrench_on(place, place.point, s).force; });
    if (with_torque_)
      add_torque(d, *this, DrawRole::kForce, d.place(place), kNeedsVelocity,
                 [this, place](const Snapshot& s) { return calc_wrench_on(place, place.point, s).torque; });
  }
}

ForcePart::Draw draw_between(const std::string& kind, const Marker& A, const Marker& B) {
  return [kind, A, B](const Part& self, Drawing& d) {
    const Anchor a = d.place(A), b = d.place(B);
    d.add_link(kind, self, DrawRole::kForce, a, b, 0.06);
    for (const Marker& place : {A, B}) d.attach(place);
    d.add_support(self, a);
    d.add_support(self, b);
  };
}

ForcePart::Draw draw_about(const Marker& F) {
  return [F](const Part& self, Drawing& d) { d.add_symbol("arc", self, DrawRole::kForce, d.place(F), {0.15}); };
}

ForcePart::Draw with_joint_effort(ForcePart::Draw draw, const Layout& layout, const Marker& F, const Marker& M,
                                  bool torque, ForcePart::Value effort) {
  return [draw = std::move(draw), &layout, F, M, torque, effort = std::move(effort)](const Part& self, Drawing& d) {
    draw(self, d);
    add_joint_effort(d, self, DrawRole::kForce, layout, F, M, torque, kNeedsVelocity, effort);
  };
}

}  // namespace invar
