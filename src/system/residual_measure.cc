#include "invar/system/residual_measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace invar {

namespace {

// The iterations end at 1e-11 of the floor. Positions are rounded to 1e-16 of their size, which is 1e-11 of this part,
constexpr double kPositionPart = 1e-2;
// and forces of stiff springs are balanced to 1e-14 of the stiffness times the coordinates.
constexpr double kStiffPart = 1e-3;
constexpr double kShortest = 1e-6;   // position of a body at the origin, against its radius of gyration
constexpr double kSpringPart = 0.2;  // rounding of springs: of their stiffness times the coordinates
constexpr double kTerms = 2;         // of a sum, each as large as the largest and rounded
constexpr double kTiny = std::numeric_limits<double>::min();

}  // namespace

ResidualMeasure::ResidualMeasure(const MechanicalSystem& system) : groups_(system) {
  const SparsePattern &G = system.G_pattern(), &K = system.K_pattern();
  std::vector<int> seen(groups_.count(), -1);  // part of the present row on each group
  part_.resize(G.nonzeros());
  for (int r = 0; r < G.rows; ++r) {
    const int first = static_cast<int>(parts_.size());
    for (int k = G.start[r]; k < G.start[r + 1]; ++k) {
      const int g = groups_.of(G.index[k]);
      if (seen[g] < first) {
        seen[g] = static_cast<int>(parts_.size());
        parts_.push_back({r, g});
      }
      part_[k] = seen[g];
    }
  }
  for (int i = 0; i < K.rows; ++i) diagonal_.push_back(K.position(i, i));
  entry_.setZero(static_cast<int>(parts_.size()));
  for (Vector* x :
       {&stiffness_, &motion_, &position_, &force_, &load_, &rounding_, &scale_, &floor_, &sizes_, &part_sizes_})
    x->setZero(groups_.count());
  for (Vector* x : {&multiplier_, &row_extra_, &row_scale_, &row_floor_}) x->setZero(G.rows);
  Vector mass = Vector::Zero(groups_.count()), inertia = mass;
  for (int g = 0; g < groups_.count(); ++g) {
    double& largest = (groups_.is_position(g) ? mass : inertia)[groups_.component(g)];
    largest = std::max(largest, groups_.mass(g));
  }
  gyration_.setZero(groups_.count());
  for (int c = 0; c < groups_.components(); ++c)
    if (mass[c] > 0) gyration_[c] = kShortest * std::sqrt(inertia[c] / mass[c]);
}

void ResidualMeasure::set_constraints(const Vector& B, const Vector* second) {
  entry_.setZero();
  for (size_t k = 0; k < part_.size(); ++k) {
    double& entry = entry_[part_[k]];
    entry = std::max(entry, std::abs(B[k]));
  }
  if (!second) return;
  for (size_t k = 0; k < part_.size(); ++k) {
    double& entry = entry_[part_[k]];
    entry = std::max(entry, std::abs((*second)[k]));
  }
}

void ResidualMeasure::set_stiffness(const Vector& K) {
  stiffness_.setZero();
  for (const auto& run : groups_.runs()) {
    double largest = stiffness_[run.group];
    for (int i = run.offset; i < run.offset + run.length; ++i) largest = std::max(largest, std::abs(K[diagonal_[i]]));
    stiffness_[run.group] = largest;
  }
}

void ResidualMeasure::begin() {
  for (Vector* x : {&motion_, &position_, &force_, &multiplier_, &row_extra_}) x->setZero();
}

void ResidualMeasure::add_force(const Vector& f, double factor) {
  sizes_.setZero();
  groups_.add_sizes(f, sizes_);
  force_ += std::abs(factor) * sizes_;
}

void ResidualMeasure::add_multipliers(const Vector& l) { multiplier_ += l.cwiseAbs(); }
void ResidualMeasure::add_row_terms(const Vector& c) { row_extra_ += c.cwiseAbs(); }

// Positions are as large as those of the connected part, rotations at least of order one: what is known to rounding only.
void ResidualMeasure::set_position_sizes() {
  rounding_ = gyration_;
  for (int g = 0; g < groups_.count(); ++g) {
    double& length = rounding_[groups_.component(g)];
    if (groups_.is_position(g)) length = std::max({length, position_[g], motion_[g]});
  }
  for (int g = 0; g < groups_.count(); ++g)
    position_[g] = groups_.is_position(g) ? rounding_[groups_.component(g)] : std::max(position_[g], 1.0);
}

