#include "invar/parts/channel.h"

#include <utility>

namespace invar {

void ChannelList::add(Channel channel) {
  const int index = static_cast<int>(channels_.size());
  const std::string& name = channel.name;
  by_name_.emplace(name, index);
  std::size_t dot = name.rfind('.');
  if (dot != std::string::npos) components_[name.substr(0, dot)].push_back(index);
  while (dot != std::string::npos && dot > 0 && (dot = name.rfind('.', dot - 1)) != std::string::npos)
    outer_.insert(name.substr(0, dot));
  channels_.push_back(std::move(channel));
}

void ChannelList::add_mu(std::string name, int row, const std::string& lambda_unit) {
  const char* unit = lambda_unit == "N" ? "m/s" : lambda_unit == "1" ? "1" : "1/s";
  add(std::move(name), unit, kNeedsState, [row](const Snapshot& s) { return s.calc_mu(row); });
}

void ChannelList::add_vector(const std::string& name, const std::string& unit, unsigned needs,
                             std::function<Vector3(const Snapshot&)> value, int dimension) {
  static constexpr const char* kAxes[] = {".x", ".y", ".z"};
  std::vector<std::pair<std::string, std::string>> names;
  for (int i = 0; i < dimension; ++i) names.emplace_back(name + kAxes[i], unit);
  add_group(names, needs, [value = std::move(value), dimension](const Snapshot& s, double* out) {
    const Vector3 x = value(s);
    for (int i = 0; i < dimension; ++i) out[i] = x[i];
  });
}

void ChannelList::add_group(const std::vector<std::pair<std::string, std::string>>& names_and_units, unsigned needs,
                            std::function<void(const Snapshot&, double* out)> calc) {
  const auto group = std::make_shared<const ChannelGroup>(ChannelGroup{std::move(calc)});
  int component = 0;
  for (const auto& [name, unit] : names_and_units) {
    const auto value = [group, component](const Snapshot& s) {
      double numbers[ChannelGroup::kMost];
      group->calc(s, numbers);
      return numbers[component];
    };
    add(Channel{name, unit, needs, value, false, group, component});
    ++component;
  }
}

void ChannelList::set_start(const std::string& name, double value) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return;
  Channel& channel = channels_[static_cast<std::size_t>(found->second)];
  if (channel.is_angle) channel.start = value;
}

const Channel* ChannelList::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &channels_[static_cast<std::size_t>(found->second)];
}

std::vector<const Channel*> ChannelList::find_components(const std::string& name) const {
  std::vector<const Channel*> all;
  if (name.find('.') == std::string::npos || outer_.count(name) > 0) return all;  // a part, not a quantity
  if (const auto found = components_.find(name); found != components_.end())
    for (const int i : found->second) all.push_back(&channels_[static_cast<std::size_t>(i)]);
  return all;
}

}  // namespace invar
