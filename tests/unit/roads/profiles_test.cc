// Road profiles: heights, slopes and curvatures against differences, nearest points against a search by brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>

#include "invar/model/catalogs.h"
#include "invar/model/model.h"

namespace invar {
namespace {

// The profile of a road written as in a model; a body makes it a model.
struct OneRoad {
  explicit OneRoad(const std::string& road, const std::string& more = "")
      : model(load_model_text("bodies: {body: {type: point_mass, mass: 1, position: [0, 0, 1]}}\nroads:\n  r: {" +
                              road + "}\n" + more)) {
    for (const auto& part : model->other_parts)
      if (part->name() == "r") road_ = dynamic_cast<const Road*>(part.get());
  }
  const RoadProfile& profile() const { return road_->profile(); }
  std::shared_ptr<const Model> model;
  const Road* road_ = nullptr;
};

const std::vector<std::string>& smooth_roads() {
  static const std::vector<std::string> roads = {
      "type: flat, height: 0.3", "type: cosine_bump, start: -2, length: 3, height: 0.3, count: 2",
      "type: table, points: [[-4, 0], [-2, 0.3], [-1, 0.1], [0, 0.2], [2, -0.2], [4, 0]]",
      "type: table, interpolation: spline, points: [[-4, 0], [-2, 0.3], [-1, 0.1], [0, 0.2], [2, -0.2], [4, 0]]"};
  return roads;
}
const std::vector<std::string>& straight_roads() {
  static const std::vector<std::string> roads = {
      "type: ramp, start: -1, length: 3, height: 0.7", "type: stairs, start: -2, tread: 0.6, rise: -0.15, count: 5",
      "type: stairs, start: -2, tread: 0.4, rise: 0.2, count: 8, riser: 0.05",
      "type: table, interpolation: linear, points: [[-4, 0], [-2, 0.3], [-1, 0.1], [0, 0.2], [2, -0.2], [4, 0]]"};
  return roads;
}

TEST(RoadProfiles, have_the_slopes_and_curvatures_of_their_heights) {
  for (const auto& text : smooth_roads()) {
    const OneRoad road(text);
    for (double x = -2.93; x < 3; x += 0.0811) {
      const double h = 1e-4;
      const auto at = [&](double y) { return road.profile().at(y); };
      EXPECT_NEAR(at(x).slope, (at(x + h).height - at(x - h).height) / (2 * h), 1e-6) << text << " at " << x;
      EXPECT_NEAR(at(x).curvature, (at(x + h).slope - at(x - h).slope) / (2 * h), 1e-5) << text << " at " << x;
      EXPECT_LE(at(x).curvature, road.profile().largest_upward_curvature() + 1e-12);
    }
  }
}

double nearest_by_search(const RoadProfile& road, double x, double z) {
  double least = 1e300;
  for (int i = -40000; i <= 40000; ++i) {
    const double s = x + i * 2.5e-5;
    least = std::min(least, std::hypot(s - x, road.at(s).height - z));
  }
  return least;
}

TEST(RoadProfiles, find_their_nearest_point) {
  std::mt19937 random(3);
  const auto number = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  for (const auto& roads : {smooth_roads(), straight_roads()})
    for (const auto& text : roads) {
      const OneRoad road(text);
      for (int i = 0; i < 12; ++i) {
        const double x = number(-3, 3), z = road.profile().at(x).height + number(0.1, 0.5);
        const RoadFoot foot = road.profile().nearest(x, z, 0.6);
        EXPECT_NEAR(foot.distance, nearest_by_search(road.profile(), x, z), 2e-5) << text << " at " << x << ", " << z;
        EXPECT_NEAR(std::hypot(foot.n_x, foot.n_z), 1, 1e-14);
      }
    }
}

TEST(RoadProfiles, have_distances_whose_derivatives_are_normal_and_bend) {
  std::mt19937 random(5);
  const auto number = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  for (const auto& roads : {smooth_roads(), straight_roads()})
    for (const auto& text : roads) {
      const OneRoad road(text);
      for (int i = 0; i < 40; ++i) {
        const double x = number(-3, 3), z = road.profile().at(x).height + number(0.1, 0.5), h = 1e-5;
        const auto at = [&](double a, double b) { return road.profile().nearest(a, b, 0.6); };
        const RoadFoot foot = at(x, z), east = at(x + h, z), west = at(x - h, z), up = at(x, z + h),
                       down = at(x, z - h);
        // Where the foot jumps there is no derivative.
        if (std::hypot(east.n_x - west.n_x, east.n_z - west.n_z) > 1e-3) continue;
        if (std::abs(east.bend - west.bend) > 0.01) continue;
        EXPECT_NEAR(foot.n_x, (east.distance - west.distance) / (2 * h), 1e-8) << text;
        EXPECT_NEAR(foot.n_z, (up.distance - down.distance) / (2 * h), 1e-8) << text;
        EXPECT_NEAR(foot.bend * foot.n_z * foot.n_z, (east.n_x - west.n_x) / (2 * h), 1e-4) << text;
      }
    }
}

TEST(RoadProfiles, are_signed_and_continuous_through_the_surface) {
  for (const auto& text : straight_roads()) {
    const OneRoad road(text);
    for (double x = -2.5; x < 2.5; x += 0.037) {
      const double z = road.profile().at(x).height;
      const RoadFoot above = road.profile().nearest(x, z + 1e-6, 0.5), below = road.profile().nearest(x, z - 1e-6, 0.5);
      EXPECT_GT(above.distance, 0) << text << " at " << x;
      EXPECT_LT(below.distance, 0) << text << " at " << x;
      EXPECT_LT(above.distance - below.distance, 2.1e-6);
    }
  }
}

TEST(SumOfRoads, adds_heights_and_keeps_straight_roads_exact) {
  const OneRoad sum("type: sum, of: [a, b, c], factors: [1, 1, -1]",
                    "  a: {type: ramp, start: 0, length: 5, height: 1}\n  b: {type: stairs, start: 8, tread: 1, rise: "
                    "-0.2, count: 5}\n  c: {type: flat, height: 0.5}\n");
  EXPECT_NEAR(sum.profile().at(-1).height, -0.5, 1e-15);
  EXPECT_NEAR(sum.profile().at(6).height, 0.5, 1e-15);
  EXPECT_NEAR(sum.profile().at(8.5).height, 0.3, 1e-14);
  EXPECT_NEAR(sum.profile().at(20).height, -0.5, 1e-14);
  // From the edge of the first step straight forward and down.
  EXPECT_NEAR(sum.profile().nearest(8.3, 0.6, 0.4).distance, 0.3, 1e-12);
  const OneRoad mixed("type: sum, of: [a, b]",
                      "  a: {type: ramp, start: 0, length: 5, height: 1}\n"
                      "  b: {type: cosine_bump, start: 1, length: 2, height: 0.1}\n");
  EXPECT_NEAR(mixed.profile().at(2).height, 0.5, 1e-14);
  EXPECT_NEAR(mixed.profile().nearest(2.5, 1, 0.8).distance, nearest_by_search(mixed.profile(), 2.5, 1), 1e-5);
}

TEST(TableRoad, reads_files_and_says_what_happens_beyond_its_ends) {
  const auto folder = std::filesystem::temp_directory_path() / "invar_road_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "road.csv") << "x, z\n0, 0\n1, 0.1\n2, 0\n3, 0\n";
  const std::string file = (folder / "road.csv").string();
  const OneRoad hold("type: table, file: " + file + ", scale: 2");
  EXPECT_NEAR(hold.profile().at(1).height, 0.2, 1e-14);
  EXPECT_NEAR(hold.profile().at(77).height, 0, 1e-14);
  for (const std::string how : {"monotone", "spline", "linear"}) {
    const OneRoad stop("type: table, outside: error, interpolation: " + how + ", file: " + file);
    EXPECT_NO_THROW(stop.profile().at(2.9));
    try {
      stop.profile().at(3.1);
      FAIL() << how;
    } catch (const ModelError& e) {
      EXPECT_NE(std::string(e.what()).find("outside its range 0 to 3"), std::string::npos) << e.what();
      EXPECT_EQ(e.hint(), "extend the table, or set outside: hold");  // roads have no outside: linear
    }
  }
  std::filesystem::remove_all(folder);
}

// A step of 3 cm with its next neighbors 7 and 28 m away: a spline through these points falls to -6 m.
TEST(TableRoad, stays_between_the_heights_of_its_points_however_they_are_spaced) {
  const std::vector<Vector2> points = {{-5, 0}, {2, 0}, {2.2, 0.03}, {2.4, 0}, {30, 0}};
  const std::string text = "type: table, points: [[-5, 0], [2, 0], [2.2, 0.03], [2.4, 0], [30, 0]]";
  for (const std::string outside : {", outside: hold", ", outside: error"}) {
    const OneRoad road(text + outside);
    for (size_t i = 1; i < points.size(); ++i)
      for (int k = 0; k <= 50; ++k) {
        const double x = points[i - 1][0] + (points[i][0] - points[i - 1][0]) * k / 50;
        const double z = road.profile().at(x).height;
        EXPECT_GE(z, std::min(points[i - 1][1], points[i][1]) - 1e-15) << x;
        EXPECT_LE(z, std::max(points[i - 1][1], points[i][1]) + 1e-15) << x;
      }
  }
  double lowest = 0;
  const OneRoad spline(text + ", interpolation: spline");
  for (double x = -5; x < 30; x += 0.01) lowest = std::min(lowest, spline.profile().at(x).height);
  EXPECT_LT(lowest, -1);  // what the default is for
}

TEST(TableRoad, rises_wherever_its_points_rise_and_has_no_edges) {
  std::mt19937 random(11);
  const auto number = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  for (int i = 0; i < 20; ++i) {
    std::string text = "type: table, points: [";
    std::vector<double> xs;
    double x = 0, z = 0;
    for (int k = 0; k < 8; ++k) {
      text += "[" + std::to_string(x) + ", " + std::to_string(z) + "]" + (k < 7 ? ", " : "]");
      xs.push_back(x);
      // Lengths and slopes over two decades.
      x += std::pow(10, number(-1, 1));
      z += std::pow(10, number(-2, 0));
    }
    const OneRoad road(text);
    for (double s = -1; s < xs.back() + 1; s += 0.01) EXPECT_GE(road.profile().at(s).slope, -1e-12) << text;
    for (const double knot : xs)
      EXPECT_NEAR(road.profile().at(knot - 1e-9).slope, road.profile().at(knot + 1e-9).slope, 1e-5) << text;
    // The steepest place, by a search.
    double steepest = 0;
    for (double s = 0; s < xs.back(); s += 1e-3) steepest = std::max(steepest, road.profile().at(s).slope);
    EXPECT_NEAR(road.profile().steepest().slope, steepest, 1e-2 * steepest) << text;
    EXPECT_GE(road.profile().steepest().slope, steepest - 1e-12);
  }
}

TEST(RoadsWithAnEnd, are_drawn_up_to_it_also_in_sums_and_where_more_is_to_be_shown) {
  const std::string bounded = "type: table, outside: error, points: [[-2, 0], [1, 0.1], [6, 0]]";
  for (const std::string& text : {bounded, bounded + ", interpolation: linear", bounded + ", shown: [-40, 90]",
                                  std::string("type: sum, of: [a, b]"), std::string("type: sum, of: [a, c]")}) {
    const OneRoad road(text, "  a: {" + bounded + ", interpolation: linear}\n" +
                                 "  b: {type: ramp, start: 3, length: 20, height: 1}\n" +
                                 "  c: {type: cosine_bump, start: 3, length: 20, height: 1}\n");
    double from = 1e300, to = -1e300;
    const Drawing drawing = road.model->drawing();
    for (const auto& p : drawing.primitives()) {
      if (p.kind != "box" || p.part != "r") continue;
      from = std::min(from, p.at->p[0] - 0.5 * p.size[0]);
      to = std::max(to, p.at->p[0] + 0.5 * p.size[0]);
    }
    EXPECT_NEAR(from, -2, 0.02) << text;
    EXPECT_NEAR(to, 6, 0.02) << text;
    EXPECT_NO_THROW(road.profile().nearest(5.99, 0.3, 0.5)) << text;
    EXPECT_THROW(road.profile().nearest(6.01, 0.3, 0.5), ModelError) << text;
  }
}

TEST(SumOfRoads, ends_where_a_part_does_and_names_it) {
  const std::string parts =
      "  a: {type: table, outside: error, interpolation: linear, points: [[0, 0], [4, 0.4]]}\n"
      "  b: {type: stairs, start: 1, tread: 1, rise: 0.2, count: 9}\n"
      "  c: {type: table, outside: error, points: [[5, 0], [6, 0]]}\n";
  const OneRoad sum("type: sum, of: [a, b]", parts);
  EXPECT_NEAR(sum.profile().at(2.5).height, 0.65, 1e-14);
  // Still straight: from the edge of a step, exactly.
  const Vector2 edge(2.01, 0.4 + 0.201);
  EXPECT_NEAR(sum.profile().nearest(edge[0] - 0.06, edge[1] + 0.08, 0.4).distance, 0.1, 1e-14);
  try {
    sum.profile().at(4.5);
    FAIL();
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("roads.r is asked for 4.5 outside its range 0 to 4"), std::string::npos)
        << e.what();
    EXPECT_EQ(e.hint(), "extend the table of a, or set its outside: hold");
  }
  EXPECT_THROW(OneRoad("type: sum, of: [a, c]", parts), ModelError);
}

TEST(RoadsInModels, with_mistakes_are_refused_with_a_remedy) {
  const auto message = [](const std::string& road) -> std::string {
    try {
      OneRoad r(road,
                "  gentle: {type: ramp, start: 0, length: 5, height: 1}\n"
                "  bump: {type: cosine_bump, start: 1, length: 2, height: 0.2}\n");
    } catch (const ModelError& e) {
      return e.what();
    }
    return "accepted";
  };
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"type: flatt", "did you mean \"flat\"?"},
      {"type: sum, of: [q]", "unknown road \"q\""},
      {"type: sum, of: [q], factors: [1, 2]", "one for each road"},
      {"type: table", "needs either points or file"},
      {"type: table, points: [[0, 0]]", "needs 2 points or more"},
      {"type: table, points: [[0, 0], [0, 1]]", "larger first number"},
      {"type: table, points: [[0, 0], [1, 0], [1.0001, 0.2], [2, 0.2]]", "jumps from 0 to 0.2 m"},
      {"type: table, points: [[0, 0], [1, 0], [1.01, 0.9], [2, 0.9]]", "rises or falls by 135 m a m at x = 1.005"},
      {"type: table, interpolation: linear, points: [[0, 0], [1, 0], [1.01, 0.9], [2, 0.9]]", "accepted"},
      {"type: cosine_bump, start: 2, length: 1e-6, height: 0.1", "rises or falls by 3.142e+05 m a m"},
      {"type: cosine_bump, start: 2, length: 0.01, height: 0.1", "accepted"},
      {"type: ramp, start: 0, length: 1e-9, height: -0.3", "at least a hundredth of its height"},
      {"type: stairs, start: 0, tread: 0.1, rise: 0.1, count: 3, riser: 1e-4", "rises or falls by 1000 m a m"},
      {"type: sum, of: [gentle], factors: [1000]", "roads.r rises or falls by 200 m a m"},
      {"type: sum, of: [gentle, bump], factors: [1, -600]", "roads.r rises or falls by"},
      {"type: table, file: nowhere.csv", "cannot be read"},
      {"type: stairs, start: 0, tread: 0.1, rise: 0.1, count: 3, riser: 0.2", "shorter than the tread"},
      {"type: stairs, start: 0, tread: 0.1, rise: 0.1, count: 3, riser: 0", "positive"},
      {"type: cosine_bump, start: 0, length: -1, height: 1", "positive"},
      {"start: 0", "needs the key \"type\""},
      {"type: flat, shown: [3, 1]", "two increasing numbers"}};
  for (const auto& [road, text] : cases)
    EXPECT_NE(message(road).find(text), std::string::npos) << road << "\n" << message(road);
}

TEST(RoadCatalog, has_texts_and_draws_every_type) {
  for (const auto& [name, type] : road_types().entries()) {
    EXPECT_FALSE(type.doc.empty()) << name;
    EXPECT_FALSE(type.reference.empty()) << name;
    for (const auto& p : type.schema.params()) EXPECT_FALSE(p.doc.empty()) << name << "." << p.name;
  }
  for (const auto& roads : {smooth_roads(), straight_roads()})
    for (const auto& text : roads) {
      const Drawing drawing = OneRoad(text).model->drawing();
      int boxes = 0;
      for (const auto& p : drawing.primitives()) boxes += p.kind == "box" && p.part == "r";
      EXPECT_GE(boxes, 1) << text;
      EXPECT_LT(boxes, 200) << text;
    }
}

}  // namespace
}  // namespace invar
