// Body: a part that has nodes and on which markers can be placed.
#pragma once

#include <memory>
#include <vector>

#include "invar/parts/marker.h"
#include "invar/parts/part.h"
#include "invar/spec/params.h"

namespace invar {

class PartBuilder;

// Position and orientation of a body's own frame in the world, as given in the file (before assembly).
struct Pose {
  Vector3 p = Vector3::Zero();
  Matrix3 R = Matrix3::Identity();
};

// How a body is drawn, as the file says it (key `draw`); see parts/drawing/look.h.
struct Look {
  std::string shape;  // empty: that of the body type
  std::vector<double> size;
  Vector3 at = Vector3::Zero(), to = Vector3::Zero();  // body axes; `to` of rods
  Matrix3 R = Matrix3::Identity();
  std::string color;
};

class Body : public Part {
 public:
  Body(std::string name, std::string type, std::vector<int> nodes, Pose pose)
      : Part(std::move(name), std::move(type)), nodes_(std::move(nodes)), pose_(std::move(pose)) {}

  const std::vector<int>& nodes() const { return nodes_; }
  const Pose& pose() const { return pose_; }

  // A marker at a point and orientation given in the body's own frame.
  virtual Marker marker(const Vector3& p_B, const Matrix3& R_B) const = 0;
  // Why no marker can be placed there, or empty.
  virtual std::string refuse_marker(const Vector3&) const { return ""; }

  // Position and velocity of its place.
  void offer_sensors(SensorList& out) const override;

  // Whether the name alone says a place; an element has many.
  virtual bool is_place() const { return true; }

  // Mass and center of mass, for the account of a model.
  double mass() const { return mass_; }
  const AffineVector& center() const { return center_; }
  void set_mass(double mass, AffineVector center) {
    mass_ = mass;
    center_ = std::move(center);
  }

  void set_looks(std::vector<Look> looks) { looks_ = std::move(looks); }
  // The shapes of the file, else draw_shape() unless another part has drawn this body.
  void draw(Drawing& drawing) const override;

  Vector3 to_body(const Vector3& p_W) const { return pose_.R.transpose() * (p_W - pose_.p); }
  Matrix3 to_body(const Matrix3& R_W) const { return pose_.R.transpose() * R_W; }

 protected:
  // What a body of this type looks like if nothing is said.
  virtual void draw_shape(Drawing&) const {}

 private:
  std::vector<int> nodes_;
  Pose pose_;
  std::vector<Look> looks_;
  double mass_ = 0;
  AffineVector center_;
};

struct BodyType {
  std::string name, doc, reference;
  Schema schema;
  std::function<std::unique_ptr<Body>(const std::string& name, const Params&, PartBuilder&)> make;
};

}  // namespace invar
