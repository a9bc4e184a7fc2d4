#include "invar/system/residual_measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace invar {

namespace {

// Iterations may end at 1e-11 of the floor: of positions at 1e-14 of their size, which are rounded to 1e-16,
constexpr double kPositionPart = 1e-3;
// and of stiff forces at 1e-14 of the stiffness times the coordinates.
constexpr double kStiffPart = 1e-3;
constexpr double kShortest = 1e-6;  // of a position, in radii of gyration: less is rounding
constexpr double kTiny = std::numeric_limits<double>::min();

// NaN counts as larger than everything.
void raise(double value, double& largest) {
  if (value > largest || std::isnan(value)) largest = value;
}

}  // namespace

ResidualMeasure::ResidualMeasure(const MechanicalSystem& system) : groups_(system) {
  mass_.resize(groups_.count());
  for (int g = 0; g < groups_.count(); ++g) mass_[g] = groups_.mass(g);
  for (Vector* x : {&motion_, &position_, &force_, &scale_, &stiff_, &group_sizes_}) x->setZero(groups_.count());
  for (Vector* x : {&multiplier_, &row_terms_, &row_scale_, &row_position_, &kind_sizes_}) x->setZero(groups_.kinds());
  for (Vector* x : {&entry_, &second_entry_}) x->setZero(static_cast<int>(groups_.row_slots().size()));
  for (Vector* x : {&stiffness_, &second_stiffness_}) x->setZero(static_cast<int>(groups_.stiffness_slots().size()));
}

void ResidualMeasure::set_constraints(const Vector& B) {
  entry_.setZero();
  groups_.raise_by_row_slot(B, entry_);
}

void ResidualMeasure::set_constraints(const Vector& B, const Vector& second) {
  second_entry_.setZero();
  groups_.raise_by_row_slot(second, second_entry_);
  set_constraints(B);
  entry_ += second_entry_;
}

void ResidualMeasure::set_stiffness(const Vector& K) {
  stiffness_.setZero();
  groups_.raise_by_stiffness_slot(K, stiffness_);
}

void ResidualMeasure::set_stiffness(const Vector& K, const Vector& second) {
  second_stiffness_.setZero();
  groups_.raise_by_stiffness_slot(second, second_stiffness_);
  set_stiffness(K);
  stiffness_ += second_stiffness_;
}

void ResidualMeasure::set_mass(const Vector& M) {
  second_stiffness_.setZero();
  groups_.raise_by_stiffness_slot(M, second_stiffness_);
  mass_.setZero();
  const auto& slots = groups_.stiffness_slots();
  for (size_t s = 0; s < slots.size(); ++s)
    if (slots[s].kind == slots[s].group) raise(second_stiffness_[static_cast<int>(s)], mass_[slots[s].group]);
}

void ResidualMeasure::begin() {
  for (Vector* x : {&motion_, &position_, &force_, &multiplier_, &row_terms_}) x->setZero();
}

void ResidualMeasure::add_by_group(const Vector& x, double factor, Vector& to) {
  group_sizes_.setZero();
  groups_.raise_by_group(x, group_sizes_);
  to += std::abs(factor) * group_sizes_;
}

void ResidualMeasure::add_by_kind(const Vector& c, Vector& to) {
  kind_sizes_.setZero();
  groups_.raise_by_kind(c, kind_sizes_);
  to += kind_sizes_;
}

void ResidualMeasure::finish(double stiffness_factor) {
  // A body that is held at the origin has no size but rounding.
  for (int g = 0; g < groups_.count(); ++g)
    position_[g] = std::max(position_[g], kShortest * groups_.gyration(groups_.part(g)));
  scale_ = mass_.cwiseProduct(motion_) + force_;
  row_scale_ = row_terms_;
  row_position_.setZero();
  const auto& rows = groups_.row_slots();
  for (size_t s = 0; s < rows.size(); ++s) {
    const auto [kind, group] = rows[s];
    const double entry = entry_[static_cast<int>(s)];
    scale_[group] += entry * multiplier_[kind];
    row_scale_[kind] += entry * motion_[group];
    row_position_[kind] += entry * position_[group];
  }
  stiff_.setZero();
  const auto& pairs = groups_.stiffness_slots();
  for (size_t s = 0; s < pairs.size(); ++s) {
    const auto [to, from] = pairs[s];
    stiff_[to] += std::abs(stiffness_factor) * stiffness_[static_cast<int>(s)] * (position_[from] + motion_[from]);
  }
}

ResidualMeasure::Size ResidualMeasure::measure_balance(const Vector& r) const {
  group_sizes_.setZero();
  groups_.raise_by_group(r, group_sizes_);
  Size size;
  for (int g = 0; g < groups_.count(); ++g) {
    raise(group_sizes_[g] / (scale_[g] + kTiny), size.size);
    raise(group_sizes_[g] / (scale_[g] + kStiffPart * stiff_[g] + kTiny), size.floor);
  }
  return size;
}

ResidualMeasure::Size ResidualMeasure::measure_motion(const Vector& r) const {
  group_sizes_.setZero();
  groups_.raise_by_group(r, group_sizes_);
  Size size;
  for (int g = 0; g < groups_.count(); ++g) {
    raise(group_sizes_[g] / (motion_[g] + kTiny), size.size);
    raise(group_sizes_[g] / (motion_[g] + kStiffPart * (position_[g] + motion_[g]) + kTiny), size.floor);
  }
  return size;
}

ResidualMeasure::Size ResidualMeasure::measure_rows(const Vector& c) const {
  kind_sizes_.setZero();
  groups_.raise_by_kind(c, kind_sizes_);
  Size size;
  for (int k = 0; k < groups_.kinds(); ++k) {
    raise(kind_sizes_[k] / (row_scale_[k] + kTiny), size.size);
    raise(kind_sizes_[k] / (std::max(row_scale_[k], kPositionPart * row_position_[k]) + kTiny), size.floor);
  }
  return size;
}

double ResidualMeasure::measure_positions(const Vector& c) const {
  kind_sizes_.setZero();
  groups_.raise_by_kind(c, kind_sizes_);
  double size = 0;
  for (int k = 0; k < groups_.kinds(); ++k)
    raise(kind_sizes_[k] / (std::max(row_scale_[k], row_position_[k]) + kTiny), size);
  return size;
}

double ResidualMeasure::measure_change(const Vector& dq) const {
  group_sizes_.setZero();
  groups_.raise_by_group(dq, group_sizes_);
  double size = 0;
  for (int g = 0; g < groups_.count(); ++g) raise(group_sizes_[g] / (position_[g] + motion_[g] + kTiny), size);
  return size;
}

double ResidualMeasure::measure_correction(const Vector& d) const {
  group_sizes_.setZero();
  groups_.raise_by_group(d, group_sizes_);
  double size = 0;
  for (int g = 0; g < groups_.count(); ++g) raise(group_sizes_[g] / (motion_[g] + kTiny), size);
  return size;
}

}  // namespace invar
