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
    if (c.rotation) out.add(name() + ".speed" + c.component, "rad/s", kNeedsVelocity, c.rate);
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

Drive::Draw draw_turning(const Marker& F) {
  return [F](const Part& self, Drawing& d) { d.add_symbol("arc", self, DrawRole::kDrive, d.place(F), {0.17}); };
}

Drive::Draw draw_actuator(const Marker& F, const Marker& M) {
  return [F, M](const Part& self, Drawing& d) {
    const Anchor f = d.place(F), m = d.place(M);
    d.add_link("actuator", self, DrawRole::kDrive, f, m, 0.045);
    for (const Marker& place : {F, M}) d.attach(place);
    d.add_support(self, f);
    d.add_support(self, m);
    d.note_size((d.start(M.point) - d.start(F.point)).norm());
  };
}

}  // namespace invar
