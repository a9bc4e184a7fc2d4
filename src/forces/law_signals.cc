#include "invar/forces/law_signals.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/parts/network_builder.h"
#include "invar/parts/part_builder.h"

namespace invar {

namespace {

// x and v mean the deflection and the rate; a parameter of the same name would be hidden.
void refuse_hidden_parameter(const SignalText& law) {
  const auto functions = functions_of(law, nullptr);
  const auto names = Expression::free_names(law.text, law.node.location(), law.node.path(), functions.get());
  for (const char* name : {"x", "v"})
    if (std::find(names.begin(), names.end(), name) != names.end() && law.node.scope() && law.node.scope()->find(name))
      law.node.fail(fmt::format("uses {}, which is both {} and a parameter", name,
                                *name == 'x' ? "the deflection" : "the rate of the deflection"),
                    "rename the parameter");
}

}  // namespace

SignalText make_law_signal(const Params& params, const std::string& name, const std::string& effort_key,
                           const std::string& damping_key, const std::string& deflection, const std::string& rate,
                           PartBuilder& builder) {
  SignalBlock block;
  block.name = name;
  block.node = params.entry();
  block.offers_channels = false;
  block.equations = {{"x", deflection, ""}, {"v", rate, ""}};
  std::string sum;
  for (const std::string& key : {effort_key, damping_key}) {
    if (!params.has(key) || !params.is_signal(key)) continue;
    SignalText law = read_signal(params, key);
    refuse_hidden_parameter(law);
    const std::string own = "law_" + key;
    block.inputs.push_back({own, std::move(law), true});
    sum += (sum.empty() ? "" : " + ") + name + "." + own;
  }
  builder.signals().add_block(std::move(block));
  return {sum, params.entry()};
}

ForcePart::Value add_law_effort(ForcePart& part, PartBuilder& builder, std::unique_ptr<Actuator> actuator,
                                const std::string& effort, const std::string& unit, double sign, SignalText formula,
                                const ForcePart::Value& rest) {
  if (sign < 0) formula.text = "-(" + formula.text + ")";
  if (!rest) {
    const auto handle = part.add_signals(builder, std::move(actuator), {{effort, unit, std::move(formula)}});
    return signal_value(builder.layout(), handle, 0);
  }
  const auto handle =
      part.add_signals(builder, std::move(actuator), {{effort + "_by_formula", unit, std::move(formula)}});
  const ForcePart::Value total = [rest, own = signal_value(builder.layout(), handle, 0)](const Snapshot& s) {
    return rest(s) + own(s);
  };
  part.add_channel(effort, unit, kNeedsVelocity, total);
  return total;
}

}  // namespace invar
