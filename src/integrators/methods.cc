#include <mutex>
#include <set>

#include "invar/integrators/augmented/types.h"
#include "invar/integrators/energy_momentum/types.h"
#include "invar/integrators/explicit/types.h"
#include "invar/integrators/integrator.h"
#include "invar/integrators/structural/types.h"

namespace invar {

namespace {

// A copy that lasts: reasons for doubt are few.
std::string_view keep_text(const std::string& text) {
  static std::mutex guard;
  static std::set<std::string> all;
  const std::lock_guard lock(guard);
  return *all.insert(text).first;
}

}  // namespace

void StepReport::archive(Archive& a) {
  a("status", status.code);
  a("detail", status.detail);
  a("iterations", iterations);
  a("factorizations", factorizations);
  a("work_applied", work_applied);
  a("work_drives", work_drives);
  a("dissipated_physical", dissipated_physical);
  a("dissipated_numerical", dissipated_numerical);
  a("velocity_mid_max", velocity_mid_max);
  a("velocity_mid_row", velocity_mid_row);
  a("local_error", local_error);
  std::string text(doubt);
  a("doubt", text);
  if (a.reading()) doubt = keep_text(text);
}

void Integrator::archive(Archive& /*a*/) { throw ArchiveError("the method has no archive() and cannot be stored"); }

const Catalog<MethodType>& method_types() {
  static const Catalog<MethodType> catalog = [] {
    Catalog<MethodType> c("method", "methods");
    c.add(ep_type());
    c.add(em_type());
    c.add(ed_type());
    c.add(ggl_type());
    c.add(newmark_type());
    c.add(hht_type());
    c.add(generalized_alpha_type());
    c.add(al_type());
    c.add(al_projection_type());
    c.add(al_conserving_type());
    c.add(al_conserving_projection_type());
    c.add(explicit_type());
    return c;
  }();
  return catalog;
}

}  // namespace invar
