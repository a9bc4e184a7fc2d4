// A measured road: points in the model or in a file of two columns, joined by cubics or by straight
// lines. By default the cubics keep the shape of the points: a spline through a step of 3 cm swings by metres where the
// next points are far away.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "invar/functions/function1d.h"
#include "invar/roads/bounded.h"
#include "invar/roads/cubic.h"
#include "invar/roads/polyline.h"
#include "invar/roads/types.h"
#include "invar/spec/read_table.h"

namespace invar {

namespace {

// Slopes at the points. Where the road goes on level beyond its ends, it is level there: no edge.
std::vector<double> calc_slopes(const TableData& data, bool spline, bool stops) {
  if (!spline) return calc_monotone_slopes(data.x, data.y, !stops);
  const FunctionPtr f = make_table(data.x, data.y);
  std::vector<double> slopes;
  for (const double x : data.x) slopes.push_back(f->derivative(x));
  if (!stops) slopes.front() = slopes.back() = 0;
  return slopes;
}

TableData read_data(const Params& params) {
  if (params.has("file") == params.has("points"))
    throw ModelError(params.location(), params.path(), "needs either points or file",
                     "points: [[x, z], ...], or the name of a file with two columns");
  if (params.has("points")) return read_table_points(params.node("points"));
  namespace fs = std::filesystem;
  const fs::path name = params.text("file"), folder = fs::path(params.location("file").file).parent_path();
  return read_table_file((name.is_absolute() ? name : folder / name).string(), params.location("file"),
                         params.path() + ".file");
}

RoadProfilePtr make_table_profile(const Params& params, PartBuilder&) {
  TableData data = read_data(params);
  const std::string key = params.has("file") ? "file" : "points", subject = params.path() + "." + key;
  check_table(data, params.location(key), subject);
  const double scale = params.number("scale");
  for (double& z : data.y) z *= scale;
  const bool stops = params.text("outside") == "error";
  for (std::size_t i = 1; i < data.x.size(); ++i) {
    const double slope = (data.y[i] - data.y[i - 1]) / (data.x[i] - data.x[i - 1]);
    if (std::abs(slope) > kSteepestRoad)
      params.fail(key,
                  fmt::format("jumps from {:.6g} to {:.6g} m between x = {:.9g} and {:.9g}", data.y[i - 1], data.y[i],
                              data.x[i - 1], data.x[i]),
                  "a road is a function of x: give the step a length of at least a hundredth of its height");
  }
  const std::string& how = params.text("interpolation");
  const RoadRange range{data.x.front(), data.x.back()};
  RoadProfilePtr profile;
  if (how == "linear") {
    std::vector<Vector2> corners;
    for (std::size_t i = 0; i < data.x.size(); ++i) corners.emplace_back(data.x[i], data.y[i]);
    profile = std::make_shared<PolylineProfile>(std::move(corners));
  } else {
    std::vector<double> slopes = calc_slopes(data, how == "spline", stops);
    profile = std::make_shared<CubicProfile>(std::move(data.x), std::move(data.y), std::move(slopes));
  }
  if (!stops) return profile;
  return std::make_shared<BoundedProfile>(profile, range, params.location(key), subject,
                                          "extend the table, or set outside: hold");
}

}  // namespace

RoadType table_road_type() {
  Schema schema;
  schema.map("points", "list of points [x, z]");
  schema.text("file", "instead of points: name of a file with two columns x, z; relative to the model file");
  schema
      .choice(
          "interpolation", {"monotone", "spline", "linear"},
          "how the points are joined: by cubics that never leave the heights of the points beside them; by a smooth "
          "cubic spline, which swings beside steps and where points are unevenly spaced; by straight lines")
      .default_value("monotone");
  schema.choice("outside", {"hold", "error"}, "beyond its ends: level, or the run stops with a message")
      .default_value("hold");
  schema.number("scale", "1", "factor of all heights").default_value(1);
  return make_road_type("table", "road given by points, in the model or in a file", "[FritschButland1984]",
                        std::move(schema), make_table_profile);
}

}  // namespace invar
