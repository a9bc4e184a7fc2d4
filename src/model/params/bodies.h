// Parameters of the section `bodies`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// generalized coordinate, for models in minimal coordinates; energies by forces of type potential and kinetic_energy.
// Channels value, rate, acceleration
struct CoordinateParams {
  static constexpr const char *kSection = "bodies", *kType = "coordinate";

  // number [kg m^2 or kg], not negative, default 0: generalized mass m in T = 1/2 m q'^2; may be zero where a force of
  // type kinetic_energy names its rate
  NumberValue inertia = {};
  // number [rad or m], default 0: initial value
  NumberValue value = {};
  // number [rad/s or m/s], default 0: initial rate
  NumberValue rate = {};
  // text, default rad: of the value, for the headings of results
  TextValue unit = {};
  // map: for the report: {point: [x, y, z] as functions of q, from: place on the ground that a rod joins it to}
  struct Draw {
    // 3 functions of q [m], required: where the mass is drawn, as functions of the coordinate q
    Vector3FunctionValue point = {};
    // 3 numbers [m]: place on the ground that a rod joins it to
    Vector3Value from = {};

    ValueMap values() const {
      ValueMap all;
      all.set("point", point);
      all.set("from", from);
      return all;
    }
  };
  Draw draw = {};

  ValueMap values() const {
    ValueMap all;
    all.set("inertia", inertia);
    all.set("value", value);
    all.set("rate", rate);
    all.set("unit", unit);
    if (!draw.values().empty()) all.set("draw", draw.values());
    return all;
  }
};

// rigid body in the plane z = 0; coordinates x, y of the center of mass and the angle theta
struct PlanarBodyParams {
  static constexpr const char *kSection = "bodies", *kType = "planar_body";

  // number [kg], positive, required: mass
  NumberValue mass = {};
  // number [kg m^2], positive, required: moment of inertia about the center of mass
  NumberValue inertia = {};
  // 2 numbers [m], default [0, 0]: center of mass
  Vector2Value position = {};
  // number [rad], default 0: orientation, counterclockwise
  NumberValue angle = {};
  // 2 numbers [m/s], default [0, 0]: velocity of the center of mass
  Vector2Value velocity = {};
  // number [rad/s], default 0: angular velocity
  NumberValue angular_velocity = {};
  // map: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes
  struct Draw {
    // choice, one of box, cylinder, sphere, ellipsoid, wheel, rod, none: shape; default: that of the body type
    TextValue shape = {};
    // numbers [m]: box: three sides; cylinder: radius, height; sphere: radius; ellipsoid: three half axes; wheel:
    // radius, width; rod: radius
    NumbersValue size = {};
    // numbers [m], default [0, 0, 0]: center of the shape (rod: its first end) in body axes
    NumbersValue at = {};
    // numbers [m]: second end of a rod in body axes
    NumbersValue to = {};
    // direction, default [0, 0, 1]: third axis of the shape (of cylinders and wheels: their axis) in body axes
    Vector3Value axis = {};
    // text: name, or "#rrggbb" in quotes; default: one for all parts of the same family of names
    TextValue color = {};

    ValueMap values() const {
      ValueMap all;
      all.set("shape", shape);
      all.set("size", size);
      all.set("at", at);
      all.set("to", to);
      all.set("axis", axis);
      all.set("color", color);
      return all;
    }
  };
  std::vector<Draw> draw = {};

  ValueMap values() const {
    ValueMap all;
    all.set("mass", mass);
    all.set("inertia", inertia);
    all.set("position", position);
    all.set("angle", angle);
    all.set("velocity", velocity);
    all.set("angular_velocity", angular_velocity);
    if (!draw.empty()) all.set("draw", draw);
    return all;
  }
};

// point in the plane z = 0, with or without mass; rods may end in it
struct PlanarPointMassParams {
  static constexpr const char *kSection = "bodies", *kType = "planar_point_mass";

