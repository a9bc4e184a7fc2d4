#include "invar/nonholonomic/nonholonomic_part.h"

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
    const auto rows = rows_;
    const auto directions = directions_;
    out.add_vector(name() + ".force", "N", kNeedsAcceleration, [rows, directions](const Snapshot& s) {
      Vector3 force = Vector3::Zero();
      for (size_t i = 0; i < rows.size(); ++i) force -= s.lambda[rows[i]] * directions[i](s.q);
      return force;
    });
  }
  const std::string unit = directions_.empty() ? "1" : "N";
  for (const int row : rows_) {
    const std::string& label = assembly_->layout.row(row).label;
    out.add(name() + ".lambda." + label, unit, kNeedsAcceleration, [row](const Snapshot& s) { return s.lambda[row]; });
    out.add(name() + ".lambda_raw." + label, unit, kNeedsState, [row](const Snapshot& s) { return s.lambda_raw[row]; });
  }
}

}  // namespace invar
