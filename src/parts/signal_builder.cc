#include "invar/parts/signal_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/core/gather.h"
#include "invar/parts/network_builder.h"
#include "invar/parts/part_builder.h"
#include "invar/spec/params.h"

namespace invar {

namespace {

constexpr const char* kWaiting = " (waiting)";  // no name that a formula can have

// Which blocks with states a formula reads, directly or not.
class Reached {
 public:
  explicit Reached(const SignalBuilder& all) : all_(all) {}
  void visit(const SignalText& formula, const SignalBlock* block) {
    const FunctionTablePtr functions = functions_of(formula, block);
    for (const std::string& name :
         Expression::free_names(formula.text, formula.node.location(), formula.node.path(), functions.get())) {
      if (const auto measure = all_.measures().find(name); measure != all_.measures().end())
        if (seen_.insert(name).second) visit(measure->second, nullptr);
      if (const auto other = all_.blocks().find(name.substr(0, name.find('.'))); other != all_.blocks().end())
        visit(other->second);
      for (const auto& force : all_.forces())
        for (std::size_t k = 0; k < force.labels.size(); ++k)
          if (name == force.labels[k] && seen_.insert(name).second) visit(force.efforts[k], nullptr);
    }
  }
  void visit(const SignalBlock& block) {
    if (!seen_.insert(block.name).second || block.sampling) return;
    if (!block.states.empty()) blocks.insert(block.name);
    for (const auto& input : block.inputs) visit(input.formula, input.knows_block ? &block : nullptr);
    for (const auto& state : block.states) visit({state.rate, block.node}, &block);
    for (const auto& equation : block.equations) visit({equation.text, block.node}, &block);
  }
  std::set<std::string> blocks;

 private:
  const SignalBuilder& all_;
  std::set<std::string> seen_;
};

VecView take_part(const Vector& all, int first, std::size_t count) {
  return count == 0 || first < 0 || all.size() < first + static_cast<Eigen::Index>(count)
             ? VecView()
             : VecView(all.data() + first, static_cast<Eigen::Index>(count));
}

template <class Use>
void with_local(const Layout& layout, const SignalHandle& handle, const Snapshot& s, const Use& use) {
  const LocalVector q = gather(layout, handle.term->nodes(), s.q), v = gather(layout, handle.term->nodes(), s.v);
  const SignalNetwork& network = handle.term->network();
  use(At(s.t, q, v, take_part(s.z, handle.first_internal, static_cast<std::size_t>(network.internals())),
         take_part(s.u, handle.first_input, network.input_infos().size())));
}

}  // namespace

SignalBlock::Input read_signal_input(const Params& params, const std::string& key, const std::string& name) {
  const SpecNode node = params.node(key);
  return {name, {node.text(), node}};
}

double calc_signal(const Layout& layout, const SignalHandle& handle, int signal, const Snapshot& s) {
  double value = 0;
  with_local(layout, handle, s, [&](const At& at) {
    LocalVector y(handle.term->network().signals());
    handle.term->calc_signals(at, y);
    value = y[signal];
  });
  return value;
}

void add_signal_force(const Layout& layout, const SignalHandle& handle, const Snapshot& s, VecOut Q) {
  with_local(layout, handle, s, [&](const At& at) {
    LocalVector local = Vector::Zero(at.q.size());
    handle.term->add_Q(at, local, handle.actuator);
    scatter_add(layout, handle.term->nodes(), local, Q);
  });
}

std::shared_ptr<SignalHandle> SignalBuilder::add_force(const std::string& part, std::unique_ptr<Actuator> actuator,
                                                       std::vector<SignalText> efforts, std::vector<std::string> labels,
                                                       bool has_friction) {
  auto handle = std::make_shared<SignalHandle>();
  forces_.push_back({part, std::move(actuator), std::move(efforts), std::move(labels), handle, has_friction});
  return handle;
}

void SignalBuilder::add_block(SignalBlock block) {
  for (const SignalBlock::Held& held : block.held) {
    inputs_.push_back({{block.name, held.name, held.unit}, held.start});
    if (held.waits) inputs_.push_back({{block.name, held.name + kWaiting, held.unit}, held.start});
  }
  const std::string name = block.name;
  blocks_.emplace(name, std::move(block));
}

void SignalBuilder::add_input(const std::string& name, double start) {
  inputs_.push_back({{"inputs", name, "1"}, start});
}

void SignalBuilder::add_measure(const std::string& name, SignalText formula) {
  measures_.emplace(name, std::move(formula));
}

std::shared_ptr<const SignalReader> SignalBuilder::add_reader(SignalText formula) {
  return readers_.emplace_back(std::move(formula), std::make_shared<SignalReader>()).second;
}

int SignalBuilder::find_input(const std::string& full_name) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i].info.full_name() == full_name) return static_cast<int>(i);
  return -1;
}

// Forces and blocks that share a block with states belong to one term.
struct SignalBuilder::Group {
  std::vector<std::size_t> forces;
  std::set<std::string> blocks;
};

std::vector<SignalBuilder::Group> SignalBuilder::find_groups() const {
  std::vector<Group> groups;
  const auto join = [&](Group added) {
    for (std::size_t i = 0; i < groups.size();) {
      const bool shares = std::any_of(added.blocks.begin(), added.blocks.end(),
                                      [&](const std::string& name) { return groups[i].blocks.contains(name); });
      if (!shares) {
        ++i;
        continue;
      }
      added.blocks.merge(groups[i].blocks);
      added.forces.insert(added.forces.begin(), groups[i].forces.begin(), groups[i].forces.end());
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
    }
    groups.push_back(std::move(added));
  };
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    Reached reached(*this);
    for (const SignalText& effort : forces_[i].efforts) reached.visit(effort, nullptr);
    join({{i}, reached.blocks});
  }
  for (const auto& [name, block] : blocks_) {
    if (block.states.empty()) continue;
    Reached reached(*this);
    reached.visit(block);
    join({{}, reached.blocks});
  }
  return groups;
}

