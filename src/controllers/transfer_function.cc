// Transfer function G(s) = (b_0 s^m + ... + b_m)/(a_0 s^n + ... + a_n), m <= n, in controllable canonical form:
//
//   (C3)  x_1' = u - a_1 x_1 - ... - a_n x_n,   x_k' = x_(k-1),   y = b_0 u + sum over k of (b_k - a_k b_0) x_k
//
// with all coefficients divided by a_0, and b counted from s^n on, so that b_0 may be zero.
#include <fmt/format.h>

#include "invar/controllers/types.h"

namespace invar {

namespace {

SignalBlock make_transfer_function(const std::string& name, const Params& params) {
  std::vector<double> b = params.numbers("numerator"), a = params.numbers("denominator");
  if (a.empty() || a[0] == 0)
    params.fail("denominator", "must begin with a number other than zero", "highest power of s first");
  if (b.empty()) params.fail("numerator", "must have a number or more", "highest power of s first");
  if (b.size() > a.size())
    params.fail("numerator", "has a higher power of s than the denominator, so it would differentiate its input",
                "add poles, or read the rate of the signal");
  const std::size_t n = a.size() - 1;
  b.insert(b.begin(), a.size() - b.size(), 0.0);
  SignalBlock block;
  block.name = name;
  block.stiff = params.boolean("stiff");
  block.inputs.push_back(read_signal_input(params, "input", "input"));
  for (std::size_t k = 0; k <= n; ++k) {
    block.constants.emplace_back(fmt::format("a{}", k), a[k] / a[0]);
    block.constants.emplace_back(fmt::format("b{}", k), b[k] / a[0]);
  }
  std::string highest = "input", output = "b0*input";
  for (std::size_t k = 1; k <= n; ++k) {
    highest += fmt::format(" - a{0}*x{0}", k);
    output += fmt::format(" + (b{0} - a{0}*b0)*x{0}", k);
  }
  for (std::size_t k = 1; k <= n; ++k)
    block.states.push_back({fmt::format("x{}", k), "1", 0, k == 1 ? highest : fmt::format("x{}", k - 1)});
  block.equations.push_back({"output", output, "1"});
  return block;
}

}  // namespace

ControllerType transfer_function_type() {
  ControllerType type;
  type.name = "transfer_function";
  type.doc = "linear transfer function of a signal; at rest at the start. Signals output, input, x1, ...";
  type.reference = "controllable canonical form";
  type.schema.signal("input", "1", "what it acts on").required();
  type.schema.numbers("numerator", "1", "coefficients, highest power of s first").required();
  type.schema.numbers("denominator", "1", "coefficients, highest power of s first").required();
  add_stiff_key(type.schema);
  type.make = make_transfer_function;
  return type;
}

}  // namespace invar
