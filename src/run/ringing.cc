#include "invar/run/ringing.h"

#include <fmt/format.h>

#include "invar/system/memory_linearization.h"

namespace invar {

namespace {

// Steps over time constants. What rings at the first keeps two thirds of its size per step; about the second is where explicit
// methods begin to grow.
constexpr double kRings = 10, kGrows = 2;

struct FastVariable {
  double rate = 0;  // over its own value, 1/s
  std::string name;
};

FastVariable find_fastest(const AssembledSystem& system, const State& s, bool with_damped) {
  const Assembly& assembly = system.assembly();
  const Matrix f_z = linearize_memories(assembly, s).f_z;
  FastVariable found;
  for (const auto& placed : assembly.memory_forces)
    for (std::size_t k = 0; k < placed.term->internals().size(); ++k) {
      if (!with_damped && placed.term->damps(static_cast<int>(k))) continue;
      const Eigen::Index i = placed.first_internal + static_cast<Eigen::Index>(k);
      if (!(-f_z(i, i) > found.rate)) continue;
      found = {-f_z(i, i), assembly.layout.internals()[static_cast<std::size_t>(i)].full_name()};
    }
  return found;
}

}  // namespace

std::string find_ringing(const AssembledSystem& system, State s, double step, const Traits& traits) {
  const bool is_explicit = !traits.is_implicit;
  if ((!is_explicit && !traits.takes_middle) || system.assembly().memory_forces.empty()) return "";
  system.start_internals(s);
  const FastVariable z = find_fastest(system, s, is_explicit);
  const double limit = is_explicit ? kGrows : kRings;
  if (z.rate * step <= limit) return "";
  const std::string text =
      fmt::format("{} has a time constant of {:.2g} s, far below the step of {:.2g} s, and ", z.name, 1 / z.rate, step);
  if (is_explicit)
    return text + fmt::format("grows without bound; take steps below {:.2g} s, a tolerance, or an implicit method",
                              limit / z.rate);
  return text + fmt::format(
                    "rings from step to step; give stiff: true to its controller, take steps below {:.2g} s, or use ed",
                    limit / z.rate);
}

}  // namespace invar
