// Delay of a signal by a rational approximation of exp(-s T) (Pade), the numerator one degree below the denominator, so that the
// output does not jump with the input:
//
//   (C4)  G(s) = N(sT)/D(sT),   D(x) = sum_k d_k x^k,  N(x) = sum_k n_k (-x)^k
//         d_k = (2n - 1 - k)! n!/((2n - 1)! k! (n - k)!),   n_k = (2n - 1 - k)! (n - 1)!/((2n - 1)! k! (n - 1 - k)!)
//
// The phase is right up to frequencies of about n/T; beyond them the delay is not one. Sampled controllers delay exactly.
#include <fmt/format.h>

#include <cmath>

#include "invar/controllers/types.h"

namespace invar {

namespace {

double factorial(int n) { return std::tgamma(n + 1.0); }

// The states are those of the canonical form in the time t/T, so that their sizes do not depend on T.
SignalBlock make_delay(const std::string& name, const Params& params) {
  const int n = static_cast<int>(params.integer("order"));
  SignalBlock block;
  block.name = name;
  block.inputs.push_back(read_signal_input(params, "input", "input"));
  block.constants.emplace_back("delay", params.number("time"));
  const auto weight = [&](int k, int degree) {
    return factorial(2 * n - 1 - k) * factorial(degree) / (factorial(2 * n - 1) * factorial(k) * factorial(degree - k));
  };
  const double lead = weight(n, n);
  std::string highest = fmt::format("input*{}", 1.0), output;
  for (int k = 0; k < n; ++k) {  // x_(n-k) is the k-th derivative of the slowest state
    highest += fmt::format(" - ({})*x{}", weight(k, n) / lead, n - k);
    output += fmt::format("{}({})*x{}", k ? " + " : "", (k % 2 ? -1 : 1) * weight(k, n - 1) / lead, n - k);
  }
  for (int i = 1; i <= n; ++i)
    block.states.push_back(
        {fmt::format("x{}", i), "1", 0, i == 1 ? "(" + highest + ")/delay" : fmt::format("x{}/delay", i - 1)});
  block.equations.push_back({"output", output, "1"});
  return block;
}

}  // namespace

ControllerType delay_type() {
  ControllerType type;
  type.name = "delay";
  type.doc = "delays a signal by a rational approximation; zero at the start. Signals output, input";
  type.reference = "Pade approximation of exp(-s T)";
  type.schema.signal("input", "1", "what it acts on").required();
  type.schema.number("time", "s", "delay").positive().required();
  type.schema.integer("order", "of the approximation: frequencies up to about order/time pass with the right phase")
      .range(1, 8)
      .default_value(4);
  type.make = make_delay;
  return type;
}

}  // namespace invar
