// Laws of springs and dampers that read signals: force: "k*x*(1 + heat.output)", damping_force: "c*(hinge.angle)*v". Each is a formula of
// the deflection x, the rate v, and all that formulas of the state may read (docs/signals.md). A law that reads its own variable alone
// is none of these: it stays an energy or a damper.
#pragma once

#include <string>

#include "invar/parts/force_part.h"
#include "invar/spec/params.h"

namespace invar {

// The formulas among the parameters `effort_key` and `damping_key`, added up, as an effort that resists x and v; `deflection` and
// `rate` are what these letters stand for.
SignalText make_law_signal(const Params& params, const std::string& name, const std::string& effort_key,
                           const std::string& damping_key, const std::string& deflection, const std::string& rate,
                           PartBuilder& builder);
// Its actuator; the channel `effort` is the sum of `sign` times the formulas and `rest`, the laws that are none; null: there are none.
ForcePart::Value add_law_effort(ForcePart& part, PartBuilder& builder, std::unique_ptr<Actuator> actuator,
                                const std::string& effort, const std::string& unit, double sign, SignalText formula,
                                const ForcePart::Value& rest);

}  // namespace invar
