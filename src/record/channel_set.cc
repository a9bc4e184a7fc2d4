#include "invar/record/channel_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "invar/core/suggest.h"
#include "invar/model/mass_sums.h"
#include "invar/record/formula_channel.h"

namespace invar {

namespace {

// The part of the potential energy that is in beams and cables.
void offer_strain_energy(const Model& model, ChannelList& out) {
  std::vector<Channel> parts;
  for (const Channel& channel : model.channels().all())
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

void offer_mass_sums(const Model& model, ChannelList& out) {
  const auto all = std::make_shared<const MassSums>(*model.assembly, std::vector<std::string>{});
  if (!(all->mass() > 0)) return;
  out.add_vector("center_of_mass", "m", kNeedsState, [all](const Snapshot& s) { return all->calc_center(s.q); });
  out.add_vector("momentum", "kg m/s", kNeedsVelocity, [all](const Snapshot& s) { return all->calc_momentum(s.v); });
  out.add_vector("angular_momentum", "kg m^2/s", kNeedsVelocity,
                 [all](const Snapshot& s) { return all->calc_angular_momentum(s.q, s.v); });
}

// The channels of the parts, then those of the run: together they are large, and neither is copied.
struct Offered {
  const ChannelList& parts;
  ChannelList run;

  const Channel* find(const std::string& name) const {
    const Channel* found = parts.find(name);
    return found ? found : run.find(name);
  }
  std::vector<const Channel*> find_components(const std::string& name) const {
    std::vector<const Channel*> found = parts.find_components(name);
    return found.empty() ? run.find_components(name) : found;
  }
};

// Channels by name, each once: where it is named first.
class Chosen {
 public:
  void add(const Channel& channel) {
    if (names_.insert(channel.name).second) all_.push_back(channel);
  }
  std::vector<Channel> take() { return std::move(all_); }

 private:
  std::vector<Channel> all_;
  std::unordered_set<std::string> names_;
};

// Columns of the run itself; the page fills them.
const std::vector<ChartColumn>& quality_columns() {
  static const std::vector<ChartColumn> columns{
      {"energy.balance_error", "J", "balance"},   {"constraint.position", "1", "constraint"},
      {"constraint.velocity", "1", "constraint"}, {"step.size", "s", "step"},
      {"step.iterations", "1", "step"},
  };
  return columns;
}

FormulaChannels formulas_over(const Model& model, const Offered& offered) {
  return {model, [&offered](const std::string& name) { return offered.find(name); },
          [&model] {
            std::vector<std::string> names;
            const ChannelList all = offer_channels(model);
            for (const Channel& channel : all.all()) names.push_back(channel.name);
            return names;
          }};
}

}  // namespace

ChannelList offer_run_channels(const Model& model) {
  ChannelList out;
  out.add("energy.total", "J", kNeedsState, [](const Snapshot& s) { return s.T + s.U; });
  out.add("energy.kinetic", "J", kNeedsState, [](const Snapshot& s) { return s.T; });
  out.add("energy.potential", "J", kNeedsState, [](const Snapshot& s) { return s.U; });
  offer_strain_energy(model, out);
  offer_mass_sums(model, out);
  out.add("work.applied", "J", kNeedsState, [](const Snapshot& s) { return s.work_applied; });
  out.add("work.drives", "J", kNeedsState, [](const Snapshot& s) { return s.work_drives; });
  out.add("dissipated.physical", "J", kNeedsState, [](const Snapshot& s) { return s.dissipated_physical; });
  out.add("dissipated.numerical", "J", kNeedsState, [](const Snapshot& s) { return s.dissipated_numerical; });
  out.add("work.events", "J", kNeedsState, [](const Snapshot& s) { return s.work_events; });
  out.add("dissipated.events", "J", kNeedsState, [](const Snapshot& s) { return s.dissipated_events; });
  out.add("constraint.position", "1", kNeedsState, [](const Snapshot& s) { return s.constraint_position; });
  out.add("constraint.velocity", "1", kNeedsState, [](const Snapshot& s) { return s.constraint_velocity; });
  out.add("constraint.mu", "1", kNeedsState,
          [](const Snapshot& s) { return s.mu.size() > 0 ? s.mu.cwiseAbs().maxCoeff() : 0.0; });
  out.add("step.size", "s", kNeedsState, [](const Snapshot& s) { return s.h; });
  out.add("step.iterations", "1", kNeedsState, [](const Snapshot& s) { return s.iterations; });
  return out;
}

ChannelList offer_channels(const Model& model) {
  ChannelList offered = model.channels();
  const ChannelList run = offer_run_channels(model);
  for (const Channel& channel : run.all()) offered.add(channel);
  const Offered all{model.channels(), run};
  FormulaChannels formulas = formulas_over(model, all);
  for (const Model::Measure& measure : model.measures) offered.add(*formulas.find_measure(measure.name));
  return offered;
}

std::vector<Channel> find_channels(const Model& model) {
  const Offered offered{model.channels(), offer_run_channels(model)};
  Chosen chosen;
  FormulaChannels formulas = formulas_over(model, offered);
  for (const auto& output : model.outputs) {
    if (!output.formula.text.empty()) {
      chosen.add(formulas.make(output.channel, "1", output.formula));
      continue;
    }
    const Channel* exact = offered.find(output.channel);
    if (!exact) exact = formulas.find_measure(output.channel);
    const std::vector<const Channel*> components = offered.find_components(output.channel);
    if (!exact && components.empty()) refuse_channel(output, offer_channels(model));
    // A quantity of its own may have the name of a vector too (the force of a drive along its direction, and in space);
    // multipliers beside a single one of that name are not meant.
    if (exact) chosen.add(*exact);
    for (const Channel* channel : components)
      if (!exact || channel->name.size() == output.channel.size() + 2) chosen.add(*channel);
  }
  for (const char* name :
       {"energy.total", "energy.kinetic", "energy.potential", "constraint.position", "constraint.velocity"})
    chosen.add(*offered.run.find(name));
  return chosen.take();
}

std::vector<Channel> find_result_channels(const Model& model) {
  const Offered offered{model.channels(), offer_run_channels(model)};
  FormulaChannels formulas = formulas_over(model, offered);
  std::vector<Channel> channels;
  for (const Model::Result& result : model.results)
    channels.push_back(formulas.make("result." + result.name, "1", result.formula));
  return channels;
}

std::vector<EventChannels> find_event_channels(const Model& model) {
  const Offered offered{model.channels(), offer_run_channels(model)};
  FormulaChannels formulas = formulas_over(model, offered);
  std::vector<EventChannels> all;
  for (const EventSpec& event : model.events) {
    EventChannels& channels = all.emplace_back();
    if (!event.guard.text.empty()) channels.guard = formulas.make("events." + event.name, "1", event.guard);
    for (const EventSpec::Action& action : event.actions)
      if (action.kind == EventSpec::Action::Kind::kSet)
        channels.values.push_back(formulas.make("events." + event.name, "1", action.value));
  }
  return all;
}

ChartChannels find_chart_channels(const Model& model) {
  const ChannelList run = offer_run_channels(model);
  ChartChannels out;
  for (Channel& channel : find_channels(model))
    if (!run.find(channel.name)) out.channels.push_back(std::move(channel));
  const std::size_t outputs = out.channels.size();
  for (const char* name : {"energy.kinetic", "energy.potential", "energy.strain", "energy.total", "work.applied",
                           "work.drives", "dissipated.physical", "dissipated.numerical"})
    if (const Channel* channel = run.find(name)) out.channels.push_back(*channel);
  for (const Channel& channel : out.channels)
    out.columns.push_back({channel.name, channel.unit, out.columns.size() < outputs ? "output" : "energy"});
  out.columns.insert(out.columns.end(), quality_columns().begin(), quality_columns().end());
  return out;
}

}  // namespace invar
