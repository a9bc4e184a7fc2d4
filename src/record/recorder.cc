#include "invar/record/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "invar/core/suggest.h"

namespace invar {

namespace {

// The part of the potential energy that is in beams and cables.
void offer_strain_energy(const Model& model, ChannelList& out) {
  const ChannelList offered = model.channels();
  std::vector<Channel> parts;
  for (const Channel& channel : offered.all())
    if (channel.name.ends_with(".strain_energy")) parts.push_back(channel);
  if (parts.empty()) return;
  out.add("energy.strain", "J", kNeedsState, [parts](const Snapshot& s) {
    double sum = 0;
    for (const Channel& part : parts) sum += part.value(s);
    return sum;
  });
}

// Quantities of a part as outputs may name them: those with components once, without them.
std::vector<std::string> quantities_of(const ChannelList& offered, const std::string& part) {
  std::vector<std::string> all, quantities;
  for (const Channel& channel : offered.all())
    if (channel.name.starts_with(part + ".")) all.push_back(channel.name.substr(part.size() + 1));
  for (const std::string& name : all) {
    const std::string group = name.substr(0, name.rfind('.'));
    const auto of_group = [&](const std::string& other) { return other.starts_with(group + "."); };
    const bool vector = group != name && std::count_if(all.begin(), all.end(), of_group) > 1;
    const std::string& quantity = vector ? group : name;
    if (std::find(quantities.begin(), quantities.end(), quantity) == quantities.end()) quantities.push_back(quantity);
  }
  return quantities;
}

[[noreturn]] void refuse_channel(const Model::Output& output, const ChannelList& offered) {
  const std::size_t dot = output.channel.find('.');
  const std::string part = output.channel.substr(0, dot);
  const std::string given = dot == std::string::npos ? "" : output.channel.substr(dot + 1);
  std::vector<std::string> names, of_part;
  for (const Channel& channel : offered.all()) {
    names.push_back(channel.name);
    if (channel.name.starts_with(part + ".")) of_part.push_back(channel.name.substr(part.size() + 1));
  }
  std::string hint = suggestion(output.channel, names);
  if (!of_part.empty()) {
    const std::vector<std::string> quantities = quantities_of(offered, part);
    auto nearest = nearest_name(given, of_part);
    if (!nearest) nearest = nearest_name(given, quantities);
    hint = nearest ? fmt::format("did you mean \"{}.{}\"? ", part, *nearest) : "";
    hint += fmt::format("\"{}\" has ", part);
    constexpr std::size_t kShown = 24;
    for (std::size_t i = 0; i < std::min(kShown, quantities.size()); ++i) hint += (i ? ", " : "") + quantities[i];
    if (quantities.size() > kShown) hint += fmt::format(", ... ({} in all: `channels`)", quantities.size());
  }
  throw ModelError(output.location, "outputs", fmt::format("has the unknown channel \"{}\"", output.channel), hint);
}

// The channels that a name without component stands for: tip.position is tip.position.x, .y, .z, and body.lambda all
// multipliers of the body. Empty where it has none, or where some of them have components in turn.
std::vector<Channel> components_of(const ChannelList& offered, const std::string& name) {
  std::vector<Channel> components;
  if (name.find('.') == std::string::npos) return components;  // a part, not a quantity
  for (const Channel& channel : offered.all()) {
    if (!channel.name.starts_with(name + ".")) continue;
    if (channel.name.find('.', name.size() + 1) != std::string::npos) return {};
    components.push_back(channel);
  }
  return components;
}

}  // namespace

ChannelList offer_channels(const Model& model) {
  ChannelList offered = model.channels();
  offer_run_channels(model, offered);
  return offered;
}

void offer_run_channels(const Model& model, ChannelList& out) {
  out.add("energy.total", "J", kNeedsState, [](const Snapshot& s) { return s.T + s.U; });
  out.add("energy.kinetic", "J", kNeedsState, [](const Snapshot& s) { return s.T; });
  out.add("energy.potential", "J", kNeedsState, [](const Snapshot& s) { return s.U; });
  offer_strain_energy(model, out);
  out.add("work.applied", "J", kNeedsState, [](const Snapshot& s) { return s.work_applied; });
  out.add("work.drives", "J", kNeedsState, [](const Snapshot& s) { return s.work_drives; });
  out.add("dissipated.physical", "J", kNeedsState, [](const Snapshot& s) { return s.dissipated_physical; });
  out.add("dissipated.numerical", "J", kNeedsState, [](const Snapshot& s) { return s.dissipated_numerical; });
  out.add("constraint.position", "1", kNeedsState, [](const Snapshot& s) { return s.constraint_position; });
  out.add("constraint.velocity", "1", kNeedsState, [](const Snapshot& s) { return s.constraint_velocity; });
  out.add("constraint.mu", "1", kNeedsState,
          [](const Snapshot& s) { return s.mu.size() > 0 ? s.mu.cwiseAbs().maxCoeff() : 0.0; });
  out.add("step.size", "s", kNeedsState, [](const Snapshot& s) { return s.h; });
  out.add("step.iterations", "1", kNeedsState, [](const Snapshot& s) { return s.iterations; });
}

std::vector<Channel> find_channels(const Model& model) {
  const ChannelList offered = offer_channels(model);
  std::vector<Channel> chosen;
  // Named twice, or as a whole and by component: a column has its name once, where it is named first.
  const auto choose = [&](const Channel& channel) {
    const bool there =
        std::any_of(chosen.begin(), chosen.end(), [&](const Channel& c) { return c.name == channel.name; });
    if (!there) chosen.push_back(channel);
  };
  for (const auto& output : model.outputs) {
    const auto& all = offered.all();
    const auto exact = std::find_if(all.begin(), all.end(), [&](const Channel& c) { return c.name == output.channel; });
    const std::vector<Channel> components = components_of(offered, output.channel);
    if (exact == all.end() && components.empty()) refuse_channel(output, offered);
    // A quantity of its own may have the name of a vector too (the force of a drive along its direction, and in space);
    // multipliers beside a single one of that name are not meant.
    if (exact != all.end()) choose(*exact);
    for (const Channel& channel : components)
      if (exact == all.end() || channel.name.size() == output.channel.size() + 2) choose(channel);
  }
  ChannelList run;
  offer_run_channels(model, run);
  for (const char* name :
       {"energy.total", "energy.kinetic", "energy.potential", "constraint.position", "constraint.velocity"}) {
    bool there = false;
    for (const auto& channel : chosen) there |= channel.name == name;
    for (const auto& channel : run.all())
      if (!there && channel.name == name) chosen.push_back(channel);
  }
  return chosen;
}

void add_drive_work(const StepReport& report, Snapshot& snapshot) {
  for (std::size_t i = 0; i < report.drive_work.size(); ++i)
    snapshot.drive_work[static_cast<Eigen::Index>(i)] += report.drive_work[i];
}

void keep_mu(const StepReport& report, Snapshot& snapshot) {
  if (report.mu.empty()) return;
  snapshot.mu = Eigen::Map<const Vector>(report.mu.data(), static_cast<Eigen::Index>(report.mu.size()));
}

Recorder::Recorder(const MechanicalSystem& system, std::vector<Channel> channels, std::optional<double> every,
                   Audit& audit)
    : system_(system),
      channels_(std::move(channels)),
      every_(every),
      audit_(audit),
      acceleration_(system),
      turns_(channels_.size(), 0),
      angles_(channels_.size(), 0) {
  for (const auto& channel : channels_) needs_ |= channel.needs;
}

Status Recorder::start(const State& s) {
  t0_ = s.t;
  snapshot_.lambda_raw.setZero(system_.rows());
  snapshot_.drive_work.setZero(system_.rows());
  for (size_t i = 0; i < channels_.size(); ++i) turns_[i] = 0;
  begin_table();
  next_ = 1;
  return record(s);
}

void Recorder::begin_table() {
  if (!writer_) return;
  std::vector<std::string> names{"t"}, units{"s"};
  for (const auto& channel : channels_) {
    names.push_back(channel.name);
    units.push_back(channel.unit);
  }
  writer_->begin(names, units);
}

Status Recorder::step(const State&, const State& s1, const StepReport& report, const Vector& lambda_raw) {
  snapshot_.h = report.status.ok() ? s1.t - snapshot_.t : 0;
  snapshot_.iterations = report.iterations;
  snapshot_.lambda_raw = lambda_raw;
  keep_mu(report, snapshot_);
  add_drive_work(report, snapshot_);
  snapshot_.t = s1.t;
  // Angles are followed at every step, recorded or not.
  const bool due = !every_ || s1.t >= t0_ + static_cast<double>(next_) * *every_ * (1 - 1e-12) - 1e-12;
  if (!due) {
    for (size_t i = 0; i < channels_.size(); ++i) {
      if (!channels_[i].is_angle) continue;
      snapshot_.q = s1.q;
      const double angle = channels_[i].value(snapshot_);
      turns_[i] += std::round((angles_[i] - angle) / (2 * std::numbers::pi));
      angles_[i] = angle;
    }
    return {};
  }
  if (every_) next_ = static_cast<long long>(std::floor((s1.t - t0_) / *every_ * (1 + 1e-12) + 1e-9)) + 1;
  return record(s1);
}

void Recorder::archive(Archive& a) {
  a("snapshot", snapshot_);
  a("turns", turns_);
  a("angles", angles_);
  a("t0", t0_);
  a("last_time", last_time_);
  a("next", next_);
  a("sampled", sampled_);
  a("acceleration", acceleration_);
  if (a.reading()) begin_table();
}

Status Recorder::last(const State& s) { return s.t > last_time_ ? record(s) : Status{}; }

Status Recorder::record(const State& s) {
  last_time_ = s.t;
  snapshot_.t = s.t;
  snapshot_.q = s.q;
  snapshot_.v = snapshot_.v_raw = s.v;
  // The acceleration residual of the certificate is sampled at about a thousand recorded instants.
  const bool sample = sampled_ < 1000 || sampled_ % 64 == 0;
  ++sampled_;
  if ((needs_ & (kNeedsVelocity | kNeedsAcceleration)) || sample) {
    if (!acceleration_.project_velocity(s.t, s.q, snapshot_.v))
      return {StatusCode::kSingular, "while projecting velocities"};
  }
  if ((needs_ & kNeedsAcceleration) || sample) {
    if (!acceleration_.solve(s.t, s.q, snapshot_.v, snapshot_.a, snapshot_.lambda))
      return {StatusCode::kSingular, "while computing accelerations"};
    audit_.see_acceleration(snapshot_.v, snapshot_.a, acceleration_.eval(), acceleration_.constraint_residuals());
    audit_.see_projected_velocity(snapshot_.v_raw, snapshot_.v);
  }
  if (!writer_) return {};
  snapshot_.T = audit_.T();
  snapshot_.U = audit_.U();
  snapshot_.work_applied = audit_.work_applied();
  snapshot_.work_drives = audit_.work_drives();
  snapshot_.dissipated_physical = audit_.dissipated_physical();
  snapshot_.dissipated_numerical = audit_.dissipated_numerical();
  snapshot_.constraint_position = audit_.position_residual();
  snapshot_.constraint_velocity = audit_.velocity_residual();
  row_.assign(1, s.t);
  for (size_t i = 0; i < channels_.size(); ++i) {
    double value = channels_[i].value(snapshot_);
    if (channels_[i].is_angle) {
      if (writer_->rows() > 0) turns_[i] += std::round((angles_[i] - value) / (2 * std::numbers::pi));
      angles_[i] = value;
      value += 2 * std::numbers::pi * turns_[i];
    }
    row_.push_back(value);
  }
  Status status = writer_->row(row_);
  if (status.ok()) writer_->state(s.q, s.v);
  return status;
}

}  // namespace invar
