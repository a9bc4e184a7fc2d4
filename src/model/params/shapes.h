// Parameters of the section `shapes`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// box, or a rectangle in the plane; its corners touch planes
struct BoxShapeParams {
  static constexpr const char *kSection = "shapes", *kType = "box";

  // name of a place, required: body, marker or ground that carries it
  TextValue on = {};
  // numbers [m], default [0, 0, 0]: where it sits, in the axes of that body or marker (two numbers in the plane)
  NumbersValue at = {};
  // numbers [m], required: lengths of its sides, along the axes of what carries it
  NumbersValue size = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("size", size);
    return all;
  }
};

// cylinder with round ends: all points within a radius of a segment
struct CapsuleShapeParams {
  static constexpr const char *kSection = "shapes", *kType = "capsule";

  // name of a place, required: body, marker or ground that carries it
  TextValue on = {};
  // numbers [m], default [0, 0, 0]: where it sits, in the axes of that body or marker (two numbers in the plane)
  NumbersValue at = {};
  // direction, default [0, 0, 1]: from one end to the other, in the axes of what carries it
  Vector3Value axis = {};
  // number [m], positive, required: of the segment, from center to center of the round ends
  NumberValue length = {};
  // number [m], positive, required: of the capsule
  NumberValue radius = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("axis", axis);
    all.set("length", length);
    all.set("radius", radius);
    return all;
  }
};

// cylinder without ends; with inside: true a bore that holds spheres
struct CylinderShapeParams {
  static constexpr const char *kSection = "shapes", *kType = "cylinder";

  // name of a place, required: body, marker or ground that carries it
  TextValue on = {};
  // numbers [m], default [0, 0, 0]: where it sits, in the axes of that body or marker (two numbers in the plane)
  NumbersValue at = {};
  // direction, default [0, 0, 1]: of the cylinder, in the axes of what carries it
  Vector3Value axis = {};
  // number [m], positive, required: of the cylinder
  NumberValue radius = {};
  // true or false, default false: the surface is a bore; other shapes are within
  BooleanValue inside = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("axis", axis);
    all.set("radius", radius);
    all.set("inside", inside);
    return all;
  }
};

// plane without borders, on the ground or on a body; other shapes are on the side of its normal
struct PlaneShapeParams {
  static constexpr const char *kSection = "shapes", *kType = "plane";

  // name of a place, required: body, marker or ground that carries it
  TextValue on = {};
  // numbers [m], default [0, 0, 0]: where it sits, in the axes of that body or marker (two numbers in the plane)
  NumbersValue at = {};
  // direction, default [0, 0, 1]: towards the other shapes, in the axes of what carries it
  Vector3Value normal = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("normal", normal);
    return all;
  }
};

// point of a body that touches other shapes
struct PointShapeParams {
  static constexpr const char *kSection = "shapes", *kType = "point";

  // name of a place, required: body, marker or ground that carries it
  TextValue on = {};
  // numbers [m], default [0, 0, 0]: where it sits, in the axes of that body or marker (two numbers in the plane)
  NumbersValue at = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    return all;
  }
};

// sphere about a point of a body; a disc in the plane
struct SphereShapeParams {
  static constexpr const char *kSection = "shapes", *kType = "sphere";

  // name of a place, required: body, marker or ground that carries it
  TextValue on = {};
  // numbers [m], default [0, 0, 0]: where it sits, in the axes of that body or marker (two numbers in the plane)
  NumbersValue at = {};
  // number [m], positive, required: of the sphere
  NumberValue radius = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("radius", radius);
    return all;
  }
};

}  // namespace invar
