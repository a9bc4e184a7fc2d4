// Parameters of the section `elements`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// elastic bar that carries tension and compression. Channels start.tension, mid.tension, end.tension, length,
// strain_energy, node_K.position
struct BarParams {
  static constexpr const char *kSection = "elements", *kType = "bar";

  // 2 names of place, required: the two places it joins
  NamesValue between = {};
  // number [N], positive, required: stiffness: tension = EA (length / rest length - 1)
  NumberValue EA = {};
  // number [kg/m], not negative, default 0: mass a meter of rest length
  NumberValue mass = {};
  // number [m], positive: length without tension; default: the initial distance
  NumberValue rest_length = {};
  // number [N], not negative: initial tension, instead of rest_length
  NumberValue pretension = {};
  // whole number, 1 to 100000, default 1: number of elements
  NumberValue elements = {};
  // true or false, default false: no force where it is shorter than its rest length
  BooleanValue tension_only = {};
  // number [1/s], not negative, default 0: resistance: force -drag times the momentum
  NumberValue drag = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("EA", EA);
    all.set("mass", mass);
    all.set("rest_length", rest_length);
    all.set("pretension", pretension);
    all.set("elements", elements);
    all.set("tension_only", tension_only);
    all.set("drag", drag);
    return all;
  }
};

// geometrically exact beam: stretch, shear, torsion and bending at any displacement; straight, curved or twisted. Its
// nodes NAME.start, NAME.end, NAME.mid, NAME.node_K are frames that joints, forces and markers may name
struct BeamParams {
  static constexpr const char *kSection = "elements", *kType = "beam";

  // 3 numbers [m]: first point; default: the place named by start
  Vector3Value from = {};
  // 3 numbers [m]: last point of a straight beam; default: the place named by end
  Vector3Value to = {};
  // map: points of a curved beam, joined smoothly: [[x, y, z], ...]
  Value points = {};
  // 3 functions of s [m]: curved beam as functions of s from 0 to 1
  Vector3FunctionValue curve = {};
  // map: circular beam that begins at `from`: {center, axis, angle}
  struct Arc {
    // 3 numbers [m], required: center of the circle
    Vector3Value center = {};
    // direction, default [0, 0, 1]: axis of the circle
    Vector3Value axis = {};
    // number [rad], required: from the first to the last point, about the axis
    NumberValue angle = {};

    ValueMap values() const {
      ValueMap all;
      all.set("center", center);
      all.set("axis", axis);
      all.set("angle", angle);
      return all;
    }
  };
  Arc arc = {};
  // 3 numbers, default [0, 0, 0]: direction towards which axis 2 of the first section points; default: axis 3 upright
  Vector3Value axis_2 = {};
  // function of s [rad], default 0: angle of the sections about the axis, of s from 0 to 1
  FunctionValue twist = {};
  // map, required: stiffness and mass: {shape, E, rho, ...}, {stiffness, mass}, {table} or {file}
  struct Section {
    // choice, one of circle, hollow_circle, rectangle, hollow_rectangle: shape of a homogeneous section; needs E and
    // rho
    TextValue shape = {};
    // number [m], positive: outer radius of circles
    NumberValue radius = {};
    // number [m], positive: side along axis 2
    NumberValue width = {};
    // number [m], positive: side along axis 3
    NumberValue height = {};
    // number [m], positive: of the wall of hollow shapes
    NumberValue thickness = {};
    // number [Pa], positive: Young's modulus
    NumberValue E = {};
    // number, 0 to 0.5, default 0.3: Poisson's ratio
    NumberValue nu = {};
    // number [Pa], positive: shear modulus, instead of nu
    NumberValue G = {};
    // number [kg/m^3], positive: density
    NumberValue rho = {};
    // number, positive: shear area over area; default after [Cowper1966]
    NumberValue shear_factor = {};
    // map: EA, GA2, GA3, GJ, EI2, EI3, or 6 rows of 6: forces and moments by strains and curvatures
    Value stiffness = {};
    // map: a meter: mass (rotary inertia then as of a homogeneous section), or mass and rotary inertia about axes 2 and
    // 3, or 6 rows of 6
    Value mass = {};
    // map: {columns: [s, mass, EA, ...], rows: [[...], ...]}: sections along the length, linear in between
    Value table = {};
    // text: the same from a text file with a line of column names; relative to the model file
    TextValue file = {};

