// ForcePart: a force of the model as a part. It remembers which terms it placed and offers
//   NAME.energy   stored energy [J], where it has a potential or internal variables
//   NAME.LABEL    of each internal variable and input
//   NAME.power    power put into the bodies by all its terms, springs included [W]
//   NAME.force.*, NAME.torque.*  on the last place, also if that is the ground, world axes, about its point (where asked for)
// and whatever its type adds.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "invar/core/gather.h"
#include "invar/discrete/invariant_force.h"
#include "invar/discrete/invariant_potential.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/marker.h"
#include "invar/parts/part.h"
#include "invar/parts/signal_builder.h"
#include "invar/spec/params.h"
#include "invar/terms/assembly.h"

namespace invar {

class ForcePart final : public Part {
 public:
  ForcePart(std::string name, std::string type, Assembly& assembly)
      : Part(std::move(name), std::move(type)), assembly_(&assembly) {}

  void add_potential(QuadraticMap map, std::unique_ptr<EnergyLaw> law);
  void add_potential(const std::vector<int>& nodes, std::unique_ptr<Potential> term);
  void add_force(QuadraticMap map, std::unique_ptr<ForceLaw> law);
  void add_force(const std::vector<int>& nodes, std::unique_ptr<Force> term);
  void add_memory_force(const std::vector<int>& nodes, std::unique_ptr<MemoryForce> term);
  // An actuator whose efforts are formulas (parts/signal_builder.h). The last word of a label is the channel of that effort.
  struct Effort {
    std::string quantity, unit;
    SignalText formula;
  };
  std::shared_ptr<const SignalHandle> add_signals(PartBuilder& builder, std::unique_ptr<Actuator> actuator,
                                                  const std::vector<Effort>& efforts, bool has_friction = false);

  using Value = std::function<double(const Snapshot&)>;
  void add_channel(const std::string& quantity, const std::string& unit, unsigned needs, Value value);
  // The first invariant of a map, its rate, and the generalized force of all terms on it, as channels with these names.
  void add_coordinate_channels(const QuadraticMap& map, const std::string& value, const std::string& unit);
  // Offers force.* and torque.* on the nodes of this place.
  void offer_wrench_on(const Marker& place, bool with_torque = true);
  // The same on the second of two places. The ground has no nodes: it bears the reaction of what acts on the first.
  void offer_wrench_between(const Marker& first, const Marker& second, bool with_torque = true);

  // A function of time alone that acts as a load.
  void add_time_function(FunctionPtr f) { breaks_.push_back({"\"" + name() + "\"", std::move(f)}); }
  void offer_breaks(BreakList& out) const override { out.insert(out.end(), breaks_.begin(), breaks_.end()); }

  void offer_channels(ChannelList& out) const override;
  // What formulas of other forces may read of it.
  void set_sensors(std::function<void(SensorList&)> offer) { sensors_ = std::move(offer); }
  void offer_sensors(SensorList& out) const override {
    if (sensors_) sensors_(out);
  }

  // What the type draws; arrows of the forces at wrench places come by themselves.
  using Draw = std::function<void(const Part& self, Drawing&)>;
  void set_drawing(Draw draw) { draw_ = std::move(draw); }
  void draw(Drawing& drawing) const override;

  // A sentence where the part is far from what its law is made for; empty otherwise.
  using Warning = std::function<std::string(Vec q)>;
  void set_warning(Warning warning) { warning_ = std::move(warning); }
  std::string find_warning(Vec q) const override { return warning_ ? warning_(q) : ""; }

  // Generalized force of all terms in global coordinates: Q - U_q. The result lasts until the next call in this thread.
  const Vector& calc_generalized_force(const Snapshot& s) const;
  double calc_energy(const Snapshot& s) const;

 private:
  struct Extra {
    std::string quantity, unit;
    unsigned needs;
    Value value;
  };
  Assembly* assembly_;
  std::vector<int> potentials_, forces_, memory_forces_;  // in the assembly
  std::vector<std::shared_ptr<SignalHandle>> signals_;
  std::vector<Extra> extras_;
  BreakList breaks_;
  struct WrenchPlace {
    Marker on;     // has nodes; arrows are drawn here
    Marker about;  // whose wrench the channels report
  };
  std::vector<WrenchPlace> wrench_places_;
  bool with_torque_ = true;
  Draw draw_;
  std::function<void(SensorList&)> sensors_;
  Warning warning_;
  void offer_variables(const std::vector<VariableInfo>& variables, int first, Vector Snapshot::*values,
                       ChannelList& out) const;
  Wrench calc_wrench_on(const Marker& place, const AffineVector& about, const Snapshot& s) const;
};

// A parameter of kind function that is a formula of the state, and its value in a run, the k-th effort of its actuator.
SignalText read_signal(const Params& params, const std::string& key);
// The three components of a vector, as quantities KEY_1, KEY_2, KEY_3.
std::vector<ForcePart::Effort> read_signals(const Params& params, const std::string& key, const std::string& unit);
ForcePart::Value signal_value(const Layout& layout, std::shared_ptr<const SignalHandle> handle, std::size_t k);

// A spring, damper or actuator between two places.
ForcePart::Draw draw_between(const std::string& kind, const Marker& A, const Marker& B);
// A bent arrow about axis 3 of a place.
ForcePart::Draw draw_about(const Marker& F);
// That and the effort on the coordinate of a joint: a torque about axis 3 of F, or a force along it at M.
ForcePart::Draw with_joint_effort(ForcePart::Draw draw, const Layout& layout, const Marker& F, const Marker& M,
                                  bool torque, ForcePart::Value effort);

// First invariant of a map and its rate at global coordinates.
double calc_invariant(const Layout& layout, const QuadraticMap& map, Vec q);
double calc_invariant_rate(const Layout& layout, const QuadraticMap& map, Vec q, Vec v);

}  // namespace invar
