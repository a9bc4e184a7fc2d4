#include "invar/verify/configuration.h"

#include <algorithm>
#include <cmath>

#include "invar/system/coordinate_scale.h"

namespace invar::verify {

namespace {

int place_size(NodeKind kind) {
  switch (kind) {
    case NodeKind::kPoint3:
      return 3;
    case NodeKind::kPoint2:
      return 2;
    case NodeKind::kFrame3:
      return 12;
    case NodeKind::kFrame2:
      return 4;
    case NodeKind::kScalar:
      return 1;
  }
  return 0;
}

Vector mass_diagonal(const MechanicalSystem& system) {
  Vector diagonal = Vector::Zero(system.coordinates());
  const SparsePattern& pattern = system.K_pattern();
  for (int r = 0; r < pattern.rows; ++r)
    for (int k = pattern.start[r]; k < pattern.start[r + 1]; ++k)
      if (pattern.index[k] == r) diagonal[r] += system.M()[k];
  return diagonal;
}

// Root of the mean square of the mass along each axis of a frame; of a planar body its radius of gyration.
Vector3 mass_lengths(const Node& node, const Vector& mass) {
  const double m = mass[node.offset];
  if (!(m > 0)) return Vector3::Zero();
  const auto root = [&](int i) { return std::sqrt(std::max(0.0, mass[node.offset + i] / m)); };
  if (node.kind == NodeKind::kFrame2) return Vector3::Constant(root(2));
  return {root(3), root(6), root(9)};
}

// How far joints, forces and markers on the body of each node are from its origin, along its axes.
std::vector<Vector3> calc_reach(const Model& model, std::size_t nodes) {
  std::vector<Vector3> reach(nodes, Vector3::Zero());
  Drawing drawing = model.drawing();
  for (const auto& body : model.bodies) {
    if (body->nodes().size() != 1 || !body->refuse_marker(Vector3::Zero()).empty()) continue;
    Vector3& farthest = reach[static_cast<std::size_t>(body->nodes().front())];
    const Anchor origin = drawing.place(body->marker(Vector3::Zero(), Matrix3::Identity()));
    for (const Vector3& p : drawing.attachments(origin)) farthest = farthest.cwiseMax(p.cwiseAbs());
  }
  return reach;
}

}  // namespace

Configuration::Configuration(const Model& model, const MechanicalSystem& system, const Vector& q0) {
  const Vector mass = mass_diagonal(system);
  const Layout& layout = system.layout();
  const std::vector<Vector3> reach = calc_reach(model, layout.nodes().size());
  for (std::size_t i = 0; i < layout.nodes().size(); ++i) {
    const Node& node = layout.node(static_cast<int>(i));
    Place place{node.kind, node.offset, size_, Vector3::Ones()};
    if (node.kind == NodeKind::kFrame3)
      place.length = reach[i].cwiseMax(mass_lengths(node, mass));
    else if (node.kind == NodeKind::kFrame2)
      place.length.setConstant(std::max(reach[i].norm(), mass_lengths(node, mass)[0]));
    else if (node.kind == NodeKind::kScalar)
      place.length.setConstant(calc_extent(layout, q0));
    has_places_ |= node.kind != NodeKind::kScalar;
    places_.push_back(place);
    size_ += place_size(node.kind);
  }
}

void Configuration::write(const Vector& q, double* out) const {
  for (const Place& place : places_) {
    const double* x = q.data() + place.offset;
    double* to = out + place.at;
    switch (place.kind) {
      case NodeKind::kPoint3:
      case NodeKind::kPoint2:
        std::copy(x, x + place_size(place.kind), to);
        break;
      case NodeKind::kFrame3:
        std::copy(x, x + 3, to);
        for (int i = 3; i < 12; ++i) to[i] = place.length[(i - 3) / 3] * x[i];
        break;
      case NodeKind::kFrame2:
        std::copy(x, x + 2, to);
        to[2] = place.length[0] * std::cos(x[2]);
        to[3] = place.length[0] * std::sin(x[2]);
        break;
      case NodeKind::kScalar:
        to[0] = place.length[0] * x[0];
        break;
    }
  }
}

double Configuration::distance(const double* a, const double* b) const {
  double largest = 0;
  for (const Place& place : places_) {
    const double *x = a + place.at, *y = b + place.at;
    const auto moved = [&](int i, int size) {
      Vector3 d = Vector3::Zero();
      for (int k = 0; k < size; ++k) d[k] = x[i + k] - y[i + k];
      return d;
    };
    switch (place.kind) {
      case NodeKind::kPoint3:
      case NodeKind::kPoint2:
      case NodeKind::kScalar:
        largest = std::max(largest, moved(0, place_size(place.kind)).norm());
        break;
      case NodeKind::kFrame3: {
        const Vector3 origin = moved(0, 3);
        for (const int axis : {3, 6, 9}) {
          const Vector3 d = moved(axis, 3);
          largest = std::max({largest, (origin + d).norm(), (origin - d).norm()});
        }
        break;
      }
      case NodeKind::kFrame2: {
        const Vector3 origin = moved(0, 2), d1 = moved(2, 2), d2(-d1[1], d1[0], 0);
        for (const Vector3& d : {d1, d2}) largest = std::max({largest, (origin + d).norm(), (origin - d).norm()});
        break;
      }
    }
  }
  return largest;
}

}  // namespace invar::verify
