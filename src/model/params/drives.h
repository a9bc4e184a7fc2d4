// Parameters of the section `drives`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// motor that turns a joint: its angle is a function of time
struct AngleDriveParams {
  static constexpr const char *kSection = "drives", *kType = "angle";

  // name of a joint, required: joint with an angle
  TextValue joint = {};
  // function of t [rad], required: angle of the joint, as its channel `angle` shows it
  FunctionValue value = {};
  // 2 numbers [rad]: smallest and largest value that it can reach; beyond, a run stops and names the drive
  NumbersValue range = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("value", value);
    all.set("range", range);
    return all;
  }
};

// linear actuator of a sliding joint: its displacement is a function of time
struct DisplacementDriveParams {
  static constexpr const char *kSection = "drives", *kType = "displacement";

  // name of a joint, required: joint with a displacement
  TextValue joint = {};
  // function of t [m], required: displacement of the joint, as its channel `displacement` shows it
  FunctionValue value = {};
  // 2 numbers [m]: smallest and largest value that it can reach; beyond, a run stops and names the drive
  NumbersValue range = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("value", value);
    all.set("range", range);
    return all;
  }
};

// actuator between two points: their distance is a function of time
struct DistanceDriveParams {
  static constexpr const char *kSection = "drives", *kType = "distance";

  // 2 names of place, required: the two places: bodies (their origins), markers or ground
  NamesValue between = {};
  // function of t [m], required: distance
  FunctionValue value = {};
  // 2 numbers [m]: smallest and largest value that it can reach; beyond, a run stops and names the drive
  NumbersValue range = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("value", value);
    all.set("range", range);
    return all;
  }
};

// a point follows a prescribed path; components may be left free
struct PositionDriveParams {
  static constexpr const char *kSection = "drives", *kType = "position";

  // name of a place, required: body (its origin) or marker that is led
  TextValue point = {};
  // map, required: [x, y, z] in m, each a function of t or ~ for a free component; [x, y] for planar bodies
  Value value = {};

  ValueMap values() const {
    ValueMap all;
    all.set("point", point);
    all.set("value", value);
    return all;
  }
};

// the rate of a joint's coordinate, or the velocity of a point along a direction, is a function of time
struct VelocityDriveParams {
  static constexpr const char *kSection = "drives", *kType = "velocity";

  // name of a joint: joint that is driven; or give point
  TextValue joint = {};
  // choice, one of angle, displacement: of the joint; default: the angle where there is one
  TextValue coordinate = {};
  // name of a place: body (its origin) or marker that is driven; or give joint
  TextValue point = {};
  // direction: of the point's velocity, in world coordinates
  Vector3Value direction = {};
  // function of t [rad/s or m/s], required: rate
  FunctionValue value = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("coordinate", coordinate);
    all.set("point", point);
    all.set("direction", direction);
    all.set("value", value);
    return all;
  }
};

}  // namespace invar
