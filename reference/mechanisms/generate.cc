// Random mechanisms: bodies one after the other, each on a joint to an earlier one or to the ground, then loops, gears,
// drives and forces. Four families: in space, in space with parallel axes (loops are then over-constrained and move
// nevertheless), in the plane, and rods between points.
#include <algorithm>

#include "mechanisms/model.h"

namespace invar::mechanisms {

namespace {

enum class Family { kSpatial, kParallel, kPlanar, kRods };

struct Draw {
  Random r;
  Family family;
  Vec3 common;  // direction of all axes of the family kParallel
};

Mat3 rotation(const Vec3& axis, Real angle) {
  return Eigen::AngleAxis<Real>(angle, axis.normalized()).toRotationMatrix();
}

// Moments of five random points of equal mass: not principal, of a possible body.
Mat3 random_inertia(Random& r, double mass, double size) {
  Mat3 I = Mat3::Zero();
  for (int i = 0; i < 5; ++i) {
    const Vec3 s = r.vector(size);
    I += mass / 5 * (s.squaredNorm() * Mat3::Identity() - s * s.transpose());
  }
  return (I + 0.002L * mass * Mat3::Identity()).cast<double>().cast<Real>();
}

void add_rigid_body(Model& model, Draw& d, const Vec3& near) {
  Random& r = d.r;
  Body b;
  b.name = "body_" + std::to_string(model.mechanism.bodies.size());
  b.type = "rigid_body";
  b.dofs = {0, 1, 2, 3, 4, 5};
  b.mass = r.uniform(0.5, 3);
  b.inertia = random_inertia(r, static_cast<double>(b.mass), 0.5);
  const Vec3 axis = r.direction();
  const double angle = r.uniform(-3, 3);
  b.R = rotation(axis, angle);
  std::string text = "type: rigid_body, mass: " + number(b.mass);
  Vec3 about = Vec3::Zero();
  if (r.chance(0.5)) {
    b.center = r.vector(0.2);
    text += ", center: " + list(b.center);
    about = b.center;
  }
  Mat3 given = b.inertia;
  if (r.chance(0.3)) {  // about the origin or another point
    about = r.chance(0.5) ? Vec3::Zero() : r.vector(0.3);
    text += ", inertia_about: " + (about.isZero() ? "origin" : list(about));
    const Vec3 s = about - b.center;
    const Mat3 more = b.mass * (s.squaredNorm() * Mat3::Identity() - s * s.transpose());
    given = (b.inertia + more).cast<double>().cast<Real>();
    b.inertia = given - more;
  }
  text += ", inertia: [" + number(given(0, 0)) + ", " + number(given(1, 1)) + ", " + number(given(2, 2)) + ", " +
          number(given(0, 1)) + ", " + number(given(0, 2)) + ", " + number(given(1, 2)) + "]";
  const Vec3 origin = as_doubles(near + r.vector(0.6));
  b.x = origin + b.R * b.center;
  b.v = r.vector(1);
  b.w = r.vector(2);
  text += ", position: " + list(origin) + ", rotation: {axis: " + list(axis) + ", angle: " + number(angle) + "}";
  model.mechanism.bodies.push_back(b);
  model.body_text.push_back(text);
}

void add_planar_body(Model& model, Draw& d, const Vec3& near) {
  Random& r = d.r;
  Body b;
  b.name = "body_" + std::to_string(model.mechanism.bodies.size());
  b.type = "planar_body";
  b.dofs = {0, 1, 5};
  b.mass = r.uniform(0.5, 3);
  const double inertia = r.uniform(0.02, 0.4), angle = r.uniform(-3, 3);
  b.inertia = inertia * Mat3::Identity();
  b.R = rotation(Vec3::UnitZ(), angle);
  b.x = near + r.vector(0.6);
  b.x.z() = 0;
  b.x = as_doubles(b.x);
  b.v = r.vector(1);
  b.v.z() = 0;
  b.w = Vec3(0, 0, r.uniform(-2, 2));
  model.body_text.push_back("type: planar_body, mass: " + number(b.mass) + ", inertia: " + number(inertia) +
                            ", position: " + list(b.x, 2) + ", angle: " + number(angle));
  model.mechanism.bodies.push_back(b);
}

void add_point(Model& model, Draw& d, const Vec3& near, double mass) {
  Random& r = d.r;
  Body b;
  b.name = "point_" + std::to_string(model.mechanism.bodies.size());
  b.type = model.planar ? "planar_point_mass" : "point_mass";
  b.dofs = model.planar ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2};
  b.mass = mass;
  b.x = near + r.vector(0.6);
  b.v = r.vector(1);
  if (model.planar) b.x.z() = b.v.z() = 0;
  b.x = as_doubles(b.x);
  model.body_text.push_back("type: " + b.type + ", mass: " + number(b.mass) +
                            ", position: " + list(b.x, model.planar ? 2 : 3));
  model.mechanism.bodies.push_back(b);
}

Vec3 random_axis(Model& model, Draw& d, const std::string& type) {
  Vec3 axis = d.r.direction();
  if (d.family == Family::kParallel)
    axis = type == "prismatic" || type == "point_on_line" ? as_doubles(perpendicular(d.common, axis))
                                                          : (d.r.chance(0.5) ? d.common : Vec3(-d.common));
  if (model.planar) {
    axis.z() = 0;
    if (axis.norm() < 0.1L) axis = Vec3::UnitX();
  }
  return axis;
}

bool needs_axis(const std::string& type) {
  return type != "spherical" && type != "weld" && type != "distance" && type != "planar_revolute" &&
         type != "universal";
}

// A joint between bodies a and b, in the world at `at`; the entry, rows and channels.
void add_joint(Model& model, Draw& d, const std::string& type, int a, int b, const Vec3& at, const Vec3& axis) {
  Random& r = d.r;
  Mechanism& m = model.mechanism;
  const int size = model.planar ? 2 : 3;
  const bool point_a = !has_axes(m.bodies[a]), point_b = !has_axes(m.bodies[b]);
  Joint joint{"joint_" + std::to_string(model.joints.size() + 1), type, {}, {}, {}};
  std::string text = "{type: " + type;
  const auto point_name = [&](int body, Place& place, const std::string& suffix) {
    if (has_axes(m.bodies[body])) return add_marker(model, joint.name + suffix, place, false);
    place = {body};
    return m.bodies[body].name;
  };
  if (type == "distance") {
    Vec3 other = at + r.vector(0.7);
    if (model.planar) other.z() = 0;
    joint.F = place_at(m, a, at, Mat3::Identity());
    joint.M = place_at(m, b, other, Mat3::Identity());
    const std::string name_F = point_name(a, joint.F, "_F"), name_M = point_name(b, joint.M, "_M");
    text += ", between: [" + name_F + ", " + name_M + "]";
  } else if (point_a || point_b) {  // the point itself says where the joint is
    const Vec3 where = m.bodies[point_b ? b : a].x;
    const Mat3 R = needs_axis(type) ? triad(axis, r.direction()) : Mat3::Identity();
    joint.F = place_at(m, a, where, R);
    joint.M = place_at(m, b, where, R);
    if (point_a) joint.F = {a};
    if (point_b) joint.M = {b};
    text += ", between: [" + m.bodies[a].name + ", " + m.bodies[b].name + "]";
    if (!point_b || !point_a) text += ", at: " + list(where, size);
    if (needs_axis(type)) text += ", axis: " + list(axis);
  } else if (type == "universal") {
    const Vec3 arm_F = as_doubles(perpendicular(r.direction(), r.direction())),
               arm_M = as_doubles(perpendicular(arm_F, r.direction()));
    joint.F = place_at(m, a, at, Mat3::Identity());
    joint.M = place_at(m, b, at, Mat3::Identity());
    text += ", between: [" + m.bodies[a].name + ", " + m.bodies[b].name + "], at: " + list(at) +
            ", arm_F: " + list(arm_F) + ", arm_M: " + list(arm_M);
    if (r.chance(0.25)) {
      const Vec3 shaft = as_doubles((perpendicular(arm_F, arm_M) + 0.3L * r.vector(1)).eval());
      const Function f = random_function_of_time(r, 0, 1);
      add_universal(model, joint, arm_F, arm_M, &f, shaft);
      text += ", shaft_axis: " + list(shaft) + ", shaft_angle: " + f.text;
    } else {
      add_universal(model, joint, arm_F, arm_M, nullptr, Vec3::UnitX());
    }
  } else {
    const Vec3 x_axis = r.direction();
    Mat3 R = needs_axis(type) ? triad(axis, x_axis) : Mat3::Identity();
    const bool markers = r.chance(0.3) && !model.planar && type != "universal" && type != "spherical";
    joint.F = place_at(m, a, at, R);
    if (markers) {  // the joint stands anywhere at the start
      const bool turns = type == "revolute" || type == "cylindrical" || type == "screw" || type == "planar";
      const bool slides = type == "prismatic" || type == "cylindrical" || type == "screw" || type == "point_on_line";
      const Mat3 turned = turns ? Mat3(R * rotation(Vec3::UnitZ(), r.uniform(-2, 2))) : R;
      Vec3 moved = at;
      if (slides) moved += r.uniform(-0.5, 0.5) * R.col(2);
      if (type == "planar" || type == "point_on_plane")
        moved += r.uniform(-0.5, 0.5) * R.col(0) + r.uniform(-0.5, 0.5) * R.col(1);
      joint.M = place_at(m, b, moved, turned);
      const std::string name_F = add_marker(model, joint.name + "_F", joint.F, true),
                        name_M = add_marker(model, joint.name + "_M", joint.M, true);
      text += ", between: [" + name_F + ", " + name_M + "]";
    } else {
      joint.M = place_at(m, b, at, R);
      text += ", between: [" + m.bodies[a].name + ", " + m.bodies[b].name + "], at: " + list(at, size);
      if (needs_axis(type)) {
        text += ", axis: " + list(axis);
        if (!model.planar) text += ", x_axis: " + list(x_axis);
      }
    }
  }
  if (type != "universal") add_joint_rows(model, joint);
  if (type == "screw") {
    const double lead = r.uniform(0.1, 1) * (r.chance(0.5) ? 1 : -1);
    text += ", lead: " + number(lead);
    const Measure angle = m.measures[joint.angle], s = m.measures[joint.displacement];
    Measure thread = s;
    thread.of_angles = true;
    thread.value = [=](const Pose* p, const Jet& t) {
      return s.value(p, t) - Jet(lead / (2 * oracles::kPi)) * angle.value(p, t);
    };
    joint.rows.push_back(m.add_row(thread));
  }
  model.joint_text.push_back(joint.name + ": " + text + "}");
  model.joints.push_back(joint);
  add_joint_channels(model, model.joints.back());
}

std::string random_joint_type(Model& model, Draw& d, bool with_point, bool loop) {
  const auto pick = [&](std::initializer_list<const char*> types) {
    return std::string(types.begin()[d.r.below(static_cast<int>(types.size()))]);
  };
  if (model.planar && with_point) return pick({"spherical", "distance", "distance", "point_on_line", "point_on_plane"});
  if (model.planar) {
    if (loop) return pick({"planar_revolute", "distance", "point_on_line", "point_on_plane", "planar_prismatic"});
    return pick({"planar_revolute", "planar_revolute", "planar_revolute", "planar_prismatic", "distance",
                 "point_on_line", "point_on_plane", "weld", "spherical"});
  }
  if (with_point) return pick({"spherical", "distance", "point_on_line", "point_on_plane"});
  if (d.family == Family::kParallel)
    return loop ? pick({"revolute", "revolute", "cylindrical", "prismatic", "point_on_line", "planar"})
                : pick({"revolute", "revolute", "revolute", "prismatic"});
  if (loop)
    return pick({"spherical", "universal", "cylindrical", "planar", "distance", "distance", "point_on_line",
                 "point_on_plane", "point_on_plane", "revolute", "screw", "prismatic", "weld"});
  return pick({"spherical", "revolute", "revolute", "revolute", "universal", "prismatic", "cylindrical", "screw",
               "planar", "weld", "distance", "point_on_line", "point_on_plane"});
}

struct Mobility {
  int free;
  Real condition;
};

Mobility mobility(const Model& model) {
  const Instant now = evaluate(model.mechanism, 0, start_state(model.mechanism));
  return {now.dofs - now.rank, model.mechanism.rows.empty() ? 1 : now.condition};
}

constexpr Real kWellConditioned = 3e-3L;

// The change is kept if the mechanism still moves (or, for drives, if the drive is independent) and is well conditioned.
template <class Change>
bool try_change(Model& model, int least_free, const Change& change) {
  Model trial = model;
  change(trial);
  const Mobility now = mobility(trial);
  if (now.free < least_free || now.condition < kWellConditioned) return false;
  model = std::move(trial);
  return true;
}

void add_coupling(Model& model, Draw& d) {
  std::vector<std::pair<int, bool>> all;
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (model.joints[i].angle >= 0) all.emplace_back(i, true);
    if (model.joints[i].displacement >= 0) all.emplace_back(i, false);
  }
  if (all.size() < 2) return;
  std::vector<std::pair<int, bool>> chosen;
  const std::size_t count = all.size() > 2 && d.r.chance(0.5) ? 3 : 2;
  while (chosen.size() < count) {
    const auto c = all[d.r.below(static_cast<int>(all.size()))];
    const bool known = std::any_of(chosen.begin(), chosen.end(), [&](const auto& o) { return o == c; });
    if (!known) chosen.push_back(c);
  }
  Mechanism& m = model.mechanism;
  std::vector<Real> factors;
  const bool gear = count == 2 && d.r.chance(0.6);
  const double ratio = d.r.uniform(0.3, 2) * (d.r.chance(0.5) ? 1 : -1);
  std::string joints, coordinates, texts;
  Measure sum;
  std::vector<Measure> parts;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [j, angle] = chosen[i];
    const Measure part = m.measures[angle ? model.joints[j].angle : model.joints[j].displacement];
    factors.push_back(gear ? (i == 0 ? ratio : -1) : Real(d.r.uniform(0.3, 2)) * (d.r.chance(0.5) ? 1 : -1));
    parts.push_back(part);
    for (const int b : part.bodies)
      if (std::find(sum.bodies.begin(), sum.bodies.end(), b) == sum.bodies.end()) sum.bodies.push_back(b);
    joints += (i ? ", " : "") + model.joints[j].name;
    coordinates += std::string(i ? ", " : "") + (angle ? "angle" : "displacement");
    texts += (i ? ", " : "") + number(factors.back());
  }
  sum.of_angles = true;
  sum.value = [parts, factors](const Pose* p, const Jet& t) {
    Jet value;
    for (std::size_t i = 0; i < parts.size(); ++i) value = value + Jet(factors[i]) * parts[i].value(p, t);
    return value;
  };
  const int row = m.add_row(sum);
  const std::string name = "coupling_" + std::to_string(row);
  model.joint_text.push_back(name + ": {type: " + (gear ? "gear" : "coupler") + ", joints: [" + joints +
                             "], coordinates: [" + coordinates + "], " +
                             (gear ? "ratio: " + number(ratio) : "factors: [" + texts + "]") + "}");
  for (std::size_t i = 0; i < count; ++i) {
    const auto [j, angle] = chosen[i];
    const Real factor = factors[i];
    add_scalar_channel(
        model, name + (angle ? ".torque." : ".force.") + model.joints[j].name,
        [=](const Mechanism&, const Instant&, const VecX& lambda) { return factor * lambda[row]; }, true);
  }
}

