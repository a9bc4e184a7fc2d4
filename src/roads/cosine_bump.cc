// Bumps h/2 (1 - cos(2 pi (x - start)/length)), one after the other, on a level road. Height and slope are continuous,
// the curvature jumps at the first and last end.
#include <cmath>
#include <numbers>

#include "invar/roads/types.h"

namespace invar {

namespace {

class CosineBump final : public RoadProfile {
 public:
  CosineBump(double start, double length, double height, int count, double base)
      : start_(start), length_(length), height_(height), base_(base), count_(count) {}
  RoadPoint at(double x) const override {
    if (!(x > start_ && x < end())) return {base_, 0, 0};
    const double w = 2 * std::numbers::pi / length_, phase = w * (x - start_), a = 0.5 * height_;
    const double c = std::cos(phase);
    return {base_ + a * (1 - c), a * w * std::sin(phase), a * w * w * c};
  }
  double largest_upward_curvature() const override {
    const double w = 2 * std::numbers::pi / length_;
    return 0.5 * std::abs(height_) * w * w;
  }
  SteepestPlace steepest() const override {
    return {std::numbers::pi * std::abs(height_) / length_, start_ + 0.25 * length_};
  }
  std::vector<double> stations() const override {
    std::vector<double> x;
    for (int i = 0; i <= count_; ++i) x.push_back(start_ + i * length_);
    return x;
  }
  double resolution() const override { return length_ / 16; }

 private:
  double end() const { return start_ + count_ * length_; }
  double start_, length_, height_, base_;
  int count_;
};

}  // namespace

RoadType cosine_bump_road_type() {
  Schema schema;
  schema.number("start", "m", "where the first bump begins").required();
  schema.number("length", "m", "of one bump").positive().required();
  schema.number("height", "m", "of its crest; negative for a hole").required();
  schema.integer("count", "number of bumps, one after the other").range(1, 10000).default_value(1);
  schema.number("base", "m", "height of the level road before and after").default_value(0);
  return make_road_type("cosine_bump", "bumps or holes in the form of a cosine wave on a level road",
                        "IAVSD benchmark [Frik1993]", std::move(schema), [](const Params& params, PartBuilder&) {
                          return std::make_shared<CosineBump>(
                              params.number("start"), params.number("length"), params.number("height"),
                              static_cast<int>(params.integer("count")), params.number("base"));
                        });
}

}  // namespace invar
