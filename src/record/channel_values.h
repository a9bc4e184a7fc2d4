// ChannelValues: the numbers of channels at an instant, for all who record it. Each is evaluated once per instant and only if
// somebody asks; numbers of one group together (parts/channel.h). Angles are followed at every step, recorded or not, so that
// they are continuous over many turns.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "invar/audit/instant.h"
#include "invar/parts/channel.h"

namespace invar {

class ChannelValues {
 public:
  // A selection of the channels, in an order of its own.
  struct Selection {
    std::vector<int> index;
    unsigned needs = kNeedsState;
  };

  explicit ChannelValues(Instant& instant) : instant_(instant) {}

  // Before the start. Channels of the same name are the same.
  Selection select(const std::vector<Channel>& channels);
  void start();              // of a run, or of one that is resumed: after archive()
  void step();               // another instant
  void forget() { ++now_; }  // the instant shows another state
  // One number for each channel of the selection. What cannot be computed is NaN.
  void write(const Selection& selection, double* out);

  void archive(Archive& a);

 private:
  struct Item {
    Channel channel;
    int group = -1;  // in groups_
    int angle = -1;  // in angles_
    long long known_at = -1;
    double value = 0;
  };
  struct Group {
    const ChannelGroup* calc;
    long long known_at = -1;
    double values[ChannelGroup::kMost] = {};
  };
  struct Angle {
    int item = -1;
    double last = 0, turns = 0;
    void archive(Archive& a) {
      a("last", last);
      a("turns", turns);
    }
  };
  double evaluate(Item& item, const Snapshot& s);

  Instant& instant_;
  std::vector<Item> items_;
  std::vector<Group> groups_;
  std::vector<Angle> angles_;
  std::unordered_map<std::string, int> by_name_;
  std::unordered_map<const ChannelGroup*, int> group_of_;
  long long now_ = 0;
};

}  // namespace invar