void add_rods(Model& model, Draw& d) {
  Random& r = d.r;
  const int points = 2 + r.below(4);
  for (int i = 0; i < points; ++i)
    add_point(model, d, i ? model.mechanism.bodies[i].x : Vec3::Zero(), r.chance(0.3) ? 0 : r.uniform(0.2, 2));
  int count = 0;
  const auto add_rod = [&](Model& to, int a, int b) {
    Mechanism& m = to.mechanism;
    const std::string name = "rod_" + std::to_string(++count);
    Place F{a};
    std::string name_a = m.bodies[a].name;
    if (a == 0) {
      Vec3 p = r.vector(0.6);
      if (to.planar) p.z() = 0;
      F.point = p;
      name_a = add_marker(to, name + "_base", F, false);
    }
    const Place M{b};
    if ((world_point(m, F) - m.bodies[b].x).norm() < 0.15L) F.point.x() += 1e9L;  // too short: badly conditioned
    const double mass = a == 0 || m.bodies[b].mass == 0 || r.chance(0.6) ? r.uniform(0.3, 2) : 0;
    m.rods.push_back({a, b, mass});
    m.add_row(distance_measure(F, M));
    const int row = static_cast<int>(m.rows.size()) - 1;
    to.rod_text.push_back(name + ": {type: rod, between: [" + name_a + ", " + m.bodies[b].name +
                          "], mass: " + number(mass) + "}");
    const int size = to.planar ? 2 : 3;
    const Vec3 base = F.point;
    add_vector_channel(to, name + ".position", size, [=](const Mechanism&, const Instant& now, const VecX&) {
      return Vec3(((a ? now.x[a] : base) + now.x[b]) / 2);
    });
    add_vector_channel(to, name + ".velocity", size, [=](const Mechanism&, const Instant& now, const VecX&) {
      return Vec3((now.v[a] + now.v[b]) / 2);
    });
    if (mass == 0)
      add_scalar_channel(
          to, name + ".tension", [=](const Mechanism&, const Instant&, const VecX& lambda) { return -lambda[row]; },
          true);
  };
  for (int b = 1; b <= points; ++b) add_rod(model, r.chance(0.5) ? 0 : b - 1, b);
  for (int extra = r.below(3); extra > 0; --extra) {
    const int a = r.below(points + 1), b = 1 + r.below(points);
    if (a != b) try_change(model, 1, [&](Model& trial) { add_rod(trial, a, b); });
  }
}