  // number [kg], not negative, default 0: mass; 0 for a point that only carries rods
  NumberValue mass = {};
  // 2 numbers [m], default [0, 0]: position
  Vector2Value position = {};
  // 2 numbers [m/s], default [0, 0]: velocity
  Vector2Value velocity = {};
  // map: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes
  struct Draw {
    // choice, one of box, cylinder, sphere, ellipsoid, wheel, rod, none: shape; default: that of the body type
    TextValue shape = {};
    // numbers [m]: box: three sides; cylinder: radius, height; sphere: radius; ellipsoid: three half axes; wheel:
    // radius, width; rod: radius
    NumbersValue size = {};
    // numbers [m], default [0, 0, 0]: center of the shape (rod: its first end) in body axes
    NumbersValue at = {};
    // numbers [m]: second end of a rod in body axes
    NumbersValue to = {};
    // direction, default [0, 0, 1]: third axis of the shape (of cylinders and wheels: their axis) in body axes
    Vector3Value axis = {};
    // text: name, or "#rrggbb" in quotes; default: one for all parts of the same family of names
    TextValue color = {};

    ValueMap values() const {
      ValueMap all;
      all.set("shape", shape);
      all.set("size", size);
      all.set("at", at);
      all.set("to", to);
      all.set("axis", axis);
      all.set("color", color);
      return all;
    }
  };
  std::vector<Draw> draw = {};

  ValueMap values() const {
    ValueMap all;
    all.set("mass", mass);
    all.set("position", position);
    all.set("velocity", velocity);
    if (!draw.empty()) all.set("draw", draw);
    return all;
  }
};

// point in space, with or without mass; rods may end in it
struct PointMassParams {
  static constexpr const char *kSection = "bodies", *kType = "point_mass";

  // number [kg], not negative, default 0: mass; 0 for a point that only carries rods
  NumberValue mass = {};
  // 3 numbers [m], default [0, 0, 0]: position
  Vector3Value position = {};
  // 3 numbers [m/s], default [0, 0, 0]: velocity
  Vector3Value velocity = {};
  // map: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes
  struct Draw {
    // choice, one of box, cylinder, sphere, ellipsoid, wheel, rod, none: shape; default: that of the body type
    TextValue shape = {};
    // numbers [m]: box: three sides; cylinder: radius, height; sphere: radius; ellipsoid: three half axes; wheel:
    // radius, width; rod: radius
    NumbersValue size = {};
    // numbers [m], default [0, 0, 0]: center of the shape (rod: its first end) in body axes
    NumbersValue at = {};
    // numbers [m]: second end of a rod in body axes
    NumbersValue to = {};
    // direction, default [0, 0, 1]: third axis of the shape (of cylinders and wheels: their axis) in body axes
    Vector3Value axis = {};
    // text: name, or "#rrggbb" in quotes; default: one for all parts of the same family of names
    TextValue color = {};

    ValueMap values() const {
      ValueMap all;
      all.set("shape", shape);
      all.set("size", size);
      all.set("at", at);
      all.set("to", to);
      all.set("axis", axis);
      all.set("color", color);
      return all;
    }
  };
  std::vector<Draw> draw = {};

  ValueMap values() const {
    ValueMap all;
    all.set("mass", mass);
    all.set("position", position);
    all.set("velocity", velocity);
    if (!draw.empty()) all.set("draw", draw);
    return all;
  }
};

// rigid body in space; 12 coordinates (origin and three directors) with six internal constraints
struct RigidBodyParams {
  static constexpr const char *kSection = "bodies", *kType = "rigid_body";

  // number [kg], positive, required: total mass
  NumberValue mass = {};
  // 3x3 matrix [kg m^2], required: inertia tensor in body axes: xx, yy, zz or xx, yy, zz, xy, xz, yz (tensor
  // components)
  Matrix3Value inertia = {};
  // choice or 3 numbers, default center: point the inertia is given about: center, origin or [x, y, z] in body axes [m]
  Value inertia_about = {};
  // 3 numbers [m], default [0, 0, 0]: center of mass in body axes
  Vector3Value center = {};
  // 3 numbers [m], default [0, 0, 0]: position of the body's origin
  Vector3Value position = {};
  // map: orientation: {axis, angle}, {quaternion: [w, x, y, z]} or {directors: [d1, d2, d3]}
  struct Rotation {
    // direction: axis of rotation in world axes
    Vector3Value axis = {};
    // number [rad], default 0: angle about the axis
    NumberValue angle = {};
    // 4 numbers: w, x, y, z; normalized when read
    NumbersValue quaternion = {};
    // map: the three body axes in world components
    Value directors = {};