void SignalBuilder::place(PartBuilder& builder, const Parts& parts, const Group& group) {
  NetworkBuilder network(*this, builder, parts);
  std::vector<std::vector<int>> efforts;
  for (const std::size_t i : group.forces) {
    auto& own = efforts.emplace_back();
    for (std::size_t k = 0; k < forces_[i].efforts.size(); ++k)
      own.push_back(network.add(forces_[i].labels[k], forces_[i].efforts[k]));
  }
  for (const std::string& name : group.blocks) network.add_block(blocks_.at(name));
  network.finish();
  auto term = std::make_shared<SignalTerm>(builder.layout(), network.take_sensors(), network.take_network());
  for (std::size_t k = 0; k < group.forces.size(); ++k) {
    ForceRequest& request = forces_[group.forces[k]];
    std::vector<int> friction_states;
    if (request.has_friction)
      for (int z = 0; z < term->network().internals(); ++z)
        if (term->network().internal_infos()[static_cast<std::size_t>(z)].owner == request.part)
          friction_states.push_back(z);
    request.handle->actuator =
        term->add_actuator(std::move(request.actuator), efforts[k], request.has_friction, friction_states);
    request.handle->signals = efforts[k];
  }
  const std::string owner = group.forces.empty() ? *group.blocks.begin() : forces_[group.forces.front()].part;
  if (term->size() > kMaxLocal)
    throw ModelError({}, owner,
                     fmt::format("reads and moves {} coordinates together with what it is connected to, at most {} "
                                 "are possible",
                                 term->size(), kMaxLocal),
                     "read coordinates of joints instead of positions, or let a controller be sampled");
  breaks_.push_back({"\"" + owner + "\"", {term, &term->network()}});
  Assembly& assembly = builder.assembly();
  int first_internal = -1;
  if (term->network().internals() > 0) {
    const int i = assembly.add_memory_force(owner, term->nodes(), make_signal_memory_force(term), first_input_);
    first_internal = assembly.memory_forces[static_cast<std::size_t>(i)].first_internal;
  } else {
    assembly.add_force(owner, term->nodes(), make_signal_force(term), first_input_);
  }
  for (const std::size_t i : group.forces) {
    SignalHandle& handle = *forces_[i].handle;
    handle.term = term;
    handle.first_internal = first_internal;
    handle.first_input = first_input_;
  }
}

SignalReader SignalBuilder::read(PartBuilder& builder, const Parts& parts, const std::string& name,
                                 const SignalText& formula, const SignalBlock* block) const {
  NetworkBuilder made(*this, builder, parts);
  const int signal = made.add(name, formula, block);
  SignalNetwork network = made.take_network();
  SignalReader::Places places;
  places.first_input = first_input_;
  const auto& all = builder.layout().internals();
  for (const VariableInfo& own : network.internal_infos())
    places.internals.push_back(static_cast<int>(
        std::find_if(all.begin(), all.end(),
                     [&](const VariableInfo& variable) { return variable.full_name() == own.full_name(); }) -
        all.begin()));
  return {builder.layout(), made.take_sensors(), std::move(network), signal, std::move(places)};
}

void SignalBuilder::add_sampled(PartBuilder& builder, const Parts& parts, const SignalBlock& block) {
  SampledBlock sampled{block.name, *block.sampling, {}};
  for (const SignalBlock::Held& held : block.held) {
    const std::string name = block.name + "." + held.name;
    SampledBlock::Value value;
    value.next = read(builder, parts, name + " (next)", {held.sample, block.node}, &block);
    value.held = first_input_ + find_input(name);
    if (held.waits) value.waiting = first_input_ + find_input(name + kWaiting);
    sampled.values.push_back(std::move(value));
  }
  sampled_.push_back(std::move(sampled));
}

std::vector<SignalChannel> SignalBuilder::finish(PartBuilder& builder, const Parts& parts) {
  Layout& layout = builder.assembly().layout;
  first_input_ = static_cast<int>(layout.inputs().size());
  for (const Input& input : inputs_) layout.add_input(input.info);
  for (const Group& group : find_groups()) place(builder, parts, group);
  for (const auto& [formula, reader] : readers_) *reader = read(builder, parts, "formula", formula, nullptr);
  std::vector<SignalChannel> channels;
  for (const Input& input : inputs_)
    if (input.info.owner == "inputs")
      channels.push_back({input.info.full_name(), "1", read(builder, parts, "input", {input.info.label, {}}, nullptr)});
  for (const auto& [name, block] : blocks_) {
    if (!block.offers_channels) continue;
    const auto offer = [&, &own = block](const std::string& quantity, const std::string& unit) {
      if (own.sampling) {
        const SignalText held{own.name + "." + quantity, own.node};
        channels.push_back({held.text, unit, read(builder, parts, held.text + " (channel)", held, nullptr)});
        return;
      }
      const SignalText text{quantity, own.node};
      channels.push_back({own.name + "." + quantity, unit, read(builder, parts, own.name + ".(channel)", text, &own)});
    };
    if (block.sampling) {
      for (const auto& held : block.held) offer(held.name, held.unit);
      add_sampled(builder, parts, block);
      continue;
    }
    for (const auto& equation : block.equations) offer(equation.name, equation.unit);
    for (const auto& state : block.states) offer(state.name, state.unit);
    for (const auto& input : block.inputs) offer(input.name, "1");
    for (const auto& held : block.held) offer(held.name, held.unit);
  }
  return channels;
}

}  // namespace invar
