// Channel: a named number of the run, `part.quantity[.component]`, offered by the parts of a model.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "invar/parts/snapshot.h"

namespace invar {

// Numbers that are computed together, at most kMost: the components of a vector, a force with its
// torque, the section forces of a beam.
struct ChannelGroup {
  static constexpr int kMost = 8;
  std::function<void(const Snapshot&, double* out)> calc;
};

struct Channel {
  std::string name;
  std::string unit;
  unsigned needs = kNeedsState;
  std::function<double(const Snapshot&)> value;
  bool is_angle = false;  // known modulo 2 pi: the recorder makes it continuous over many turns
  // If set, `value` is number `component` of it: who wants several of them evaluates them once (record/channel_values.h).
  std::shared_ptr<const ChannelGroup> group = nullptr;
  int component = 0;
  // Of an angle: what the start gives it, whole turns included.
  std::optional<double> start = std::nullopt;
};

// Channels in the order in which they were offered, found by name.
class ChannelList {
 public:
  void add(Channel channel);
  void add(std::string name, std::string unit, unsigned needs, std::function<double(const Snapshot&)> value) {
    add(Channel{std::move(name), std::move(unit), needs, std::move(value)});
  }
  void add_angle(std::string name, unsigned needs, std::function<double(const Snapshot&)> value) {
    add(Channel{std::move(name), "rad", needs, std::move(value), true});
  }
  // Multiplier of the velocity constraint of a row. It is a rate of coordinates over the unit of the row's gradient, which
  // is that of a force over the unit of lambda.
  void add_mu(std::string name, int row, const std::string& lambda_unit);
  // name.x, name.y, name.z (a planar quantity offers only x and y).
  void add_vector(const std::string& name, const std::string& unit, unsigned needs,
                  std::function<Vector3(const Snapshot&)> value, int dimension = 3);
  // Numbers that are computed together, by their names and units.
  void add_group(const std::vector<std::pair<std::string, std::string>>& names_and_units, unsigned needs,
                 std::function<void(const Snapshot&, double* out)> calc);

  // Of an angle: how many turns it has at the start.
  void set_start(const std::string& name, double value);

  const std::vector<Channel>& all() const { return channels_; }
  // The first of that name; null if there is none.
  const Channel* find(const std::string& name) const;
  // What a name without component stands for: tip.position is tip.position.x, .y, .z, and body.lambda all multipliers of the
  // body. Empty where it has none, or where some of them have components in turn.
  std::vector<const Channel*> find_components(const std::string& name) const;

 private:
  std::vector<Channel> channels_;
  std::unordered_map<std::string, int> by_name_;
  std::unordered_map<std::string, std::vector<int>> components_;  // by the name without the last component
  std::unordered_set<std::string> outer_;                         // names without their last two components, or more
};

}  // namespace invar