    ValueMap values() const {
      ValueMap all;
      all.set("axis", axis);
      all.set("angle", angle);
      all.set("quaternion", quaternion);
      all.set("directors", directors);
      return all;
    }
  };
  Rotation rotation = {};
  // 3 numbers [m/s], default [0, 0, 0]: velocity of the body's origin
  Vector3Value velocity = {};
  // 3 numbers [rad/s], default [0, 0, 0]: angular velocity in world axes
  Vector3Value angular_velocity = {};
  // map: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes
  struct Draw {
    // choice, one of box, cylinder, sphere, ellipsoid, wheel, rod, none: shape; default: that of the body type
    TextValue shape = {};
    // numbers [m]: box: three sides; cylinder: radius, height; sphere: radius; ellipsoid: three half axes; wheel:
    // radius, width; rod: radius
    NumbersValue size = {};
    // numbers [m], default [0, 0, 0]: center of the shape (rod: its first end) in body axes
    NumbersValue at = {};
    // numbers [m]: second end of a rod in body axes
    NumbersValue to = {};
    // direction, default [0, 0, 1]: third axis of the shape (of cylinders and wheels: their axis) in body axes
    Vector3Value axis = {};
    // text: name, or "#rrggbb" in quotes; default: one for all parts of the same family of names
    TextValue color = {};

    ValueMap values() const {
      ValueMap all;
      all.set("shape", shape);
      all.set("size", size);
      all.set("at", at);
      all.set("to", to);
      all.set("axis", axis);
      all.set("color", color);
      return all;
    }
  };
  std::vector<Draw> draw = {};

  ValueMap values() const {
    ValueMap all;
    all.set("mass", mass);
    all.set("inertia", inertia);
    all.set("inertia_about", inertia_about);
    all.set("center", center);
    all.set("position", position);
    if (!rotation.values().empty()) all.set("rotation", rotation.values());
    all.set("velocity", velocity);
    all.set("angular_velocity", angular_velocity);
    if (!draw.empty()) all.set("draw", draw);
    return all;
  }
};

// uniform slender rod between two points of the ground or of type point_mass / planar_point_mass
struct RodParams {
  static constexpr const char *kSection = "bodies", *kType = "rod";

  // 2 names of place, required: the two end points
  NamesValue between = {};
  // number [kg], not negative, default 0: mass
  NumberValue mass = {};
  // number [m], positive: length; default: the distance of the given positions
  NumberValue length = {};
  // map: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes
  struct Draw {
    // choice, one of box, cylinder, sphere, ellipsoid, wheel, rod, none: shape; default: that of the body type
    TextValue shape = {};
    // numbers [m]: box: three sides; cylinder: radius, height; sphere: radius; ellipsoid: three half axes; wheel:
    // radius, width; rod: radius
    NumbersValue size = {};
    // numbers [m], default [0, 0, 0]: center of the shape (rod: its first end) in body axes
    NumbersValue at = {};
    // numbers [m]: second end of a rod in body axes
    NumbersValue to = {};
    // direction, default [0, 0, 1]: third axis of the shape (of cylinders and wheels: their axis) in body axes
    Vector3Value axis = {};
    // text: name, or "#rrggbb" in quotes; default: one for all parts of the same family of names
    TextValue color = {};

    ValueMap values() const {
      ValueMap all;
      all.set("shape", shape);
      all.set("size", size);
      all.set("at", at);
      all.set("to", to);
      all.set("axis", axis);
      all.set("color", color);
      return all;
    }
  };
  std::vector<Draw> draw = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("mass", mass);
    all.set("length", length);
    if (!draw.empty()) all.set("draw", draw);
    return all;
  }
};

}  // namespace invar
