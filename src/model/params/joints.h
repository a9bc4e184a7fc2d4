// Parameters of the section `joints`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// constraint by formula: an expression of JOINT.angle, JOINT.displacement, PLACE.position.x, PLACE.e1.x, coordinates
// and t that must vanish
struct ConstraintParams {
  static constexpr const char *kSection = "joints", *kType = "constraint";

  // text, required: what must vanish, e.g. "left.angle + 2*right.angle - 0.1*sin(t)"
  TextValue formula = {};

  ValueMap values() const {
    ValueMap all;
    all.set("formula", formula);
    return all;
  }
};

// linear relation between the coordinates of joints, e.g. a differential
struct CouplerParams {
  static constexpr const char *kSection = "joints", *kType = "coupler";

  // names of joint, required: the coupled joints
  NamesValue joints = {};
  // names of coordinate: for each joint: angle or displacement; default: the angle where there is one
  NamesValue coordinates = {};
  // numbers, required: factor of each joint's coordinate; their weighted sum stays constant
  NumbersValue factors = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joints", joints);
    all.set("coordinates", coordinates);
    all.set("factors", factors);
    return all;
  }
};

// sleeve: the axes coincide; free displacement along the axis and free angle about it
struct CylindricalParams {
  static constexpr const char *kSection = "joints", *kType = "cylindrical";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction: axis of the joint (third axis of F), in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis of F, in world coordinates
  Vector3Value x_axis = {};
  // map: stops of its coordinate: low, high, stiffness, restitution
  struct Limits {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [rad or m]: lowest value of the coordinate
    NumberValue low = {};
    // number [rad or m]: highest value
    NumberValue high = {};
    // number [N m/rad^exponent or N/m^exponent], positive, required: of the stops: effort k*x^exponent over the
    // penetration x
    NumberValue stiffness = {};
    // number, 1 to 10, default 1: 1: linear
    NumberValue exponent = {};
    // number, 0.01 to 1, default 1: speed after an impact on a stop over the speed before
    NumberValue restitution = {};
    // number [rad/s or m/s], positive, default 0.01: slower impacts are damped as if they had this speed
    NumberValue slowest_impact = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("low", low);
      all.set("high", high);
      all.set("stiffness", stiffness);
      all.set("exponent", exponent);
      all.set("restitution", restitution);
      all.set("slowest_impact", slowest_impact);
      return all;
    }
  };
  Limits limits = {};
  // map: dry friction of its coordinate: preload
  struct Friction {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [N m or N], positive, required: largest friction while slipping, whatever the joint carries
    NumberValue preload = {};
    // number [N m or N], positive: largest friction at rest; default: preload
    NumberValue static_ = {};
    // number [rad/s or m/s], positive: speed with which it falls from static to preload
    NumberValue stribeck_speed = {};
    // number [rad or m], positive, default 1e-05: elastic displacement before slip
    NumberValue travel = {};
    // number [s], positive, default 0.001: with which the elastic part settles
    NumberValue settling_time = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("preload", preload);
      all.set("static", static_);
      all.set("stribeck_speed", stribeck_speed);
      all.set("travel", travel);
      all.set("settling_time", settling_time);
      return all;
    }
  };
  Friction friction = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    if (!limits.values().empty()) all.set("limits", limits.values());
    if (!friction.values().empty()) all.set("friction", friction.values());
    return all;
  }
};

// massless link: the distance of two points is constant; a body stands for its origin
struct DistanceParams {
  static constexpr const char *kSection = "joints", *kType = "distance";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // number [m], positive: distance; default: that of the given positions
  NumberValue length = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("length", length);
    return all;
  }
};

// gear pair, belt or rack and pinion: the coordinates of two joints are proportional
struct GearParams {
  static constexpr const char *kSection = "joints", *kType = "gear";

  // names of joint, required: the coupled joints
  NamesValue joints = {};
  // names of coordinate: for each joint: angle or displacement; default: the angle where there is one
  NamesValue coordinates = {};
  // number [1 or m/rad], required: change of the second coordinate for a unit change of the first; negative for
  // external gears
  NumberValue ratio = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joints", joints);
    all.set("coordinates", coordinates);
    all.set("ratio", ratio);
    return all;
  }
};

// a plane of one body slides on a plane of the other; the axis is the normal; free angle about it and two displacements
struct PlanarParams {
  static constexpr const char *kSection = "joints", *kType = "planar";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction: axis of the joint (third axis of F), in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis of F, in world coordinates
  Vector3Value x_axis = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    return all;
  }
};

