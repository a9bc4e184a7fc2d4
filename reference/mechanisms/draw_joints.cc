#include <algorithm>

#include "mechanisms/draw.h"

namespace invar::mechanisms {

namespace {

bool needs_axis(const std::string& type) {
  return type != "spherical" && type != "weld" && type != "distance" && type != "planar_revolute" &&
         type != "universal";
}

}  // namespace

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

}  // namespace invar::mechanisms