    ValueMap values() const {
      ValueMap all;
      all.set("shape", shape);
      all.set("radius", radius);
      all.set("width", width);
      all.set("height", height);
      all.set("thickness", thickness);
      all.set("E", E);
      all.set("nu", nu);
      all.set("G", G);
      all.set("rho", rho);
      all.set("shear_factor", shear_factor);
      all.set("stiffness", stiffness);
      all.set("mass", mass);
      all.set("table", table);
      all.set("file", file);
      return all;
    }
  };
  Section section = {};
  // whole number, 1 to 100000, default 4: number of elements
  NumberValue elements = {};
  // whole number, 1 to 3, default 3: of the interpolation: 1, 2 or 3
  NumberValue order = {};
  // name of a place, default free: what the first section is fixed to: a rigid body, a marker on one, a node of another
  // beam, or clamped (to the ground); no constraint is used
  TextValue start = {};
  // name of a place, default free: the same for the last section
  TextValue end = {};
  // map: further places with names, as fractions of the length: {quarter: 0.25}
  Value stations = {};
  // map: {stiffness: beta [s], mass: a [1/s]}: stresses beta times the rate of the elastic ones, and resistance a times
  // the momentum
  struct Damping {
    // number [s], not negative, default 0: beta: stress beta D dE/dt beside D E
    NumberValue stiffness = {};
    // number [1/s], not negative, default 0: a: force -a M v
    NumberValue mass = {};

    ValueMap values() const {
      ValueMap all;
      all.set("stiffness", stiffness);
      all.set("mass", mass);
      return all;
    }
  };
  Damping damping = {};
  // 3 numbers [m/s], default [0, 0, 0]: initial velocity of the point `about`; default: that of what the beam is
  // attached to
  Vector3Value velocity = {};
  // 3 numbers [rad/s], default [0, 0, 0]: initial angular velocity of the whole beam, world axes
  Vector3Value angular_velocity = {};
  // 3 numbers [m]: point of the rigid motion at the start; default: the first point
  Vector3Value about = {};
  // number, positive, default 1: initial length over stress-free length, measured from the end that is held
  NumberValue stretch = {};
  // map: {color: a quantity such as moment_3 or a color, radius}
  struct Draw {
    // text: a quantity (moment_3, shear_2, force_1, ...) or a color
    TextValue color = {};
    // number [m], positive: of the tube
    NumberValue radius = {};

    ValueMap values() const {
      ValueMap all;
      all.set("color", color);
      all.set("radius", radius);
      return all;
    }
  };
  Draw draw = {};

  ValueMap values() const {
    ValueMap all;
    all.set("from", from);
    all.set("to", to);
    all.set("points", points);
    all.set("curve", curve);
    if (!arc.values().empty()) all.set("arc", arc.values());
    all.set("axis_2", axis_2);
    all.set("twist", twist);
    if (!section.values().empty()) all.set("section", section.values());
    all.set("elements", elements);
    all.set("order", order);
    all.set("start", start);
    all.set("end", end);
    all.set("stations", stations);
    if (!damping.values().empty()) all.set("damping", damping.values());
    all.set("velocity", velocity);
    all.set("angular_velocity", angular_velocity);
    all.set("about", about);
    all.set("stretch", stretch);
    if (!draw.values().empty()) all.set("draw", draw.values());
    return all;
  }
};

// elastic cable that carries tension only. Channels start.tension, mid.tension, end.tension, length, strain_energy,
// node_K.position
struct CableParams {
  static constexpr const char *kSection = "elements", *kType = "cable";

  // 2 names of place, required: the two places it joins
  NamesValue between = {};
  // number [N], positive, required: stiffness: tension = EA (length / rest length - 1)
  NumberValue EA = {};
  // number [kg/m], not negative, default 0: mass a meter of rest length
  NumberValue mass = {};
  // number [m], positive: length without tension; default: the initial distance
  NumberValue rest_length = {};
  // number [N], not negative: initial tension, instead of rest_length
  NumberValue pretension = {};
  // whole number, 1 to 100000, default 1: number of elements
  NumberValue elements = {};
  // true or false, default true: no force where it is shorter than its rest length
  BooleanValue tension_only = {};
  // number [1/s], not negative, default 0: resistance: force -drag times the momentum
  NumberValue drag = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("EA", EA);
    all.set("mass", mass);
    all.set("rest_length", rest_length);
    all.set("pretension", pretension);
    all.set("elements", elements);
    all.set("tension_only", tension_only);
    all.set("drag", drag);
    return all;
  }
};

}  // namespace invar