// slider in the plane: free displacement along the axis, no rotation
struct PlanarPrismaticParams {
  static constexpr const char *kSection = "joints", *kType = "planar_prismatic";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction: axis of the joint (third axis of F), in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis of F, in world coordinates
  Vector3Value x_axis = {};
  // map: stops of its coordinate: low, high, stiffness, restitution
  struct Limits {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [rad or m]: lowest value of the coordinate
    NumberValue low = {};
    // number [rad or m]: highest value
    NumberValue high = {};
    // number [N m/rad^exponent or N/m^exponent], positive, required: of the stops: effort k*x^exponent over the
    // penetration x
    NumberValue stiffness = {};
    // number, 1 to 10, default 1: 1: linear
    NumberValue exponent = {};
    // number, 0.01 to 1, default 1: speed after an impact on a stop over the speed before
    NumberValue restitution = {};
    // number [rad/s or m/s], positive, default 0.01: slower impacts are damped as if they had this speed
    NumberValue slowest_impact = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("low", low);
      all.set("high", high);
      all.set("stiffness", stiffness);
      all.set("exponent", exponent);
      all.set("restitution", restitution);
      all.set("slowest_impact", slowest_impact);
      return all;
    }
  };
  Limits limits = {};
  // map: dry friction of its coordinate: preload
  struct Friction {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [N m or N], positive, required: largest friction while slipping, whatever the joint carries
    NumberValue preload = {};
    // number [N m or N], positive: largest friction at rest; default: preload
    NumberValue static_ = {};
    // number [rad/s or m/s], positive: speed with which it falls from static to preload
    NumberValue stribeck_speed = {};
    // number [rad or m], positive, default 1e-05: elastic displacement before slip
    NumberValue travel = {};
    // number [s], positive, default 0.001: with which the elastic part settles
    NumberValue settling_time = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("preload", preload);
      all.set("static", static_);
      all.set("stribeck_speed", stribeck_speed);
      all.set("travel", travel);
      all.set("settling_time", settling_time);
      return all;
    }
  };
  Friction friction = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    if (!limits.values().empty()) all.set("limits", limits.values());
    if (!friction.values().empty()) all.set("friction", friction.values());
    return all;
  }
};

// pin in the plane: the two points coincide; free angle
struct PlanarRevoluteParams {
  static constexpr const char *kSection = "joints", *kType = "planar_revolute";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // map: stops of its coordinate: low, high, stiffness, restitution
  struct Limits {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [rad or m]: lowest value of the coordinate
    NumberValue low = {};
    // number [rad or m]: highest value
    NumberValue high = {};
    // number [N m/rad^exponent or N/m^exponent], positive, required: of the stops: effort k*x^exponent over the
    // penetration x
    NumberValue stiffness = {};
    // number, 1 to 10, default 1: 1: linear
    NumberValue exponent = {};
    // number, 0.01 to 1, default 1: speed after an impact on a stop over the speed before
    NumberValue restitution = {};
    // number [rad/s or m/s], positive, default 0.01: slower impacts are damped as if they had this speed
    NumberValue slowest_impact = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("low", low);
      all.set("high", high);
      all.set("stiffness", stiffness);
      all.set("exponent", exponent);
      all.set("restitution", restitution);
      all.set("slowest_impact", slowest_impact);
      return all;
    }
  };
  Limits limits = {};
  // map: dry friction of its coordinate: preload
  struct Friction {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [N m or N], positive, required: largest friction while slipping, whatever the joint carries
    NumberValue preload = {};
    // number [N m or N], positive: largest friction at rest; default: preload
    NumberValue static_ = {};
    // number [rad/s or m/s], positive: speed with which it falls from static to preload
    NumberValue stribeck_speed = {};
    // number [rad or m], positive, default 1e-05: elastic displacement before slip
    NumberValue travel = {};
    // number [s], positive, default 0.001: with which the elastic part settles
    NumberValue settling_time = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("preload", preload);
      all.set("static", static_);
      all.set("stribeck_speed", stribeck_speed);
      all.set("travel", travel);
      all.set("settling_time", settling_time);
      return all;
    }
  };
  Friction friction = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    if (!limits.values().empty()) all.set("limits", limits.values());
    if (!friction.values().empty()) all.set("friction", friction.values());
    return all;
  }
};

// a point of the second body stays on a line of the first; free displacement along the line and all rotations
struct PointOnLineParams {
  static constexpr const char *kSection = "joints", *kType = "point_on_line";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction: axis of the joint (third axis of F), in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis of F, in world coordinates
  Vector3Value x_axis = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    return all;
  }
};

