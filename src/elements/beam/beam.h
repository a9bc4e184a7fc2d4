// Beam: a chain of beam elements as a part of the model. Its nodes are frames like rigid bodies; where it is attached, the
// node is that of the other body, seen through a constant transform, and no constraint is needed.
//
// Stations are fractions 0 to 1 of the length. Section forces there come from the Gauss points of the element, where they
// are most accurate, by the polynomial through them; between two elements from both. They include material damping.
#pragma once

#include <memory>
#include <vector>

#include "invar/elements/beam/beam_element.h"
#include "invar/elements/beam/place.h"

namespace invar {

// A node of the beam: its section frame by the coordinates of the node that carries it.
struct BeamNode {
  int node = -1;  // in the layout; -1: stands on the ground
  NodeTransform T = NodeTransform::Identity();
  Marker frame;
  Pose initial;  // of the section, in the world
  Vector3 reference = Vector3::Zero();
};

struct BeamElementPart {
  std::vector<int> nodes;  // in the layout, those that move
  std::vector<BeamGaussPoint> points;
};

struct BeamLook {
  double radius = 0;
  std::string color;     // of the file
  std::string quantity;  // to color by
};

class Beam final : public Body {
 public:
  Beam(std::string name, int order, std::vector<BeamNode> nodes, std::vector<BeamElementPart> elements, double damping,
       const Assembly& assembly);

  int order() const { return order_; }
  int elements() const { return static_cast<int>(elements_.size()); }
  double length() const { return length_; }
  const std::vector<BeamNode>& beam_nodes() const { return nodes_; }

  // The place at a station: with axes at nodes, a point in between.
  Marker marker_at(double s) const;
  // Number of the node at a station, or -1.
  int node_at(double s) const;
  // Point and axes at a parameter of an element, interpolated (axes not quite orthonormal).
  Marker interpolate_at(int element, double xi) const;

  bool is_place() const override { return false; }
  // In world coordinates of the start: a point on the axis, or on the curve that its elements follow.
  Marker marker(const Vector3& p_W, const Matrix3& R_W) const override;
  std::string refuse_marker(const Vector3& p_W) const override;

  // NAME.strain_energy; of start, mid, end and the named stations the motion and force_1, shear_2, shear_3, torsion,
  // moment_1..3, strain_1..3, curvature_1..3; of nodes the motion (beams of up to 200 nodes).
  void offer_channels(ChannelList& out) const override;
  void draw(Drawing& drawing) const override;
  // A sentence if some element is bent or twisted by more than a right angle.
  std::string find_warning(Vec q) const override;
  // A sentence if some element is deformed so far that its strains no longer follow its shape (docs/theory/beams.md).
  std::string find_failure(Vec q) const override;

  // Named stations, start, mid and end among them, and their places.
  struct Station {
    std::string name;
    double s;
    std::unique_ptr<BeamPlace> place;
  };
  void add_station(const std::string& station, double s);
  const std::vector<Station>& stations() const { return stations_; }
  const std::vector<std::unique_ptr<BeamPlace>>& places() const { return places_; }
  // How far the curve asked for is from the axis of each element, at the most.
  void set_deviations(std::vector<double> deviations) { deviations_ = std::move(deviations); }
  void set_look(BeamLook look) { look_ = std::move(look); }

  // Strains and section forces at a station.
  struct SectionState {
    Vector6 E = Vector6::Zero(), S = Vector6::Zero();
  };
  SectionState calc_section(double s, Vec q, Vec v) const;
  double calc_strain_energy(Vec q) const;
  // "moment_3" and so on; `unit` of it. Empty unit: no such quantity.
  static const std::vector<std::string>& quantities();
  static std::string unit_of(const std::string& quantity);

 private:
  Eigen::Matrix<double, 3, 4> calc_frame(const BeamNode& node, Vec q) const;
  struct Sample {
    int element, point;
    double weight;
  };
  std::vector<Sample> find_samples(double s) const;
  SectionState calc_section(const std::vector<Sample>& samples, Vec q, Vec v) const;
  static double pick(const SectionState& state, const std::string& quantity);
  // Nearest point of the axis at the start: distance, element and parameter.
  struct Nearest {
    double distance;
    int element;
    double xi;
  };
  Nearest find_nearest(const Vector3& p) const;

  int order_;
  std::vector<BeamNode> nodes_;
  std::vector<BeamElementPart> elements_;
  double length_ = 0, damping_;
  const Assembly* assembly_;
  std::vector<std::unique_ptr<BeamPlace>> places_;  // of the nodes
  std::vector<Station> stations_;
  std::vector<double> deviations_;
  BeamLook look_;
};

}  // namespace invar
