#include "invar/run/ringing.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/system/memory_linearization.h"

namespace invar {

namespace {

constexpr double kFast = 10;  // steps over time constants: what rings then keeps two thirds of its size per step

}  // namespace

std::string find_ringing(const AssembledSystem& system, State s, double step) {
  const Assembly& assembly = system.assembly();
  if (assembly.memory_forces.empty()) return "";
  system.start_internals(s);
  const Matrix f_z = linearize_memories(assembly, s).f_z;
  double fastest = 0;
  const VariableInfo* found = nullptr;
  for (const auto& placed : assembly.memory_forces)
    for (std::size_t k = 0; k < placed.term->internals().size(); ++k) {
      if (placed.term->damps(static_cast<int>(k))) continue;
      const Eigen::Index i = placed.first_internal + static_cast<Eigen::Index>(k);
      if (!(std::abs(f_z(i, i)) > fastest)) continue;
      fastest = std::abs(f_z(i, i));
      found = &assembly.layout.internals()[static_cast<std::size_t>(i)];
    }
  if (!found || fastest * step <= kFast) return "";
  return fmt::format(
      "{} has a time constant of {:.2g} s, far below the step of {:.2g} s, and rings from step to step; give stiff: "
      "true to its "
      "controller, take steps below {:.2g} s, or use ed",
      found->full_name(), 1 / fastest, step, kFast / fastest);
}

}  // namespace invar
