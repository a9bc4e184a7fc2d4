// What a beam tells of itself: section forces, channels, its picture.
#include <algorithm>
#include <cmath>

#include "invar/core/gather.h"
#include "invar/elements/beam/beam.h"
#include "invar/elements/beam/interpolation.h"
#include "invar/parts/drawing/drawing.h"

namespace invar {

namespace {

// Beams of more nodes offer channels at their stations only.
constexpr std::size_t kNodesWithChannels = 200;

}  // namespace

double Beam::calc_strain_energy(Vec q) const {
  double U = 0;
  for (const auto& element : elements_) {
    const LocalVector local = gather(assembly_->layout, element.nodes, q);
    for (const auto& point : element.points) {
      const Vector6 E = calc_strain(point, calc_point(point, local));
      U += 0.5 * point.weight * E.dot(point.D * E);
    }
  }
  return U;
}

std::vector<Beam::Sample> Beam::find_samples(double s) const {
  const int n = elements();
  std::vector<Sample> samples;
  if (order_ == 1) {  // one point an element: linear between the middles of neighbours
    if (n == 1) return {{0, 0, 1.0}};
    const int e = std::clamp(static_cast<int>(std::floor(s * n - 0.5)), 0, n - 2);
    const double f = s * n - 0.5 - e;
    return {{e, 0, 1 - f}, {e + 1, 0, f}};
  }
  const auto rule = gauss_rule(order_);
  const auto add = [&](int e, double xi, double factor) {
    for (int g = 0; g < order_; ++g) {
      double weight = factor;
      for (int k = 0; k < order_; ++k)
        if (k != g) weight *= (xi - rule[k].xi) / (rule[g].xi - rule[k].xi);
      samples.push_back({e, g, weight});
    }
  };
  const double at = s * n, whole = std::round(at);
  if (std::abs(at - whole) < 1e-9 * n && whole > 0 && whole < n) {
    add(static_cast<int>(whole) - 1, 1, 0.5);
    add(static_cast<int>(whole), -1, 0.5);
  } else {
    const int e = std::clamp(static_cast<int>(at), 0, n - 1);
    add(e, 2 * (at - e) - 1, 1);
  }
  return samples;
}

Beam::SectionState Beam::calc_section(const std::vector<Sample>& samples, Vec q, Vec v) const {
  SectionState state;
  for (const Sample& sample : samples) {
    const auto& element = elements_[static_cast<std::size_t>(sample.element)];
    const auto& point = element.points[static_cast<std::size_t>(sample.point)];
    const BeamPoint P = calc_point(point, gather(assembly_->layout, element.nodes, q));
    const Vector6 E = calc_strain(point, P);
    Vector6 S = point.D * E;
    if (damping_ > 0) {
      const BeamPoint rate = interpolate(point.W, gather(assembly_->layout, element.nodes, v));
      S += damping_ * (point.D * (2 * calc_beam_strain(P, rate)));
    }
    state.E += sample.weight * E;
    state.S += sample.weight * S;
  }
  return state;
}

Beam::SectionState Beam::calc_section(double s, Vec q, Vec v) const { return calc_section(find_samples(s), q, v); }

namespace {

struct Quantity {
  const char* name;
  const char* unit;
  bool stress;
  int index;
};
constexpr Quantity kQuantities[] = {
    {"force_1", "N", true, 0},       {"shear_2", "N", true, 1},        {"shear_3", "N", true, 2},
    {"torsion", "N m", true, 3},     {"moment_1", "N m", true, 3},     {"moment_2", "N m", true, 4},
    {"moment_3", "N m", true, 5},    {"strain_1", "1", false, 0},      {"strain_2", "1", false, 1},
    {"strain_3", "1", false, 2},     {"curvature_1", "1/m", false, 3}, {"curvature_2", "1/m", false, 4},
    {"curvature_3", "1/m", false, 5}};

}  // namespace

const std::vector<std::string>& Beam::quantities() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& q : kQuantities) all.emplace_back(q.name);
    return all;
  }();
  return names;
}

std::string Beam::unit_of(const std::string& quantity) {
  for (const auto& q : kQuantities)
    if (quantity == q.name) return q.unit;
  return "";
}

double Beam::pick(const SectionState& state, const std::string& quantity) {
  for (const auto& q : kQuantities)
    if (quantity == q.name) return q.stress ? state.S[q.index] : state.E[q.index];
  return 0;
}

void Beam::offer_channels(ChannelList& out) const {
  out.add(name() + ".strain_energy", "J", kNeedsState, [this](const Snapshot& s) { return calc_strain_energy(s.q); });
  if (places_.size() <= kNodesWithChannels)
    for (const auto& place : places_) place->offer_channels(out);
  for (const auto& station : stations_) {
    station.place->offer_channels(out);
    const auto samples = find_samples(station.s);
    for (const bool stress : {true, false}) {
      std::vector<std::pair<std::string, std::string>> names;
      std::vector<int> indices;
      for (const auto& q : kQuantities)
        if (q.stress == stress) {
          names.emplace_back(station.place->name() + "." + q.name, q.unit);
          indices.push_back(q.index);
        }
      out.add_group(names, stress && damping_ > 0 ? kNeedsVelocity : kNeedsState,
                    [this, samples, stress, indices](const Snapshot& s, double* numbers) {
                      const SectionState state = calc_section(samples, s.q, s.v);
                      for (const int i : indices) *numbers++ = stress ? state.S[i] : state.E[i];
                    });
    }
  }
}

void Beam::draw(Drawing& drawing) const {
  // Curves between far nodes need points of their own; long chains do not.
  const int n = static_cast<int>(nodes_.size()), between = n > 60 ? 1 : order_ == 1 ? 1 : 2;
  std::vector<Anchor> path;
  std::vector<int> values;
  const auto add = [&](const Anchor& at, double s) {
    path.push_back(at);
    if (look_.quantity.empty()) return;
    const auto samples = find_samples(s);
    values.push_back(drawing.add_scalar(kNeedsVelocity, [this, samples](const Snapshot& snapshot) {
      return pick(calc_section(samples, snapshot.q, snapshot.v), look_.quantity);
    }));
  };
  for (int k = 0; k < n; ++k) {
    const double s = static_cast<double>(k) / (n - 1);
    add(drawing.place(nodes_[static_cast<std::size_t>(k)].frame), s);
    if (k + 1 == n) break;
    for (int i = 1; i < between; ++i) {
      const double t = s + static_cast<double>(i) / between / (n - 1);
      add(drawing.place(marker_at(t).point), t);
    }
  }
  Primitive& p = drawing.add("tube", *this, DrawRole::kBody, path.front(), {look_.radius});
  p.path = std::move(path);
  p.at.reset();
  p.color = look_.color;
  if (!look_.quantity.empty()) {
    p.values = std::move(values);
    p.quantity = look_.quantity;
    p.unit = unit_of(look_.quantity);
  }
  drawing.note_size(length_);
  for (const BeamNode* end : {&nodes_.front(), &nodes_.back()}) {
    drawing.attach(end->frame);
    drawing.add_support(*this, drawing.place(end->frame));
  }
  drawing.add_name(name(), DrawRole::kBody, drawing.place(center()), mass());
  for (const auto& station : stations_)
    if (!station.place->marker(Vector3::Zero(), Matrix3::Identity()).ground)
      drawing.add_name(station.place->name(), DrawRole::kMarker, drawing.place(marker_at(station.s)));
}

}  // namespace invar