void add_tree(Model& model, Draw& d, int count) {
  Random& r = d.r;
  for (int i = 1; i <= count; ++i) {
    const int parent = i == 1 ? 0 : (r.chance(0.25) ? 0 : (r.chance(0.6) ? i - 1 : r.below(i)));
    const Vec3 near = model.mechanism.bodies[parent].x;
    const bool point = d.family != Family::kParallel && i > 1 && r.chance(0.12);
    if (point) {
      add_point(model, d, near, r.uniform(0.3, 2));
    } else if (model.planar) {
      add_planar_body(model, d, near);
    } else {
      add_rigid_body(model, d, near);
    }
    if (d.family != Family::kParallel && r.chance(0.06)) continue;  // held by forces alone, or by nothing
    const Vec3 x = model.mechanism.bodies[i].x;
    for (int tries = 0; tries < 10; ++tries) {
      Vec3 at = (x + near) / 2 + r.vector(0.4);
      if (model.planar) at.z() = 0;
      at = as_doubles(at);
      const bool with_point = point || !has_axes(model.mechanism.bodies[parent]);
      const std::string type = random_joint_type(model, d, with_point, false);
      const Vec3 axis = random_axis(model, d, type);
      if (with_point && type != "distance" && !has_axes(model.mechanism.bodies[parent]) &&
          (point || type != "spherical"))
        continue;  // two points can only be linked, and a point carries no line or plane
      const bool swap = !with_point && r.chance(0.3);
      if (try_change(model, 0,
                     [&](Model& trial) { add_joint(trial, d, type, swap ? i : parent, swap ? parent : i, at, axis); }))
        break;
    }
  }
}

