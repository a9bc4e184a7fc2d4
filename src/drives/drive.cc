#include "invar/drives/drive.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "invar/parts/drawing/effort_arrows.h"
#include "invar/parts/kinematics.h"

namespace invar {

void Drive::offer_channels(ChannelList& out) const {
  std::vector<std::pair<Quantity, Quantity>> force_and_rate;
  for (std::size_t k = 0; k < coordinates_.size(); ++k) {
    const Coordinate& c = coordinates_[k];
    const int row = c.row;
    const Quantity rate = c.rate, force = [this, k](const Snapshot&s) { return calc_effort(k, s); };
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
    out.add_mu(name() + ".mu" + c.component, row, "1");
    force_and_rate.emplace_back(force, rate);
  }
  out.add(name() + ".power", "W", kNeedsVelocity | kNeedsAcceleration, [force_and_rate](const Snapshot& s) {
    double power = 0;
    for (const auto& [force, rate] : force_and_rate) power += force(s) * rate(s);
    return power;
  });
  for (const Coordinate& c : coordinates_)
    out.add(name() + ".impulse" + c.component, c.rotation ? "N m s" : "N s", kNeedsState,
            [&c](const Snapshot& s) { return -s.calc_impulse(c.row) * (c.force_factor ? c.force_factor(s) : 1.0); });
  std::vector<int> rows;
  for (const Coordinate& c : coordinates_) rows.push_back(c.row);
  out.add(name() + ".work", "J", kNeedsState, [rows](const Snapshot& s) {
    double work = 0;
    for (const int row : rows) work += s.calc_drive_work(row);
    return work;
  });
}

std::string Drive::refuse_step(double t0, double t1) const {
  if (!turn_) return "";
  const double turn = std::abs(turn_(t0, t1));
  if (turn <= largest_turn_ * (1 + 1e-9)) return "";
  return fmt::format(
      "drive \"{}\" turns by {:.3g} rad in a step of {:.3g} s, at most {:.3g} rad can be told from other turns; use a "
      "step "
      "below {:.2g} s",
      name(), turn, std::abs(t1 - t0), largest_turn_, std::abs(t1 - t0) * largest_turn_ / turn);
}

void Drive::offer_breaks(BreakList& out) const {
  for (const Coordinate& c : coordinates_)
    if (c.prescribed) out.push_back({fmt::format("drive \"{}{}\"", name(), c.component), c.prescribed, c.what});
}

std::vector<RateJumps> Drive::find_impulses(double t0, double t1) const {
  std::vector<RateJumps> found;
  for (const Coordinate& c : coordinates_) {
    if (!c.prescribed) continue;
    const std::string who = fmt::format("drive \"{}{}\"", name(), c.component);
    found.push_back(find_rate_jumps(who, *c.prescribed, c.what, c.rotation ? "rad" : "m", t0, t1));
  }
  return found;
}

Drive::Draw draw_turning(const Layout& layout, const Marker& F, const Marker& M) {
  return [&layout, F, M](const Drive& self, Drawing& d) {
    d.add_symbol("arc", self, DrawRole::kDrive, d.place(F), {0.17});
    add_joint_effort(d, self, DrawRole::kDrive, layout, F, M, true, kNeedsAcceleration,
                     [&self](const Snapshot& s) { return self.calc_effort(0, s); });
  };
}

Drive::Draw draw_actuator(const Layout& layout, const Marker& F, const Marker& M, bool straight) {
  return [&layout, F, M, straight](const Drive& self, Drawing& d) {
    const Anchor f = d.place(F), m = d.place(M);
    d.add_link("actuator", self, DrawRole::kDrive, f, m, 0.045);
    for (const Marker& place : {F, M}) d.attach(place);
    d.add_support(self, f);
    d.add_support(self, m);
    d.note_size((d.start(M.point) - d.start(F.point)).norm());
    const auto effort = [&self](const Snapshot& s) { return self.calc_effort(0, s); };
    if (straight) {
      // On the body that moves: an arrow at the ground would hide in its support.
      const bool at_f = M.ground;
      d.add_arrow(self, DrawRole::kDrive, at_f ? f : m, kNeedsAcceleration,
                  [&layout, x = M.point - F.point, effort, at_f](const Snapshot& s) {
                    return Vector3((at_f ? -effort(s) : effort(s)) * calc_value(layout, x, s.q).normalized());
                  });
    } else {
      add_joint_effort(d, self, DrawRole::kDrive, layout, F, M, false, kNeedsAcceleration, effort);
    }
  };
}

Drive::Draw draw_leading(const Marker& place, std::vector<Vector3> directions) {
  return [place, directions = std::move(directions)](const Drive& self, Drawing& d) {
    const Anchor at = d.place(place);
    d.attach(place);
    d.add_symbol("sphere", self, DrawRole::kDrive, at, {0.07});
    d.add_arrow(self, DrawRole::kDrive, at, kNeedsAcceleration, [&self, directions](const Snapshot& s) {
      Vector3 force = Vector3::Zero();
      for (std::size_t k = 0; k < directions.size(); ++k) force += self.calc_effort(k, s) * directions[k];
      return force;
    });
  };
}

}  // namespace invar
