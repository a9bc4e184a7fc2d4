// SignalReader: one formula over signals, evaluated at a state of the whole system: guards of events, samples of controllers,
// measures. No force acts through it. SignalBuilder::add_reader (parts/signal_builder.h) makes one of any formula of a model.
//
//   (R1)  y = f(t, s, r, z, u),   y' = f_t + f_s s' + f_r r' + f_z z'
#pragma once

#include <memory>
#include <vector>

#include "invar/core/layout.h"
#include "invar/core/state.h"
#include "invar/signals/network.h"
#include "invar/signals/sensors.h"

namespace invar {

class SignalReader {
 public:
  SignalReader() = default;  // until the model is built
  // Where the internal variables and the inputs of the network are in z and u of the system.
  struct Places {
    std::vector<int> internals;
    int first_input = -1;
  };
  // Reads one signal of the network.
  SignalReader(const Layout& layout, Sensors sensors, SignalNetwork network, int signal, Places places);

  // At a state of the system; velocities should be those that satisfy the constraints (Snapshot::v).
  double value(const At& at) const;
  // (R1) with the accelerations and the rates of the internal variables of the system; z_dot may be empty if there are none.
  double rate(const At& at, Vec a, Vec z_dot) const;
  // Whether the value depends on velocities.
  bool reads_rates() const { return formula_->network.reads_rates(); }

 private:
  struct Formula {
    const Layout& layout;
    Sensors sensors;
    SignalNetwork network;
    int signal;
    Places places;
  };
  std::shared_ptr<const Formula> formula_;
};

}  // namespace invar
