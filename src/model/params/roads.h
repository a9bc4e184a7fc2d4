// Parameters of the section `roads`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// bumps or holes in the form of a cosine wave on a level road
struct CosineBumpRoadParams {
  static constexpr const char *kSection = "roads", *kType = "cosine_bump";

  // number [m], required: where the first bump begins
  NumberValue start = {};
  // number [m], positive, required: of one bump
  NumberValue length = {};
  // number [m], required: of its crest; negative for a hole
  NumberValue height = {};
  // whole number, 1 to 10000, default 1: number of bumps, one after the other
  NumberValue count = {};
  // number [m], default 0: height of the level road before and after
  NumberValue base = {};
  // number [m], default 0: where its middle is drawn, along y
  NumberValue across = {};
  // number [m], positive, default 1: how wide it is drawn
  NumberValue width = {};
  // 2 numbers [m]: from where to where it is drawn; default: around what happens on it
  Vector2Value shown = {};

  ValueMap values() const {
    ValueMap all;
    all.set("start", start);
    all.set("length", length);
    all.set("height", height);
    all.set("count", count);
    all.set("base", base);
    all.set("across", across);
    all.set("width", width);
    all.set("shown", shown);
    return all;
  }
};

// level road
struct FlatRoadParams {
  static constexpr const char *kSection = "roads", *kType = "flat";

  // number [m], default 0: height of the road
  NumberValue height = {};
  // number [m], default 0: where its middle is drawn, along y
  NumberValue across = {};
  // number [m], positive, default 1: how wide it is drawn
  NumberValue width = {};
  // 2 numbers [m]: from where to where it is drawn; default: around what happens on it
  Vector2Value shown = {};

  ValueMap values() const {
    ValueMap all;
    all.set("height", height);
    all.set("across", across);
    all.set("width", width);
    all.set("shown", shown);
    return all;
  }
};

// straight ramp from one level to another, without rounding: use contact: nearest
struct RampRoadParams {
  static constexpr const char *kSection = "roads", *kType = "ramp";

  // number [m], required: where the ramp begins
  NumberValue start = {};
  // number [m], positive, required: along x
  NumberValue length = {};
  // number [m], required: by which it rises; negative: falls
  NumberValue height = {};
  // number [m], default 0: height of the level road before it
  NumberValue base = {};
  // number [m], default 0: where its middle is drawn, along y
  NumberValue across = {};
  // number [m], positive, default 1: how wide it is drawn
  NumberValue width = {};
  // 2 numbers [m]: from where to where it is drawn; default: around what happens on it
  Vector2Value shown = {};

  ValueMap values() const {
    ValueMap all;
    all.set("start", start);
    all.set("length", length);
    all.set("height", height);
    all.set("base", base);
    all.set("across", across);
    all.set("width", width);
    all.set("shown", shown);
    return all;
  }
};

// steps up or down with level treads: use contact: nearest
struct StairsRoadParams {
  static constexpr const char *kSection = "roads", *kType = "stairs";

  // number [m], required: where the first riser begins
  NumberValue start = {};
  // number [m], positive, required: length of a step, riser included
  NumberValue tread = {};
  // number [m], required: height of a step; negative: stairs down
  NumberValue rise = {};
  // whole number, 1 to 10000, required: number of steps
  NumberValue count = {};
  // number [m], positive, default 0.01: length along x over which a step rises
  NumberValue riser = {};
  // number [m], default 0: height of the level road before them
  NumberValue base = {};
  // number [m], default 0: where its middle is drawn, along y
  NumberValue across = {};
  // number [m], positive, default 1: how wide it is drawn
  NumberValue width = {};
  // 2 numbers [m]: from where to where it is drawn; default: around what happens on it
  Vector2Value shown = {};

  ValueMap values() const {
    ValueMap all;
    all.set("start", start);
    all.set("tread", tread);
    all.set("rise", rise);
    all.set("count", count);
    all.set("riser", riser);
    all.set("base", base);
    all.set("across", across);
    all.set("width", width);
    all.set("shown", shown);
    return all;
  }
};

// sum of other roads, e.g. a bump on a ramp, or stairs after a ramp
struct SumRoadParams {
  static constexpr const char *kSection = "roads", *kType = "sum";

  // names of road, required: roads whose heights are added
  NamesValue of = {};
  // numbers: one factor for each; default: 1
  NumbersValue factors = {};
  // number [m], default 0: where its middle is drawn, along y
  NumberValue across = {};
  // number [m], positive, default 1: how wide it is drawn
  NumberValue width = {};
  // 2 numbers [m]: from where to where it is drawn; default: around what happens on it
  Vector2Value shown = {};

  ValueMap values() const {
    ValueMap all;
    all.set("of", of);
    all.set("factors", factors);
    all.set("across", across);
    all.set("width", width);
    all.set("shown", shown);
    return all;
  }
};

// road given by points, in the model or in a file
struct TableRoadParams {
  static constexpr const char *kSection = "roads", *kType = "table";

  // map: list of points [x, z]
  Value points = {};
  // text: instead of points: name of a file with two columns x, z; relative to the model file
  TextValue file = {};
  // choice, one of monotone, spline, linear, default monotone: how the points are joined: by cubics that never leave
  // the heights of the points beside them; by a smooth cubic spline, which swings beside steps and where points are
  // unevenly spaced; by straight lines
  TextValue interpolation = {};
  // choice, one of hold, error, default hold: beyond its ends: level, or the run stops with a message
  TextValue outside = {};
  // number, default 1: factor of all heights
  NumberValue scale = {};
  // number [m], default 0: where its middle is drawn, along y
  NumberValue across = {};
  // number [m], positive, default 1: how wide it is drawn
  NumberValue width = {};
  // 2 numbers [m]: from where to where it is drawn; default: around what happens on it
  Vector2Value shown = {};

  ValueMap values() const {
    ValueMap all;
    all.set("points", points);
    all.set("file", file);
    all.set("interpolation", interpolation);
    all.set("outside", outside);
    all.set("scale", scale);
    all.set("across", across);
    all.set("width", width);
    all.set("shown", shown);
    return all;
  }
};

}  // namespace invar
