// Parameters of the section `markers`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// named place on a body
struct MarkerParams {
  static constexpr const char *kSection = "markers", *kType = "";

  // name of a body: body the marker is fixed to, or ground
  TextValue on = {};
  // name of a body: the same as on, which some YAML tools take for a boolean; give one of them
  TextValue body = {};
  // numbers [m], default [0, 0, 0]: position in the body's own axes (two numbers for planar bodies)
  NumbersValue at = {};
  // direction, default [0, 0, 1]: third axis of the marker, in body axes
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis, in body axes
  Vector3Value x_axis = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("body", body);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    return all;
  }
};

}  // namespace invar
