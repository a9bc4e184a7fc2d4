// LockPart: channels of the coordinates that events lock, under the names of their joints, and of the parts that they switch:
// hinge.angle_locked (1 or 0), hinge.lock_torque, what holds it, on the second body; damper.enabled.
#pragma once

#include <fmt/format.h>

#include <map>
#include <memory>
#include <vector>

#include "invar/model/event_spec.h"
#include "invar/parts/part.h"
#include "invar/terms/assembly.h"

namespace invar {

class LockPart final : public Part {
 public:
  LockPart(std::vector<Lock> locks, std::map<std::string, int> switches, std::shared_ptr<const Assembly> assembly)
      : Part("locks", "locks"),
        locks_(std::move(locks)),
        switches_(std::move(switches)),
        assembly_(std::move(assembly)) {}

  void offer_channels(ChannelList& out) const override {
    for (const Lock& lock : locks_) {
      const std::size_t dot = lock.name.rfind('.');
      const std::string owner = lock.name.substr(0, dot), label = lock.name.substr(dot + 1);
      const int row = assembly_->constraints[static_cast<std::size_t>(lock.constraint)].first_row;
      const bool is_angle = label == "angle", is_value = label == "value";
      add_switch(fmt::format("{}.{}_locked", owner, label), lock.switch_input, out);
      out.add(owner + (is_angle   ? ".lock_torque"
                       : is_value ? ".lock_effort"
                                  : ".lock_force"),
              assembly_->layout.row(row).unit, kNeedsAcceleration, [row](const Snapshot& s) { return -s.lambda[row]; });
    }
    for (const auto& [name, input] : switches_) add_switch(name + ".enabled", input, out);
  }

 private:
  static void add_switch(const std::string& name, int input, ChannelList& out) {
    out.add(name, "1", kNeedsState, [input](const Snapshot& s) { return input < s.u.size() ? s.u[input] : 0.0; });
  }

  std::vector<Lock> locks_;
  std::map<std::string, int> switches_;
  std::shared_ptr<const Assembly> assembly_;
};

}  // namespace invar
