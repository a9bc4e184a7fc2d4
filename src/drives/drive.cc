#include "invar/drives/drive.h"

namespace invar {

void Drive::offer_channels(ChannelList& out) const {
  std::vector<std::pair<Quantity, Quantity>> force_and_rate;
  for (const auto& c : coordinates_) {
    const int row = c.row;
    const Quantity factor = c.force_factor, rate = c.rate;
    const Quantity force = [row, factor](const Snapshot& s) { return -s.lambda[row] * (factor ? factor(s) : 1.0); };
    if (c.wrapped) {
      out.add_angle(name() + ".value" + c.component, kNeedsState, c.value);
    } else {
      out.add(name() + ".value" + c.component, c.rotation ? "rad" : "m", kNeedsState, c.value);
    }
    out.add(name() + ".rate" + c.component, c.rotation ? "rad/s" : "m/s", kNeedsVelocity, c.rate);
    out.add(name() + (c.rotation ? ".torque" : ".force") + c.component, c.rotation ? "N m" : "N", kNeedsAcceleration,
            force);
    out.add(name() + ".lambda_raw" + c.component, "1", kNeedsState,
            [row](const Snapshot& s) { return s.lambda_raw[row]; });
    force_and_rate.emplace_back(force, rate);
  }
  out.add(name() + ".power", "W", kNeedsVelocity | kNeedsAcceleration, [force_and_rate](const Snapshot& s) {
    double power = 0;
    for (const auto& [force, rate] : force_and_rate) power += force(s) * rate(s);
    return power;
  });
}

}  // namespace invar
