#include "invar/signals/signal_reader.h"

#include "invar/core/gather.h"

namespace invar {

namespace {

LocalVector take_places(const std::vector<int>& places, Vec all) {
  LocalVector values(static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) values[static_cast<Eigen::Index>(i)] = all[places[i]];
  return values;
}

VecView take_inputs(Vec all, int first, std::size_t count) {
  return count == 0 ? VecView() : VecView(all.data() + first, static_cast<Eigen::Index>(count));
}

}  // namespace

SignalReader::SignalReader(const Layout& layout, Sensors sensors, SignalNetwork network, int signal, Places places) {
  sensors.compile();
  formula_ = std::make_shared<const Formula>(
      Formula{layout, std::move(sensors), std::move(network), signal, std::move(places)});
}

double SignalReader::value(const At& at) const {
  const auto& [layout, sensors, network, signal, places] = *formula_;
  const LocalVector q = gather(layout, sensors.nodes(), at.q), v = gather(layout, sensors.nodes(), at.v),
                    z = take_places(places.internals, at.z);
  const SensorValues x = sensors.calc(q, v);
  const VecView inputs = take_inputs(at.u, places.first_input, network.input_infos().size());
  LocalVector y(network.signals());
  network.calc({at.t, x.s, x.r, x.turns, z, inputs}, y);
  return y[signal];
}

double SignalReader::rate(const At& at, Vec a, Vec z_dot) const {
  const auto& [layout, sensors, network, signal, places] = *formula_;
  const LocalVector q = gather(layout, sensors.nodes(), at.q), v = gather(layout, sensors.nodes(), at.v),
                    local_a = gather(layout, sensors.nodes(), a), z = take_places(places.internals, at.z),
                    rates = take_places(places.internals, z_dot);
  const SensorValues x = sensors.calc(q, v), x_dot = sensors.calc_rates(q, v, local_a);
  const VecView inputs = take_inputs(at.u, places.first_input, network.input_infos().size());
  LocalVector y(network.signals()), y_dot(network.signals());
  network.calc_along({at.t, x.s, x.r, x.turns, z, inputs}, {1, x_dot.s, x_dot.r, x_dot.turns, rates, {}}, y, y_dot);
  return y_dot[signal];
}

}  // namespace invar
