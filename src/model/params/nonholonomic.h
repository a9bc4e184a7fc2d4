// Parameters of the section `nonholonomic`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// quantity that the exact motion keeps besides the energy, a formula of coordinates (body.x), rates (body.x_rate) and
// t. Its drift is part of the certificate; explicit corrects it together with the energy. Channel value
struct ConservedParams {
  static constexpr const char *kSection = "nonholonomic", *kType = "conserved";

  // text, required: e.g. m*(p.x*p.y_rate - p.y*p.x_rate)
  TextValue formula = {};
  // text, default 1: of the value, for the headings of results
  TextValue unit = {};

  ValueMap values() const {
    ValueMap all;
    all.set("formula", formula);
    all.set("unit", unit);
    return all;
  }
};

// blade or sharp wheel: a point of a body moves along a direction fixed in the body, never sideways. Channels speed
// (along the blade), force.* (on the body), lambda.side
struct KnifeEdgeParams {
  static constexpr const char *kSection = "nonholonomic", *kType = "knife_edge";

  // name of a place, required: body or marker that carries the blade
  TextValue on = {};
  // numbers [m]: point of the blade, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at = {};
  // direction: direction of the blade, in world coordinates of the initial configuration; default: first axis of the
  // place
  Vector3Value direction = {};
  // direction, default [0, 0, 1]: normal of the plane it cuts into (bodies in space)
  Vector3Value normal = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("direction", direction);
    all.set("normal", normal);
    return all;
  }
};

// velocity constraints written as formulas: each row is a map from coordinate names (body.x, body.theta, body.r.x,
// body.d1.z) to coefficients, formulas of coordinates and t; the key a adds a term without velocity. In formulas dots
// of names may be written as underscores. Channels lambda.row_1, ...
struct PfaffianParams {
  static constexpr const char *kSection = "nonholonomic", *kType = "pfaffian";

  // map, required: list of maps, e.g. [{board.x: sin(board.theta), board.y: -cos(board.theta), a: 0}]
  Value rows = {};
  // map: short names of coordinates for the rows, e.g. {x: board.x, theta: board.theta}
  Value names = {};

  ValueMap values() const {
    ValueMap all;
    all.set("rows", rows);
    all.set("names", names);
    return all;
  }
};

// ball that rolls on a plane without slipping (it may spin about the normal). Channels contact.*, force.* (on the
// ball), lambda.height, lambda.slip_1, lambda.slip_2
struct RollingBallParams {
  static constexpr const char *kSection = "nonholonomic", *kType = "rolling_ball";

  // name of a place, required: body or marker at the center of the ball
  TextValue on = {};
  // numbers [m]: center, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at = {};
  // number [m], positive, required: radius
  NumberValue radius = {};
  // direction, default [0, 0, 1]: normal of the plane, pointing to the body
  Vector3Value normal = {};
  // number [m], default 0: position of the plane along its normal
  NumberValue height = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("radius", radius);
    all.set("normal", normal);
    all.set("height", height);
    return all;
  }
};

// thin disc or wheel that rolls on a plane on its rim without slipping. Channels contact.*, tilt (0 when upright),
// force.* (on the disc), lambda.height, lambda.slip_1, lambda.slip_2
struct RollingDiscParams {
  static constexpr const char *kSection = "nonholonomic", *kType = "rolling_disc";

  // name of a place, required: body or marker at the center of the disc
  TextValue on = {};
  // numbers [m]: center, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at = {};
  // number [m], positive, required: radius
  NumberValue radius = {};
  // direction, default [0, 0, 1]: normal of the plane, pointing to the body
  Vector3Value normal = {};
  // number [m], default 0: position of the plane along its normal
  NumberValue height = {};
  // direction: axis of the disc, in world coordinates of the initial configuration; default: third axis of the place
  Vector3Value axis = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("radius", radius);
    all.set("normal", normal);
    all.set("height", height);
    all.set("axis", axis);
    return all;
  }
};

// velocity constraints that need not be linear: formulas of coordinates (body.x, body.theta, body.r.x), their rates
// (body.x_rate) and t that must vanish. The reaction acts along the gradient by the velocities. For ep and explicit.
// Channels lambda.row_1, ...
struct VelocityConstraintParams {
  static constexpr const char *kSection = "nonholonomic", *kType = "velocity_constraint";

  // map, required: list of formulas, e.g. ["car.x_rate^2 + car.y_rate^2 - 4"]
  Value rows = {};
  // map: short names of coordinates for the rows, e.g. {x: car.x}; x_rate is then the rate
  Value names = {};

  ValueMap values() const {
    ValueMap all;
    all.set("rows", rows);
    all.set("names", names);
    return all;
  }
};

}  // namespace invar
