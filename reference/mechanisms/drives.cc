// Random drives. Each adds a row to the mechanism, with an account for its work.
#include "mechanisms/model.h"

namespace invar::mechanisms {

namespace {

void add_driven_row(Model& model, const std::string& name, const std::string& component, int measure, const Function& f,
                    bool of_rate, bool rotation, int account) {
  Mechanism& m = model.mechanism;
  m.rows.push_back({measure, Jet(0), f.value, of_rate, account});
  const int row = static_cast<int>(m.rows.size()) - 1;
  add_scalar_channel(
      model, name + (rotation ? ".torque" : ".force") + component,
      [=](const Mechanism&, const Instant&, const VecX& lambda) { return lambda[row]; }, true);
  if (!of_rate || rotation)
    add_scalar_channel(model, name + ".value" + component,
                       [=](const Mechanism&, const Instant& now, const VecX&) { return now.measures[measure].a; });
  add_scalar_channel(model, name + ".rate" + component,
                     [=](const Mechanism&, const Instant& now, const VecX&) { return now.measures[measure].b; });
}

Real start_value(const Mechanism& m, int measure) { return evaluate(m, 0, start_state(m)).measures[measure].a; }

}  // namespace

void add_random_drive(Model& model, Random& r) {
  Mechanism& m = model.mechanism;
  const std::string name = "drive_" + std::to_string(model.drive_text.size() + 1);
  const int kind = r.below(5);  // angle, displacement, velocity, position, distance
  const int account = m.drives;
  std::string text;
  if (kind <= 2 && !(kind == 2 && r.chance(0.4))) {
    std::vector<std::pair<int, bool>> found;
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      if (model.joints[i].angle >= 0 && kind != 1) found.emplace_back(i, true);
      if (model.joints[i].displacement >= 0 && kind != 0) found.emplace_back(i, false);
    }
    if (found.empty()) return;
    const auto [j, angle] = found[r.below(static_cast<int>(found.size()))];
    const Joint& joint = model.joints[j];
    const int measure = angle ? joint.angle : joint.displacement;
    const Function f = kind == 2 ? random_rate_of_time(r, angle ? 2 : 0.6)
                                 : random_function_of_time(r, start_value(m, measure), angle ? 0.8 : 0.3);
    text = std::string("{type: ") +
           (kind == 2   ? "velocity"
            : kind == 1 ? "displacement"
                        : "angle") +
           ", joint: " + joint.name +
           (kind == 2 ? std::string(", coordinate: ") + (angle ? "angle" : "displacement") : "") +
           ", value: " + f.text + "}";
    add_driven_row(model, name, "", measure, f, kind == 2, angle, account);
  } else if (kind == 4) {
    const int n = static_cast<int>(m.bodies.size()), a = r.below(n), b = 1 + r.below(n - 1);
    if (a == b) return;
    Place F{a, a ? Vec3(-m.bodies[a].center) : Vec3::Zero()}, M{b, -m.bodies[b].center};
    std::string name_F = m.bodies[a].name, name_M = m.bodies[b].name;
    if (a == 0 || (has_axes(m.bodies[a]) && r.chance(0.6))) {
      Vec3 p = a ? Vec3(m.bodies[a].x + r.vector(0.4)) : r.vector(1.5);
      if (model.planar) p.z() = 0;
      F = place_at(m, a, p, Mat3::Identity());
      name_F = add_marker(model, name + "_from", F, false);
    }
    const int measure = m.add(distance_measure(F, M));
    const Real start = start_value(m, measure);
    if (start < 0.3L) return;
    const Function f = random_function_of_time(r, start, 0.15);
    text = "{type: distance, between: [" + name_F + ", " + name_M + "], value: " + f.text + "}";
    add_driven_row(model, name, "", measure, f, false, false, account);
  } else {
    const int b = 1 + r.below(static_cast<int>(m.bodies.size()) - 1), size = model.planar ? 2 : 3;
    Place P{b, -m.bodies[b].center};
    std::string point = m.bodies[b].name;
    if (has_axes(m.bodies[b]) && r.chance(0.5)) {
      Vec3 p = m.bodies[b].x + r.vector(0.4);
      if (model.planar) p.z() = 0;
      P = place_at(m, b, p, Mat3::Identity());
      point = add_marker(model, name + "_point", P, false);
    }
    if (kind == 2) {
      Vec3 n = r.direction();
      if (model.planar) n.z() = 0;
      const Vec3 unit = n.normalized();
      const int measure = m.add({{b}, [=](const Pose* p, const Jet&) { return dot(jet3(unit), point_of(p, P)); }});
      const Function f = random_rate_of_time(r, 0.6);
      text = "{type: velocity, point: " + point + ", direction: " + list(n) + ", value: " + f.text + "}";
      add_driven_row(model, name, "", measure, f, true, false, account);
    } else {
      const int free = r.below(size), other = r.chance(0.5) ? r.below(size) : free;
      text = "{type: position, point: " + point + ", value: [";
      for (int i = 0; i < size; ++i) {
        if (i) text += ", ";
        if (i == free || i == other) {
          text += "~";
          continue;
        }
        const Vec3 unit = Vec3::Unit(i);
        const int measure = m.add({{b}, [=](const Pose* p, const Jet&) { return dot(jet3(unit), point_of(p, P)); }});
        const Function f = random_function_of_time(r, world_point(m, P)[i], 0.2);
        text += f.text;
        add_driven_row(model, name, std::string(".") + "xyz"[i], measure, f, false, false, account);
      }
      if (m.rows.empty() || m.rows.back().drive != account) return;  // nothing is driven
      text += "]}";
    }
  }
  ++m.drives;
  model.drive_text.push_back(name + ": " + text);
  model.drive_names.push_back(name + ".work");
}

}  // namespace invar::mechanisms