// a point of the second body stays on a plane of the first; the axis is the normal of the plane
struct PointOnPlaneParams {
  static constexpr const char *kSection = "joints", *kType = "point_on_plane";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction: axis of the joint (third axis of F), in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis of F, in world coordinates
  Vector3Value x_axis = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    return all;
  }
};

// slider in space: free displacement along the axis, no rotation
struct PrismaticParams {
  static constexpr const char *kSection = "joints", *kType = "prismatic";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction: axis of the joint (third axis of F), in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis of F, in world coordinates
  Vector3Value x_axis = {};
  // map: stops of its coordinate: low, high, stiffness, restitution
  struct Limits {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [rad or m]: lowest value of the coordinate
    NumberValue low = {};
    // number [rad or m]: highest value
    NumberValue high = {};
    // number [N m/rad^exponent or N/m^exponent], positive, required: of the stops: effort k*x^exponent over the
    // penetration x
    NumberValue stiffness = {};
    // number, 1 to 10, default 1: 1: linear
    NumberValue exponent = {};
    // number, 0.01 to 1, default 1: speed after an impact on a stop over the speed before
    NumberValue restitution = {};
    // number [rad/s or m/s], positive, default 0.01: slower impacts are damped as if they had this speed
    NumberValue slowest_impact = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("low", low);
      all.set("high", high);
      all.set("stiffness", stiffness);
      all.set("exponent", exponent);
      all.set("restitution", restitution);
      all.set("slowest_impact", slowest_impact);
      return all;
    }
  };
  Limits limits = {};
  // map: dry friction of its coordinate: preload
  struct Friction {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [N m or N], positive, required: largest friction while slipping, whatever the joint carries
    NumberValue preload = {};
    // number [N m or N], positive: largest friction at rest; default: preload
    NumberValue static_ = {};
    // number [rad/s or m/s], positive: speed with which it falls from static to preload
    NumberValue stribeck_speed = {};
    // number [rad or m], positive, default 1e-05: elastic displacement before slip
    NumberValue travel = {};
    // number [s], positive, default 0.001: with which the elastic part settles
    NumberValue settling_time = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("preload", preload);
      all.set("static", static_);
      all.set("stribeck_speed", stribeck_speed);
      all.set("travel", travel);
      all.set("settling_time", settling_time);
      return all;
    }
  };
  Friction friction = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    if (!limits.values().empty()) all.set("limits", limits.values());
    if (!friction.values().empty()) all.set("friction", friction.values());
    return all;
  }
};

// cam or variable transmission: the coordinate of the second joint is a function of that of the first
struct RelationParams {
  static constexpr const char *kSection = "joints", *kType = "relation";

  // names of joint, required: the coupled joints
  NamesValue joints = {};
  // names of coordinate: for each joint: angle or displacement; default: the angle where there is one
  NamesValue coordinates = {};
  // function of x [rad or m], required: coordinate of the second joint over that of the first, as their channels show
  // them
  FunctionValue law = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joints", joints);
    all.set("coordinates", coordinates);
    all.set("law", law);
    return all;
  }
};

// hinge: the points coincide and the axes stay parallel; free angle about the axis
struct RevoluteParams {
  static constexpr const char *kSection = "joints", *kType = "revolute";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction: axis of the joint (third axis of F), in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis of F, in world coordinates
  Vector3Value x_axis = {};
  // map: stops of its coordinate: low, high, stiffness, restitution
  struct Limits {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [rad or m]: lowest value of the coordinate
    NumberValue low = {};
    // number [rad or m]: highest value
    NumberValue high = {};
    // number [N m/rad^exponent or N/m^exponent], positive, required: of the stops: effort k*x^exponent over the
    // penetration x
    NumberValue stiffness = {};
    // number, 1 to 10, default 1: 1: linear
    NumberValue exponent = {};
    // number, 0.01 to 1, default 1: speed after an impact on a stop over the speed before
    NumberValue restitution = {};
    // number [rad/s or m/s], positive, default 0.01: slower impacts are damped as if they had this speed
    NumberValue slowest_impact = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("low", low);
      all.set("high", high);
      all.set("stiffness", stiffness);
      all.set("exponent", exponent);
      all.set("restitution", restitution);
      all.set("slowest_impact", slowest_impact);
      return all;
    }
  };
  Limits limits = {};
  // map: dry friction of its coordinate: preload
  struct Friction {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [N m or N], positive, required: largest friction while slipping, whatever the joint carries
    NumberValue preload = {};
    // number [N m or N], positive: largest friction at rest; default: preload
    NumberValue static_ = {};
    // number [rad/s or m/s], positive: speed with which it falls from static to preload
    NumberValue stribeck_speed = {};
    // number [rad or m], positive, default 1e-05: elastic displacement before slip
    NumberValue travel = {};
    // number [s], positive, default 0.001: with which the elastic part settles
    NumberValue settling_time = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("preload", preload);
      all.set("static", static_);
      all.set("stribeck_speed", stribeck_speed);
      all.set("travel", travel);
      all.set("settling_time", settling_time);
      return all;
    }
  };
  Friction friction = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    if (!limits.values().empty()) all.set("limits", limits.values());
    if (!friction.values().empty()) all.set("friction", friction.values());
    return all;
  }
};

