// Shape: the surface of a body, or a part of it, that contacts touch, and the types of the section `shapes`.
//
//   shapes:
//     hull: {type: sphere, on: ball, radius: 0.1}
//     table: {type: plane, on: ground}
//   contacts:
//     floor: {between: [hull, table], law: {stiffness: 1e6, restitution: 0.7}}
//
// A shape has no terms of its own. It offers cores: points, segments and planes with a distance R of the surface from them.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "invar/parts/marker.h"
#include "invar/parts/part.h"
#include "invar/spec/params.h"

namespace invar {

class PartBuilder;

struct ShapeCore {
  enum Kind { kBall, kSegment, kPlane } kind = kBall;
  AffineVector point;        // center; of a segment its middle
  AffineVector axis;         // unit axis of a segment, normal of a plane
  double radius = 0;         // of the surface about it
  double low = 0, high = 0;  // ends of a segment along its axis
  bool inside = false;       // the surface is a bore: other bodies are within
  std::string label;         // of one corner of several
};

class Shape final : public Part {
 public:
  using Draw = std::function<void(const Part& self, Drawing&)>;
  Shape(std::string name, std::string type, Marker on) : Part(std::move(name), std::move(type)), on_(std::move(on)) {}

  const Marker& on() const { return on_; }
  // What meets a plane: each of them touches by itself. Empty for planes and for what has no lowest points.
  const std::vector<ShapeCore>& corners() const { return corners_; }
  // What meets curved shapes; nothing for shapes with edges.
  const std::optional<ShapeCore>& core() const { return core_; }
  // A length of the size of the shape, for judging depths; infinite for planes.
  double size() const { return size_; }

  void set_corners(std::vector<ShapeCore> corners) { corners_ = std::move(corners); }
  void set_core(ShapeCore core) { core_ = std::move(core); }
  void set_size(double size) { size_ = size; }
  void set_drawing(Draw draw) { draw_ = std::move(draw); }
  void draw(Drawing& drawing) const override {
    if (draw_) draw_(*this, drawing);
  }

 private:
  Marker on_;
  std::vector<ShapeCore> corners_;
  std::optional<ShapeCore> core_;
  double size_ = std::numeric_limits<double>::infinity();
  Draw draw_;
};

struct ShapeType {
  std::string name, doc, reference;
  Schema schema;
  std::function<std::unique_ptr<Shape>(const std::string& name, const Params&, PartBuilder&)> make;
};

}  // namespace invar
