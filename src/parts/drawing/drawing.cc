#include "invar/parts/drawing/drawing.h"

#include <algorithm>

#include "invar/math/rotation.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/part.h"

namespace invar {

namespace {

bool is_planar(const Layout& layout) {
  for (const Node& node : layout.nodes())
    if (node.kind == NodeKind::kPoint3 || node.kind == NodeKind::kFrame3) return false;
  return true;
}

// Up is against gravity; without it the z axis, in the plane the y axis.
Vector3 find_up(const Vector3& gravity, bool planar) {
  if (gravity.norm() > 0) return -gravity.normalized();
  return planar ? Vector3::UnitY() : Vector3::UnitZ();
}

}  // namespace

Drawing::Drawing(const Assembly& assembly, Vector q0, const Vector3& gravity)
    : assembly_(&assembly), q0_(std::move(q0)), planar_(is_planar(assembly.layout)) {
  up_ = find_up(gravity, planar_);
}

int Drawing::add_track(Track track, unsigned needs) {
  static constexpr int kSizes[] = {3, 7, 3, 1};
  track.offset = width_;
  width_ += kSizes[track.kind];
  needs_ |= needs;
  tracks_.push_back(std::move(track));
  return static_cast<int>(tracks_.size()) - 1;
}

int Drawing::node_track(int node) {
  const auto found = node_tracks_.find(node);
  if (found != node_tracks_.end()) return found->second;
  const NodeKind kind = assembly_->layout.node(node).kind;
  const bool frame = kind == NodeKind::kFrame2 || kind == NodeKind::kFrame3;
  Track track{frame ? Track::kFrame : Track::kPoint, 0, node, {}, {}};
  return node_tracks_[node] = add_track(std::move(track), kNeedsState);
}

Anchor Drawing::place(const AffineVector& x) {
  if (x.parts.empty()) return {-1, x.constant, Eigen::Quaterniond::Identity()};
  const Layout* layout = &assembly_->layout;
  return place(kNeedsState, [layout, x](const Snapshot& s) { return calc_value(*layout, x, s.q); });
}

Anchor Drawing::place(unsigned needs, std::function<Vector3(const Snapshot&)> point) {
  Anchor anchor;
  anchor.track = add_track({Track::kPoint, 0, -1, std::move(point), {}}, needs);
  return anchor;
}

Anchor Drawing::place(const Marker& marker) {
  const auto& parts = marker.point.parts;
  Matrix3 R = Matrix3::Identity();
  if (parts.empty()) {
    if (marker.has_axes)
      for (int i = 0; i < 3; ++i) R.col(i) = marker.axes[i].constant;
    return {-1, marker.point.constant, Eigen::Quaterniond(R)};
  }
  const int node = parts[0].node;
  double weight = 0;
  bool one_node = true;
  Vector3 p = marker.point.constant;
  for (const auto& part : parts) {
    one_node &= part.node == node;
    if (part.slot == 0) weight += part.factor;
    if (part.slot > 0) p[part.slot - 1] += part.factor;
  }
  // Points between nodes, e.g. on a rod, have a track of their own.
  if (!one_node || std::abs(weight - 1) > 1e-12) return place(marker.point);
  if (marker.has_axes)
    for (int i = 0; i < 3; ++i) {
      R.col(i) = marker.axes[i].constant;
      for (const auto& part : marker.axes[i].parts) R(part.slot - 1, i) += part.factor;
    }
  return {node_track(node), p, Eigen::Quaterniond(calc_nearest_rotation(R))};
}

int Drawing::add_vector(unsigned needs, std::function<Vector3(const Snapshot&)> value) {
  return add_track({Track::kVector, 0, -1, std::move(value), {}}, needs);
}

int Drawing::add_scalar(unsigned needs, std::function<double(const Snapshot&)> value) {
  return add_track({Track::kScalar, 0, -1, {}, std::move(value)}, needs);
}

Primitive& Drawing::add(const std::string& kind, const Part& part, DrawRole role, const Anchor& at,
                        std::vector<double> size) {
  Primitive primitive;
  primitive.kind = kind;
  primitive.part = part.name();
  primitive.role = role;
  primitive.at = at;
  primitive.size = std::move(size);
  primitives_.push_back(std::move(primitive));
  return primitives_.back();
}

Primitive& Drawing::add_symbol(const std::string& kind, const Part& part, DrawRole role, const Anchor& at,
                               std::vector<double> size) {
  Primitive& primitive = add(kind, part, role, at, std::move(size));
  primitive.symbol = true;
  return primitive;
}

Primitive& Drawing::add_link(const std::string& kind, const Part& part, DrawRole role, const Anchor& at,
                             const Anchor& to, double radius) {
  Primitive& primitive = add_symbol(kind, part, role, at, {radius});
  primitive.to = to;
  return primitive;
}

Primitive& Drawing::add_arrow(const Part& part, DrawRole role, const Anchor& at, unsigned needs,
                              std::function<Vector3(const Snapshot&)> force) {
  const int track = add_vector(needs, std::move(force));
  Primitive& primitive = add_symbol("arrow", part, role, at, {});
  primitive.vector = track;
  primitive.quantity = "force";
  primitive.unit = "N";
  return primitive;
}

void Drawing::add_support(const Part& part, const Anchor& at) {
  if (at.track >= 0) return;
  for (const Vector3& other : supports_)
    if ((other - at.p).norm() < 1e-9 * (1 + at.p.norm())) return;
  supports_.push_back(at.p);
  add_symbol("support", part, DrawRole::kGround, at, {0.16});
}

void Drawing::add_name(const std::string& name, DrawRole role, const Anchor& at, double mass) {
  names_.push_back({name, role, at, mass});
}

void Drawing::attach(const Marker& place) {
  if (place.ground || place.nodes.size() != 1) return;
  const Anchor at = this->place(place);
  if (at.track >= 0) attachments_[at.track].push_back(at.p);
}

std::vector<Vector3> Drawing::attachments(const Anchor& body) const {
  std::vector<Vector3> distinct;
  const auto found = attachments_.find(body.track);
  if (found == attachments_.end()) return distinct;
  for (const Vector3& p : found->second) {
    const auto same = [&](const Vector3& other) { return (other - p).norm() < 1e-9 * (1 + p.norm()); };
    if (std::none_of(distinct.begin(), distinct.end(), same)) distinct.push_back(p);
  }
  return distinct;
}

void Drawing::note_size(double size) {
  if (std::isfinite(size) && size > 0) sizes_.push_back(size);
}

Vector3 Drawing::start(const AffineVector& x) const { return calc_value(assembly_->layout, x, q0_); }

double Drawing::unit() const {
  // The extent of the whole, from the nodes and the supports at the start.
  Vector3 low = Vector3::Constant(1e300), high = -low;
  const auto see = [&](const Vector3& x) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
  };
  for (const Vector3& x : supports_) see(x);
  for (size_t i = 0; i < assembly_->layout.nodes().size(); ++i)
    if (assembly_->layout.node(static_cast<int>(i)).kind != NodeKind::kScalar)
      see(calc_value(assembly_->layout, AffineVector().add(static_cast<int>(i), 0, 1), q0_));
  const double extent = high[0] < low[0] ? 0 : (high - low).norm();
  std::vector<double> sizes = sizes_;
  std::sort(sizes.begin(), sizes.end());
  const double median = sizes.empty() ? 0 : sizes[sizes.size() / 2];
  // Of long chains a link is too small to be seen: its symbols are then larger than itself.
  const double unit = std::max(median, extent / 25);
  return unit > 0 ? unit : 1;
}

void Drawing::sample(const Snapshot& s, float* out) const {
  const auto put = [](float* at, const Vector3& x) {
    for (int i = 0; i < 3; ++i) at[i] = static_cast<float>(x[i]);
  };
  const Layout& layout = assembly_->layout;
  for (const Track& track : tracks_) {
    float* at = out + track.offset;
    if (track.kind == Track::kScalar) {
      *at = static_cast<float>(track.scalar(s));
    } else if (track.vector) {
      put(at, track.vector(s));
    } else {
      put(at, calc_value(layout, AffineVector().add(track.node, 0, 1), s.q));
    }
    if (track.kind != Track::kFrame) continue;
    // Directors that are not quite orthonormal (methods that drift) still give a rotation to look at.
    const Eigen::Quaterniond R(calc_nearest_rotation(calc_rotation(layout, track.node, s.q)));
    for (int i = 0; i < 4; ++i) at[3 + i] = static_cast<float>(R.coeffs()[i]);
  }
}

}  // namespace invar