void add_loops(Model& model, Draw& d) {
  Random& r = d.r;
  const int n = static_cast<int>(model.mechanism.bodies.size());
  for (int loops = r.below(3); loops > 0; --loops) {
    for (int tries = 0; tries < 6; ++tries) {
      const int a = r.below(n), b = 1 + r.below(n - 1);
      if (a == b || !has_axes(model.mechanism.bodies[a])) continue;
      const bool with_point = !has_axes(model.mechanism.bodies[b]);
      const std::string type = random_joint_type(model, d, with_point, true);
      Vec3 at = model.mechanism.bodies[b].x + r.vector(0.4);
      if (model.planar) at.z() = 0;
      at = as_doubles(at);
      const Vec3 axis = random_axis(model, d, type);
      if (try_change(model, 1, [&](Model& trial) { add_joint(trial, d, type, a, b, at, axis); })) break;
    }
  }
  // A second hinge on the axis of the first: redundant.
  if (!model.planar && r.chance(0.1))
    for (const Joint& joint : std::vector<Joint>(model.joints)) {
      if (joint.type != "revolute") continue;
      const Vec3 axis = as_doubles(model.mechanism.bodies[joint.F.body].R * joint.F.axes.col(2));
      const Vec3 at = as_doubles((world_point(model.mechanism, joint.F) + r.uniform(0.1, 0.6) * axis).eval());
      add_joint(model, d, "revolute", joint.F.body, joint.M.body, at, axis);
      break;
    }
}

