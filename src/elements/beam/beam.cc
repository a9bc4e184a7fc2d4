#include "invar/elements/beam/beam.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "invar/elements/beam/interpolation.h"
#include "invar/parts/kinematics.h"

namespace invar {

namespace {

std::vector<int> moving_nodes(const std::vector<BeamNode>& nodes) {
  std::vector<int> all;
  for (const auto& n : nodes)
    if (n.node >= 0) all.push_back(n.node);
  return all;
}

}  // namespace

Beam::Beam(std::string name, int order, std::vector<BeamNode> nodes, std::vector<BeamElementPart> elements,
           double damping, const Assembly& assembly)
    : Body(std::move(name), "beam", moving_nodes(nodes), Pose{}),
      order_(order),
      nodes_(std::move(nodes)),
      elements_(std::move(elements)),
      damping_(damping),
      assembly_(&assembly) {
  for (const auto& element : elements_)
    for (const auto& point : element.points) length_ += point.weight;
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    places_.push_back(std::make_unique<BeamPlace>(fmt::format("{}.node_{}", this->name(), k), nodes_[k].frame,
                                                  nodes_[k].initial, nodes_[k].reference, assembly));
}

int Beam::node_at(double s) const {
  const double k = s * static_cast<double>(nodes_.size() - 1), nearest = std::round(k);
  return std::abs(k - nearest) < 1e-9 * static_cast<double>(nodes_.size()) ? static_cast<int>(nearest) : -1;
}

Marker Beam::interpolate_at(int element, double xi) const {
  const BeamShape N = calc_beam_shape(order_ + 1, xi);
  Marker m;
  m.body = name();
  m.has_axes = false;
  for (int a = 0; a <= order_; ++a) {
    const BeamNode& node = nodes_[static_cast<std::size_t>(element) * order_ + a];
    m.point = m.point + N.N[a] * node.frame.point;
    for (int i = 0; i < 3; ++i) m.axes[i] = m.axes[i] + N.N[a] * node.frame.axes[i];
    if (node.node >= 0) m.nodes.push_back(node.node);
  }
  return m;
}

Marker Beam::marker_at(double s) const {
  if (const int k = node_at(s); k >= 0)
    return places_[static_cast<std::size_t>(k)]->marker(Vector3::Zero(), Matrix3::Identity());
  const int n = elements(), element = std::min(static_cast<int>(s * n), n - 1);
  return interpolate_at(element, 2 * (s * n - element) - 1);
}

void Beam::add_station(const std::string& station, double s) {
  Marker frame = marker_at(s);
  Pose initial;
  Vector3 reference = Vector3::Zero();
  if (const int k = node_at(s); k >= 0) {
    frame = nodes_[static_cast<std::size_t>(k)].frame;
    initial = nodes_[static_cast<std::size_t>(k)].initial;
    reference = nodes_[static_cast<std::size_t>(k)].reference;
  } else {
    const int n = elements(), element = std::min(static_cast<int>(s * n), n - 1);
    const BeamShape N = calc_beam_shape(order_ + 1, 2 * (s * n - element) - 1);
    for (int a = 0; a <= order_; ++a) {
      const BeamNode& node = nodes_[static_cast<std::size_t>(element) * order_ + a];
      initial.p += N.N[a] * node.initial.p;
      reference += N.N[a] * node.reference;
    }
  }
  stations_.push_back(
      {station, s, std::make_unique<BeamPlace>(name() + "." + station, frame, initial, reference, *assembly_)});
}

Beam::Nearest Beam::find_nearest(const Vector3& p) const {
  Nearest best{1e300, 0, 0};
  for (int e = 0; e < elements(); ++e) {
    const auto at = [&](double xi) {
      const BeamShape N = calc_beam_shape(order_ + 1, xi);
      Vector3 x = -p;
      for (int a = 0; a <= order_; ++a) x += N.N[a] * nodes_[static_cast<std::size_t>(e) * order_ + a].initial.p;
      return x.norm();
    };
    // Coarse search, then ternary: along one element the distance has one minimum.
    double xi = -1;
    for (int i = 1; i <= 8; ++i)
      if (at(-1 + 0.25 * i) < at(xi)) xi = -1 + 0.25 * i;
    double low = std::max(xi - 0.25, -1.0), high = std::min(xi + 0.25, 1.0);
    for (int i = 0; i < 80; ++i) {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      (at(a) < at(b) ? high : low) = at(a) < at(b) ? b : a;
    }
    for (const double x : {0.5 * (low + high), -1.0, 1.0})
      if (at(x) < best.distance) best = {at(x), e, x};
  }
  return best;
}

std::string Beam::refuse_marker(const Vector3& p) const {
  const Nearest at = find_nearest(p);
  const double distance = at.distance;
  // The axis is that of the elements; a point of the true curve is off by what interpolation cuts away there.
  const double deviation = deviations_.empty() ? 0 : deviations_[static_cast<std::size_t>(at.element)];
  if (distance < 1e-6 * length_ + 1.2 * deviation) return "";
  return fmt::format("is {:.3g} m away from the axis of this beam; name one of its stations ({}.start, {}.end, ...)",
                     distance, name(), name());
}

Marker Beam::marker(const Vector3& p, const Matrix3& R) const {
  for (const auto& place : places_)
    if ((place->pose().p - p).norm() < 1e-6 * length_) return place->marker(Vector3::Zero(), place->to_body(R));
  const Nearest at = find_nearest(p);
  return interpolate_at(at.element, at.xi);
}

// (r, d1, d2, d3) of a section, as columns.
Eigen::Matrix<double, 3, 4> Beam::calc_frame(const BeamNode& n, Vec q) const {
  Eigen::Matrix<double, 3, 4> frame;
  if (n.node < 0) {
    frame << n.initial.p, n.initial.R;
    return frame;
  }
  Eigen::Map<const Eigen::Matrix<double, 3, 4>> X(q.data() + assembly_->layout.node(n.node).offset);
  frame.noalias() = X * n.T.transpose();
  return frame;
}

std::string Beam::find_warning(Vec q) const {
  const auto frame = [&](const BeamNode& n) { return Matrix3(calc_frame(n, q).rightCols<3>()); };
  double worst = 0.5 * std::numbers::pi;
  int where = -1;
  Matrix3 before = frame(nodes_[0]);
  for (int e = 0; e < elements(); ++e) {
    double turn = 0;  // from node to node: from end to end alone, a turn of 350 degrees would look like one of 10
    for (int a = 1; a <= order_; ++a) {
      const Matrix3 R = frame(nodes_[static_cast<std::size_t>(e) * order_ + a]);
      turn += std::acos(std::clamp(0.5 * (before.cwiseProduct(R).sum() - 1), -1.0, 1.0));
      before = R;
    }
    if (turn > worst * (1 + 1e-9)) {
      worst = turn;
      where = e;
    }
  }
  if (where < 0) return "";
  return fmt::format(
      "beam \"{}\": element {} of {} turns by {:.0f} degrees from end to end; strains are accurate up to about 45, and "
      "beyond 90 an element cannot follow. Use more elements.",
      name(), where + 1, elements(), worst * 180 / std::numbers::pi);
}

// Strains are measured with axes d_i that are interpolated between the nodes. As these turn against each other the d_i shrink: an
// element of two nodes that turns by an angle a has |d|^2 = cos^2(a/2) and the curvature sin(a)/L instead of a/L. From
// |d|^2 = 1/2 on it resists less the more it is bent, and nothing keeps it in shape.
std::string Beam::find_failure(Vec q) const {
  constexpr double kLeast = 0.5;
  const auto where = [&](int e) { return fmt::format("beam \"{}\": element {} of {}", name(), e + 1, elements()); };
  for (int e = 0; e < elements(); ++e) {
    Eigen::Matrix<double, 3, 4> nodes[kMaxBeamNodes];
    for (int a = 0; a <= order_; ++a) nodes[a] = calc_frame(nodes_[static_cast<std::size_t>(e) * order_ + a], q);
    for (const GaussPoint& point : gauss_rule(order_)) {
      const BeamShape shape = calc_beam_shape(order_ + 1, point.xi);
      Matrix3 d = Matrix3::Zero();
      Vector3 along = Vector3::Zero();
      for (int a = 0; a <= order_; ++a) {
        d += shape.N[a] * nodes[a].rightCols<3>();
        along += shape.dN[a] * nodes[a].col(0);
      }
      const Matrix3 longer = d.transpose() * d - kLeast * Matrix3::Identity();
      if (!(longer(0, 0) > 0 && longer.topLeftCorner<2, 2>().determinant() > 0 && longer.determinant() > 0))
        return where(e) +
               " is bent or twisted so far that it resists less the more it is bent: the axes between its nodes shrink "
               "to "
               "less than 71 % of their length. Use more elements.";
      if (!(d.col(0).dot(along) > 0)) return where(e) + " is compressed to nothing, or turned inside out.";
    }
  }
  return "";
}

}  // namespace invar