void ResidualMeasure::finish(double stiffness_factor) {
  set_position_sizes();
  load_.setZero();
  row_scale_ = row_extra_;
  row_floor_.setZero();
  for (size_t p = 0; p < parts_.size(); ++p) {
    const auto [row, group] = parts_[p];
    load_[group] = std::max(load_[group], entry_[p] * multiplier_[row]);
    row_scale_[row] += kTerms * entry_[p] * motion_[group];
    row_floor_[row] += entry_[p] * position_[group];
  }
  // |K_ij| is at most the geometric mean of the two diagonal entries.
  rounding_.setZero();
  for (int g = 0; g < groups_.count(); ++g)
    rounding_[groups_.component(g)] += std::sqrt(stiffness_[g]) * (position_[g] + motion_[g]);
  for (int g = 0; g < groups_.count(); ++g) {
    const double stiff = std::abs(stiffness_factor) * std::sqrt(stiffness_[g]) * rounding_[groups_.component(g)];
    scale_[g] = kTerms * (groups_.mass(g) * motion_[g] + load_[g] + force_[g]) + kSpringPart * stiff;
    floor_[g] = scale_[g] + kStiffPart * (groups_.mass(g) * position_[g] + stiff);
  }
  set_massless_scales();
}

// Where there is no mass, nothing but multipliers may be summed, and their rounding is that of what they are connected with.
void ResidualMeasure::set_massless_scales() {
  bool any = false;
  for (int g = 0; g < groups_.count(); ++g) any = any || groups_.mass(g) == 0;
  if (!any) return;
  part_sizes_.setZero();  // in the unit of a work times the square of a time
  rounding_.setZero();
  for (int g = 0; g < groups_.count(); ++g) {
    const int part = groups_.component(g);
    part_sizes_[part] = std::max(part_sizes_[part], scale_[g] * position_[g]);
    rounding_[part] = std::max(rounding_[part], floor_[g] * position_[g]);
  }
  for (int g = 0; g < groups_.count(); ++g) {
    if (groups_.mass(g) > 0 || !(position_[g] > 0)) continue;
    scale_[g] = std::max(scale_[g], part_sizes_[groups_.component(g)] / position_[g]);
    floor_[g] = std::max(floor_[g], rounding_[groups_.component(g)] / position_[g]);
  }
}

ResidualMeasure::Size ResidualMeasure::measure_balance(const Vector& r) const {
  if (!r.allFinite()) return {INFINITY, INFINITY};
  sizes_.setZero();
  groups_.add_sizes(r, sizes_);
  Size size;
  for (int g = 0; g < groups_.count(); ++g) {
    size.size = std::max(size.size, sizes_[g] / (scale_[g] + kTiny));
    size.floor = std::max(size.floor, sizes_[g] / (floor_[g] + kTiny));
  }
  return size;
}

ResidualMeasure::Size ResidualMeasure::measure_motion(const Vector& r) const {
  if (!r.allFinite()) return {INFINITY, INFINITY};
  sizes_.setZero();
  groups_.add_sizes(r, sizes_);
  Size size;
  for (int g = 0; g < groups_.count(); ++g) {
    size.size = std::max(size.size, sizes_[g] / (motion_[g] + kTiny));
    size.floor = std::max(size.floor, sizes_[g] / (motion_[g] + kStiffPart * (position_[g] + motion_[g]) + kTiny));
  }
  return size;
}

ResidualMeasure::Size ResidualMeasure::measure_rows(const Vector& c) const {
  if (!c.allFinite()) return {INFINITY, INFINITY};
  Size size;
  for (int r = 0; r < c.size(); ++r) {
    const double residual = std::abs(c[r]);
    size.size = std::max(size.size, residual / (row_scale_[r] + kTiny));
    size.floor = std::max(size.floor, residual / (std::max(row_scale_[r], kPositionPart * row_floor_[r]) + kTiny));
  }
  return size;
}

double ResidualMeasure::measure_positions(const Vector& c) const {
  if (!c.allFinite()) return INFINITY;
  double size = 0;
  for (int r = 0; r < c.size(); ++r)
    size = std::max(size, std::abs(c[r]) / (std::max(row_scale_[r], row_floor_[r]) + kTiny));
  return size;
}

double ResidualMeasure::measure_part(const Vector& d) const {
  if (!d.allFinite()) return INFINITY;
  sizes_.setZero();
  groups_.add_sizes(d, sizes_);
  part_sizes_.setZero();  // of the motion, relative to the size of the coordinates
  for (int g = 0; g < groups_.count(); ++g)
    if (double& motion = part_sizes_[groups_.component(g)]; position_[g] > 0)
      motion = std::max(motion, motion_[g] / position_[g]);
  double size = 0;
  for (int g = 0; g < groups_.count(); ++g)
    size = std::max(size, sizes_[g] / (std::max(motion_[g], position_[g] * part_sizes_[groups_.component(g)]) + kTiny));
  return size;
}

double ResidualMeasure::measure_change(const Vector& dq) const {
  if (!dq.allFinite()) return INFINITY;
  sizes_.setZero();
  groups_.add_sizes(dq, sizes_);
  double size = 0;
  for (int g = 0; g < groups_.count(); ++g) size = std::max(size, sizes_[g] / (position_[g] + motion_[g] + kTiny));
  return size;
}

}  // namespace invar