std::string section(const std::string& name, const std::vector<std::string>& entries) {
  if (entries.empty()) return "";
  std::string text = name + ":\n";
  for (const auto& entry : entries) text += "  " + entry + "\n";
  return text;
}

}  // namespace

std::string Model::text() const {
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < body_text.size(); ++i) {
    const Body& b = mechanism.bodies[i + 1];
    const Vec3 v = b.v - b.w.cross(b.R * b.center);  // of the origin
    std::string text = b.name + ": {" + body_text[i] + ", velocity: " + list(v, planar ? 2 : 3);
    if (b.type == "rigid_body") text += ", angular_velocity: " + list(b.w);
    if (b.type == "planar_body") text += ", angular_velocity: " + number(b.w.z());
    bodies.push_back(text + "}");
  }
  bodies.insert(bodies.end(), rod_text.begin(), rod_text.end());
  std::string out = "model: mechanism\ngravity: " + list(mechanism.gravity, planar ? 2 : 3) + "\n" +
                    section("bodies", bodies) + section("markers", marker_text) + section("joints", joint_text) +
                    section("drives", drive_text) + section("forces", force_text) +
                    "method: {name: explicit, tolerance: 1e-11, end: 1, every: 0.2, options: {integrator: dop853}}\n"
                    "outputs:\n";
  for (const auto& c : channels) out += "  - " + c.name + "\n";
  for (const auto& name : drive_names) out += "  - " + name + "\n";
  return out + "  - work.applied\n  - work.drives\n  - dissipated.physical\n";
}