// nut and screw: displacement along the axis and angle about it are proportional
struct ScrewParams {
  static constexpr const char *kSection = "joints", *kType = "screw";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction: axis of the joint (third axis of F), in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis of F, in world coordinates
  Vector3Value x_axis = {};
  // number [m], required: advance a turn; positive for a right-hand thread
  NumberValue lead = {};
  // map: stops of its coordinate: low, high, stiffness, restitution
  struct Limits {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [rad or m]: lowest value of the coordinate
    NumberValue low = {};
    // number [rad or m]: highest value
    NumberValue high = {};
    // number [N m/rad^exponent or N/m^exponent], positive, required: of the stops: effort k*x^exponent over the
    // penetration x
    NumberValue stiffness = {};
    // number, 1 to 10, default 1: 1: linear
    NumberValue exponent = {};
    // number, 0.01 to 1, default 1: speed after an impact on a stop over the speed before
    NumberValue restitution = {};
    // number [rad/s or m/s], positive, default 0.01: slower impacts are damped as if they had this speed
    NumberValue slowest_impact = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("low", low);
      all.set("high", high);
      all.set("stiffness", stiffness);
      all.set("exponent", exponent);
      all.set("restitution", restitution);
      all.set("slowest_impact", slowest_impact);
      return all;
    }
  };
  Limits limits = {};
  // map: dry friction of its coordinate: preload
  struct Friction {
    // choice, one of angle, displacement: which coordinate; default: the angle if the joint has one
    TextValue of = {};
    // number [N m or N], positive, required: largest friction while slipping, whatever the joint carries
    NumberValue preload = {};
    // number [N m or N], positive: largest friction at rest; default: preload
    NumberValue static_ = {};
    // number [rad/s or m/s], positive: speed with which it falls from static to preload
    NumberValue stribeck_speed = {};
    // number [rad or m], positive, default 1e-05: elastic displacement before slip
    NumberValue travel = {};
    // number [s], positive, default 0.001: with which the elastic part settles
    NumberValue settling_time = {};

    ValueMap values() const {
      ValueMap all;
      all.set("of", of);
      all.set("preload", preload);
      all.set("static", static_);
      all.set("stribeck_speed", stribeck_speed);
      all.set("travel", travel);
      all.set("settling_time", settling_time);
      return all;
    }
  };
  Friction friction = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    all.set("lead", lead);
    if (!limits.values().empty()) all.set("limits", limits.values());
    if (!friction.values().empty()) all.set("friction", friction.values());
    return all;
  }
};

// ball and socket: the two points coincide
struct SphericalParams {
  static constexpr const char *kSection = "joints", *kType = "spherical";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    return all;
  }
};

// Cardan joint: the points coincide and the arms of the cross stay perpendicular; optionally driven by a shaft
struct UniversalParams {
  static constexpr const char *kSection = "joints", *kType = "universal";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction, required: arm of the cross in the first body, in world coordinates of the initial configuration
  Vector3Value arm_F = {};
  // direction, required: arm of the cross in the second body, in world coordinates of the initial configuration
  Vector3Value arm_M = {};
  // function of t [rad]: angle by which a shaft turns the first arm; default: the arm is fixed in the body
  FunctionValue shaft_angle = {};
  // direction: axis of that shaft, fixed in the first body, in world coordinates of the initial configuration
  Vector3Value shaft_axis = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("arm_F", arm_F);
    all.set("arm_M", arm_M);
    all.set("shaft_angle", shaft_angle);
    all.set("shaft_axis", shaft_axis);
    return all;
  }
};

// rigid connection: no relative motion; between two markers their triads are brought into line
struct WeldParams {
  static constexpr const char *kSection = "joints", *kType = "weld";

  // 2 names of place, required: the two places: bodies, markers or ground; the first is the reference F
  NamesValue between = {};
  // numbers [m]: where the joint is, in world coordinates of the initial configuration
  NumbersValue at = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    return all;
  }
};

}  // namespace invar
