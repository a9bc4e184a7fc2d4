#include "invar/nonholonomic/nonholonomic_part.h"

#include <fmt/format.h>

#include "invar/parts/energy_coupling.h"
#include "invar/parts/rate_jumps.h"

namespace invar {

void NonholonomicPart::add_rows(int first, int count) {
  for (int i = 0; i < count; ++i) rows_.push_back(first + i);
}

void NonholonomicPart::add_channel(const std::string& quantity, const std::string& unit, unsigned needs, Value value) {
  extras_.push_back({quantity, unit, needs, std::move(value)});
}

void NonholonomicPart::offer_channels(ChannelList& out) const {
  for (const auto& extra : extras_) out.add(name() + "." + extra.quantity, extra.unit, extra.needs, extra.value);
  if (!directions_.empty()) {
    out.add_vector(name() + ".force", "N", kNeedsAcceleration, [this](const Snapshot& s) { return calc_force(s); });
  }
  const std::string unit = directions_.empty() ? "1" : "N";
  for (const int row : rows_) {
    const std::string& label = assembly_->layout.row(row).label;
    out.add(name() + ".lambda." + label, unit, kNeedsAcceleration, [row](const Snapshot& s) { return s.lambda[row]; });
    out.add(name() + ".lambda_raw." + label, unit, kNeedsState, [row](const Snapshot& s) { return s.lambda_raw[row]; });
    for (std::size_t p = 0; p < assembly_->pfaffians.size(); ++p) {
      const auto& placed = assembly_->pfaffians[p];
      const int i = row - placed.first_row;
      if (i < 0 || i >= placed.term->rows()) continue;
      out.add(name() + ".coupling." + label, "1", kNeedsVelocity,
              [this, p = static_cast<int>(p), i](const Snapshot& s) {
                return calc_velocity_coupling(*assembly_, p, i, s.t, s.q, s.v);
              });
    }
  }
}

Vector3 NonholonomicPart::calc_force(const Snapshot& s) const {
  Vector3 force = Vector3::Zero();
  for (size_t i = 0; i < rows_.size(); ++i) force -= s.lambda[rows_[i]] * directions_[i](s.q);
  return force;
}

void NonholonomicPart::draw(Drawing& d) const {
  if (draw_) draw_(*this, d);
  if (!contact_ || directions_.empty()) return;
  d.add_arrow(*this, DrawRole::kJoint, d.place(kNeedsState, contact_), kNeedsAcceleration,
              [this](const Snapshot& s) { return calc_force(s); });
}

std::vector<RateJumps> NonholonomicPart::find_impulses(double t0, double t1) const {
  std::vector<RateJumps> found;
  for (const FunctionPtr& f : functions_of_time_)
    found.push_back(find_rate_jumps(fmt::format("\"{}\"", name()), *f, Prescribes::kCoefficient, "", t0, t1));
  return found;
}

}  // namespace invar