Model draw_mechanism(std::uint64_t seed, int attempt) {
  Draw d{Random(seed * 1000 + attempt), Family::kSpatial, Vec3::UnitZ()};
  Random& r = d.r;
  const int kind = r.below(100);
  d.family = kind < 62 ? Family::kSpatial : kind < 76 ? Family::kParallel : kind < 92 ? Family::kPlanar : Family::kRods;
  d.common = r.direction();
  Model model;
  model.planar = d.family == Family::kPlanar || (d.family == Family::kRods && r.chance(0.5));
  Vec3 g = r.chance(0.3) ? r.vector(9) : Vec3(0, model.planar ? -9.81 : 0, model.planar ? 0 : -9.81);
  if (r.chance(0.15)) g.setZero();
  if (model.planar) g.z() = 0;
  model.mechanism.gravity = g;
  if (d.family == Family::kRods) {
    add_rods(model, d);
  } else {
    add_tree(model, d, d.family == Family::kParallel ? 2 + r.below(4) : 1 + r.below(6));
    add_loops(model, d);
    if (r.chance(0.25)) try_change(model, 1, [&](Model& trial) { add_coupling(trial, d); });
  }
  for (int drives = r.chance(0.4) ? 1 + r.below(2) : 0; drives > 0; --drives) {
    const int free = mobility(model).free;
    Model trial = model;
    add_random_drive(trial, r);
    if (trial.drive_text.size() == model.drive_text.size()) continue;
    const Mobility now = mobility(trial);
    const int rows = static_cast<int>(trial.mechanism.rows.size() - model.mechanism.rows.size());
    if (now.free == free - rows && now.condition >= kWellConditioned) model = std::move(trial);
  }
  for (int forces = r.below(5); forces > 0; --forces) {
    Model trial = model;
    add_random_force(trial, r);
    if (trial.force_text.size() > model.force_text.size()) model = std::move(trial);
  }
  if (d.family != Family::kRods && r.chance(0.3)) {
    const int b = 1 + r.below(static_cast<int>(model.mechanism.bodies.size()) - 1);
    if (has_axes(model.mechanism.bodies[b])) {
      Vec3 s = r.vector(0.4);
      if (model.planar) s.z() = 0;
      Place tip{b, s};
      add_marker(model, "tip", tip, false);
      add_marker_channels(model, "tip", tip);
    }
  }
  for (std::size_t b = 1; b < model.mechanism.bodies.size(); ++b) add_body_channels(model, static_cast<int>(b));
  for (Body& b : model.mechanism.bodies) {
    b.v = as_doubles(b.v);
    b.w = as_doubles(b.w);
  }
  return model;
}

}  // namespace invar::mechanisms
