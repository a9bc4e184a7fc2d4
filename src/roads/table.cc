// A measured road: points in the model or in a file of two columns, joined by a cubic spline or by straight lines.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "invar/core/function1d.h"
#include "invar/core/table_data.h"
#include "invar/roads/polyline.h"
#include "invar/roads/types.h"

namespace invar {

namespace {

class SplineProfile final : public RoadProfile {
 public:
  SplineProfile(const TableData& data, Outside outside, const SourceLocation& where, const std::string& subject)
      : x_(data.x), f_(make_table(data.x, data.y, outside, where, subject)) {
    // The second derivative of a cubic spline is linear between its points.
    for (const double x : x_) curvature_ = std::max(curvature_, f_->second_derivative(x));
    for (std::size_t i = 1; i < x_.size(); ++i) resolution_ = std::min(resolution_, x_[i] - x_[i - 1]);
  }
  RoadPoint at(double x) const override { return {f_->value(x), f_->derivative(x), f_->second_derivative(x)}; }
  double largest_upward_curvature() const override { return curvature_; }
  std::vector<double> stations() const override { return {x_.front(), x_.back()}; }
  double resolution() const override { return resolution_; }

 private:
  std::vector<double> x_;
  FunctionPtr f_;
  double curvature_ = 0, resolution_ = std::numeric_limits<double>::infinity();
};

// Straight pieces with an end: asked beyond it, the run stops with this message.
class BoundedPolyline final : public RoadProfile {
 public:
  BoundedPolyline(std::vector<Vector2> corners, SourceLocation where, std::string subject)
      : line_(std::move(corners)), where_(std::move(where)), subject_(std::move(subject)) {}
  RoadPoint at(double x) const override { return check(x), line_.at(x); }
  RoadFoot nearest(double x, double z, double reach) const override { return check(x), line_.nearest(x, z, reach); }
  double largest_upward_curvature() const override { return line_.largest_upward_curvature(); }
  std::vector<double> stations() const override { return line_.stations(); }
  double resolution() const override { return line_.resolution(); }

 private:
  void check(double x) const {
    const double first = line_.corners().front()[0], last = line_.corners().back()[0];
    if (x >= first && x <= last) return;
    throw ModelError(where_, subject_, fmt::format("is asked for {} outside its range {} to {}", x, first, last),
                     "extend the table, or set outside: hold");
  }
  PolylineProfile line_;
  SourceLocation where_;
  std::string subject_;
};

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

RoadProfilePtr make_profile(const Params& params, ModelBuilder&) {
  TableData data = read_data(params);
  const std::string key = params.has("file") ? "file" : "points", subject = params.path() + "." + key;
  check_table(data, params.location(key), subject);
  const double scale = params.number("scale");
  for (double& z : data.y) z *= scale;
  const bool stops = params.text("outside") == "error";
  // Beyond this a wheel meets a wall, not a road; two points nearly above each other are a slip of the pen.
  constexpr double kSteepest = 100;
  for (std::size_t i = 1; i < data.x.size(); ++i) {
    const double slope = (data.y[i] - data.y[i - 1]) / (data.x[i] - data.x[i - 1]);
    if (std::abs(slope) > kSteepest)
      params.fail(key,
                  fmt::format("jumps from {:.6g} to {:.6g} m between x = {:.9g} and {:.9g}", data.y[i - 1], data.y[i],
                              data.x[i - 1], data.x[i]),
                  "a road is a function of x: give the step a length of at least a hundredth of its height");
  }
  if (params.text("interpolation") == "spline")
    return std::make_shared<SplineProfile>(std::move(data), stops ? Outside::kError : Outside::kHold,
                                           params.location(key), subject);
  std::vector<Vector2> corners;
  for (std::size_t i = 0; i < data.x.size(); ++i) corners.emplace_back(data.x[i], data.y[i]);
  if (stops) return std::make_shared<BoundedPolyline>(std::move(corners), params.location(key), subject);
  return std::make_shared<PolylineProfile>(std::move(corners));
}

}  // namespace

RoadType table_road_type() {
  Schema schema;
  schema.map("points", "list of points [x, z]");
  schema.text("file", "instead of points: name of a file with two columns x, z; relative to the model file");
  schema.choice("interpolation", {"spline", "linear"}, "how the points are joined").default_value("spline");
  schema.choice("outside", {"hold", "error"}, "beyond its ends: level, or the run stops with a message")
      .default_value("hold");
  schema.number("scale", "1", "factor of all heights").default_value(1);
  return make_road_type("table", "road given by points, in the model or in a file", "cubic spline", std::move(schema),
                        make_profile);
}

}  // namespace invar
