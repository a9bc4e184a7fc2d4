#include "invar/record/channel_values.h"

#include <cmath>
#include <numbers>

namespace invar {

ChannelValues::Selection ChannelValues::select(const std::vector<Channel>& channels) {
  Selection selection;
  for (const Channel& channel : channels) {
    selection.needs |= channel.needs;
    const auto [place, is_new] = by_name_.emplace(channel.name, static_cast<int>(items_.size()));
    selection.index.push_back(place->second);
    if (!is_new) continue;
    Item item{.channel = channel};
    if (channel.group) {
      const auto [group, first] = group_of_.emplace(channel.group.get(), static_cast<int>(groups_.size()));
      if (first) groups_.push_back({.calc = channel.group.get()});
      item.group = group->second;
    }
    if (channel.is_angle) {
      item.angle = static_cast<int>(angles_.size());
      angles_.push_back({.item = place->second});
    }
    items_.push_back(std::move(item));
  }
  return selection;
}

void ChannelValues::start() {
  ++now_;
  if (angles_.empty()) return;
  const Snapshot& s = instant_.snapshot(kNeedsState);
  for (Angle& angle : angles_) {
    const Channel& channel = items_[static_cast<std::size_t>(angle.item)].channel;
    angle = {.item = angle.item, .last = channel.value(s)};
    if (channel.start) angle.turns = std::round((*channel.start - angle.last) / (2 * std::numbers::pi));
  }
}

void ChannelValues::step() {
  ++now_;
  if (angles_.empty()) return;
  const Snapshot& s = instant_.snapshot(kNeedsState);
  for (Angle& angle : angles_) {
    const double value = items_[static_cast<std::size_t>(angle.item)].channel.value(s);
    angle.turns += std::round((angle.last - value) / (2 * std::numbers::pi));
    angle.last = value;
  }
}

double ChannelValues::evaluate(Item& item, const Snapshot& s) {
  if (item.angle >= 0) {
    const Angle& angle = angles_[static_cast<std::size_t>(item.angle)];
    return angle.last + 2 * std::numbers::pi * angle.turns;
  }
  if (item.group < 0) return item.channel.value(s);
  Group& group = groups_[static_cast<std::size_t>(item.group)];
  if (group.known_at != now_) {
    group.calc->calc(s, group.values);
    group.known_at = now_;
  }
  return group.values[item.channel.component];
}

void ChannelValues::write(const Selection& selection, double* out) {
  const Snapshot& s = instant_.snapshot(selection.needs);
  for (const int i : selection.index) {
    Item& item = items_[static_cast<std::size_t>(i)];
    if (item.known_at != now_) {
      item.value = evaluate(item, s);
      item.known_at = now_;
    }
    *out++ = item.value;
  }
}

void ChannelValues::archive(Archive& a) {
  a("angles", angles_);
  if (a.reading()) ++now_;
}

}  // namespace invar
