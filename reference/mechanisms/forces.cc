// Random forces: each adds efforts or loads to the mechanism, its entry to the file and its channels.
#include "mechanisms/model.h"

namespace invar::mechanisms {

namespace {

struct Ends {
  Place first, second;
  std::string text;  // between, at_1, at_2
};

std::string new_name(const Model& model) { return "force_" + std::to_string(model.force_text.size() + 1); }

// Two different bodies, one of them possibly the ground.
std::pair<int, int> two_bodies(const Model& model, Random& r, bool oriented = false) {
  const auto& bodies = model.mechanism.bodies;
  const int n = static_cast<int>(bodies.size());
  for (int tries = 0; tries < 50; ++tries) {
    const int a = r.below(n), b = r.below(n);
    if (a != b && (!oriented || (has_axes(bodies[a]) && has_axes(bodies[b])))) return {a, b};
  }
  return {0, 0};
}

Vec3 some_point(const Model& model, Random& r, int body) {
  const Body& b = model.mechanism.bodies[body];
  Vec3 p = r.vector(body ? 0.4 : 1.5);
  if (body) p += b.x;
  if (model.planar) p.z() = 0;
  p = as_doubles(p);
  return body && !has_axes(b) ? b.x : p;
}

// `body` itself (its origin) or a point on it, given in the world or as a marker.
Place random_end(Model& model, Random& r, int body, const std::string& marker, std::string& name, std::string& at) {
  const Body& b = model.mechanism.bodies[body];
  const int size = model.planar ? 2 : 3;
  name = b.name;
  at.clear();
  if (body && (!has_axes(b) || r.chance(0.2))) return {body, -b.center};
  Place place = place_at(model.mechanism, body, some_point(model, r, body), Mat3::Identity());
  if (r.chance(0.3)) {
    name = add_marker(model, marker, place, false);
  } else {
    at = list(world_point(model.mechanism, place), size);
  }
  return place;
}

Ends random_ends(Model& model, Random& r, const std::string& name) {
  Ends ends;
  const auto [a, b] = two_bodies(model, r);
  std::string name_1, name_2, at_1, at_2;
  ends.first = random_end(model, r, a, name + "_from", name_1, at_1);
  ends.second = random_end(model, r, b, name + "_to", name_2, at_2);
  ends.text = "between: [" + name_1 + ", " + name_2 + "]" + (at_1.empty() ? "" : ", at_1: " + at_1) +
              (at_2.empty() ? "" : ", at_2: " + at_2);
  return ends;
}

Real distance_of(const Model& model, const Ends& ends) {
  return (world_point(model.mechanism, ends.second) - world_point(model.mechanism, ends.first)).norm();
}

int add_effort(Model& model, Effort effort) {
  model.mechanism.efforts.push_back(std::move(effort));
  return static_cast<int>(model.mechanism.efforts.size()) - 1;
}

// Spring and damper along a measure: keys of the file, efforts. `key` names the function: force or torque.
std::vector<int> add_spring_and_damper(Model& model, Random& r, int measure, double rest, const std::string& key,
                                       double stiffness, double damping, std::string& text) {
  std::vector<int> efforts;
  const double k = r.uniform(0.1 * stiffness, stiffness);
  if (r.chance(0.3)) {  // k x + k3 x^3
    const double k3 = r.uniform(0, stiffness);
    text += ", " + key + ": " + number(k) + "*x + " + number(k3) + "*x^3";
    efforts.push_back(add_effort(model, {measure, Account::kPotential,
                                         [=](Real, Real e, Real) {
                                           const Real x = e - rest;
                                           return -(k * x + k3 * x * x * x);
                                         },
                                         [=](Real e) {
                                           const Real x = e - rest;
                                           return k * x * x / 2 + k3 * x * x * x * x / 4;
                                         }}));
  } else {
    const double preload = r.chance(0.3) ? r.uniform(-2, 2) : 0;
    text += ", stiffness: " + number(k) + (preload != 0 ? ", preload: " + number(preload) : "");
    efforts.push_back(add_effort(
        model, {measure, Account::kPotential, [=](Real, Real e, Real) { return -(k * (e - rest) + preload); },
                [=](Real e) { return k * (e - rest) * (e - rest) / 2 + preload * (e - rest); }}));
  }
  if (r.chance(0.5)) {
    const double c = r.uniform(0.1 * damping, damping), c3 = r.chance(0.3) ? r.uniform(0, damping) : 0;
    text += c3 != 0 ? ", damping_" + key + ": " + number(c) + "*v + " + number(c3) + "*v^3" : ", damping: " + number(c);
    efforts.push_back(add_effort(
        model, {measure, Account::kDissipated, [=](Real, Real, Real v) { return -(c * v + c3 * v * v * v); }, {}}));
  }
  return efforts;
}

// Sum of efforts along their measure.
void add_effort_channel(Model& model, const std::string& channel, const std::vector<int>& efforts, Real sign = 1) {
  add_scalar_channel(model, channel, [=](const Mechanism& m, const Instant& now, const VecX&) {
    Real sum = 0;
    for (const int i : efforts) {
      const Jet& e = now.measures[m.efforts[i].measure];
      sum += m.efforts[i].effort(now.t, e.a, e.b);
    }
    return sign * sum;
  });
}

void add_power_and_energy(Model& model, const std::string& name, const std::vector<int>& efforts) {
  add_scalar_channel(model, name + ".power", [=](const Mechanism& m, const Instant& now, const VecX&) {
    Real power = 0;
    for (const int i : efforts) {
      const Jet& e = now.measures[m.efforts[i].measure];
      power += m.efforts[i].effort(now.t, e.a, e.b) * e.b;
    }
    return power;
  });
  for (const int i : efforts)
    if (model.mechanism.efforts[i].energy)
      add_scalar_channel(model, name + ".energy", [=](const Mechanism& m, const Instant& now, const VecX&) {
        return m.efforts[i].energy(now.measures[m.efforts[i].measure].a);
      });
}

void add_spring_damper(Model& model, Random& r) {
  const std::string name = new_name(model);
  const Ends ends = random_ends(model, r, name);
  if (distance_of(model, ends) < 0.15L) return;
  const int length = model.mechanism.add(distance_measure(ends.first, ends.second));
  std::string text = "{type: spring_damper, " + ends.text;
  double rest = static_cast<double>(distance_of(model, ends));
  if (r.chance(0.7)) {
    rest = r.uniform(0.1, 1.2);
    text += ", rest_length: " + number(rest);
  }
  const auto efforts = add_spring_and_damper(model, r, length, rest, "force", 60, 3, text);
  model.force_text.push_back(name + ": " + text + "}");
  add_measure_channel(model, name + ".length", length);
  add_effort_channel(model, name + ".tension", efforts, -1);
  add_effort_wrench_channels(model, name, ends.second, efforts, false);
}

void add_central_gravity(Model& model, Random& r) {
  const std::string name = new_name(model);
  const Ends ends = random_ends(model, r, name);
  if (distance_of(model, ends) < 0.6L) return;
  const double strength = r.uniform(-1, 3);
  const int length = model.mechanism.add(distance_measure(ends.first, ends.second));
  const int effort =
      add_effort(model, {length, Account::kPotential, [=](Real, Real e, Real) { return -strength / (e * e); },
                         [=](Real e) { return -strength / e; }});
  model.force_text.push_back(name + ": {type: central_gravity, " + ends.text + ", strength: " + number(strength) + "}");
  add_scalar_channel(model, name + ".length",
                     [=](const Mechanism&, const Instant& now, const VecX&) { return now.measures[length].a; });
  add_effort_wrench_channels(model, name, ends.second, {effort}, false);
}

void add_leaf_spring(Model& model, Random& r) {
  if (model.planar) return;
  const std::string name = new_name(model);
  Ends ends = random_ends(model, r, name);
  if (!has_axes(model.mechanism.bodies[ends.first.body])) return;
  const Vec3 axis = r.direction();
  ends.first.axes = model.mechanism.bodies[ends.first.body].R.transpose() * triad(axis, r.direction());
  const int length = model.mechanism.add(displacement_measure(ends.first, ends.second));
  const double k = r.uniform(5, 60), free = r.uniform(-0.5, 0.5), c = r.chance(0.5) ? r.uniform(0.1, 2) : 0;
  std::vector<int> efforts{
      add_effort(model, {length, Account::kPotential, [=](Real, Real e, Real) { return -k * (e - free); },
                         [=](Real e) { return k * (e - free) * (e - free) / 2; }})};
  if (c > 0)
    efforts.push_back(
        add_effort(model, {length, Account::kDissipated, [=](Real, Real, Real v) { return -c * v; }, {}}));
  model.force_text.push_back(name + ": {type: leaf_spring, " + ends.text + ", axis: " + list(axis) +
                             ", stiffness: " + number(k) + ", free_length: " + number(free) +
                             (c > 0 ? ", damping: " + number(c) : "") + "}");
  add_measure_channel(model, name + ".length", length);
  add_effort_channel(model, name + ".tension", efforts, -1);
  add_effort_wrench_channels(model, name, ends.second, efforts, false);
  model.channels.pop_back();  // energy: counted from another length
}

void add_bushing(Model& model, Random& r) {
  if (model.planar) return;
  const auto [a, b] = two_bodies(model, r, true);
  if (a == b) return;
  const std::string name = new_name(model);
  Mechanism& m = model.mechanism;
  const Vec3 at = some_point(model, r, r.chance(0.5) && a ? a : (b ? b : a)), axis = r.direction(),
             x_axis = r.direction();
  const Mat3 R = triad(axis, x_axis);
  const Place F = place_at(m, a, at, R), M = place_at(m, b, at, R);
  const Vec3 k = r.vector(20).cwiseAbs(), kr = r.vector(5).cwiseAbs(), c = r.vector(1).cwiseAbs(),
             cr = r.vector(0.3).cwiseAbs();
  std::vector<int> efforts;
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    Measure e = displacement_measure(F, M, i % 3);
    if (i >= 3)
      e.value = [=](const Pose* p, const Jet&) {
        return Jet(0.5L) * (dot(axis_of(p, F, l), axis_of(p, M, j)) - dot(axis_of(p, F, j), axis_of(p, M, l)));
      };
    const int measure = m.add(e);
    const Real stiffness = i < 3 ? k[i] : kr[i - 3], damping = i < 3 ? c[i] : cr[i - 3];
    efforts.push_back(
        add_effort(model, {measure, Account::kPotential, [=](Real, Real x, Real) { return -stiffness * x; },
                           [=](Real x) { return stiffness * x * x / 2; }}));
    efforts.push_back(
        add_effort(model, {measure, Account::kDissipated, [=](Real, Real, Real v) { return -damping * v; }, {}}));
    add_scalar_channel(model, name + (i < 3 ? ".deflection." : ".rotation.") + "xyz"[i % 3],
                       [=](const Mechanism&, const Instant& now, const VecX&) { return now.measures[measure].a; });
  }
  model.force_text.push_back(name + ": {type: bushing, between: [" + m.bodies[a].name + ", " + m.bodies[b].name +
                             "], at: " + list(at) + ", axis: " + list(axis) + ", x_axis: " + list(x_axis) +
                             ", stiffness: " + list(k) + ", rotational_stiffness: " + list(kr) +
                             ", damping: " + list(c) + ", rotational_damping: " + list(cr) + "}");
  add_effort_wrench_channels(model, name, M, efforts, true);
}

// A joint with the wanted coordinate; -1 if there is none.
int joint_with(const Model& model, Random& r, bool angle) {
  std::vector<int> found;
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    if ((angle ? model.joints[i].angle : model.joints[i].displacement) >= 0) found.push_back(static_cast<int>(i));
  return found.empty() ? -1 : found[r.below(static_cast<int>(found.size()))];
}

void add_joint_spring(Model& model, Random& r, bool angle) {
  const int j = joint_with(model, r, angle);
  if (j < 0) return;
  const std::string name = new_name(model);
  const int measure = angle ? model.joints[j].angle : model.joints[j].displacement;
  std::string text =
      std::string("{type: ") + (angle ? "torsion_spring" : "joint_spring") + ", joint: " + model.joints[j].name;
  double rest = 0;
  if (r.chance(0.6)) {
    rest = r.uniform(-0.6, 0.6);
    text += (angle ? ", rest_angle: " : ", rest_displacement: ") + number(rest);
  }
  const std::string effort = angle ? "torque" : "force";
  const auto efforts = add_spring_and_damper(model, r, measure, rest, effort, angle ? 6 : 60, angle ? 0.4 : 3, text);
  model.force_text.push_back(name + ": " + text + "}");
  add_measure_channel(model, name + (angle ? ".angle" : ".displacement"), measure);
  add_effort_channel(model, name + "." + effort, efforts);
  add_power_and_energy(model, name, efforts);
}

void add_motor(Model& model, Random& r) {
  const bool angle = r.chance(0.6);
  const int j = joint_with(model, r, angle);
  if (j < 0) return;
  const std::string name = new_name(model), effort = angle ? "torque" : "force";
  const int measure = angle ? model.joints[j].angle : model.joints[j].displacement;
  const Function f = random_function_of_time(r, r.uniform(-2, 2), angle ? 1.5 : 8);
  const double droop = r.chance(0.5) ? r.uniform(0, 0.5) : 0;
  const auto value = f.value;
  const std::vector<int> efforts{add_effort(
      model, {measure, Account::kApplied, [=](Real t, Real, Real v) { return value(Jet(t)).a - droop * v; }, {}})};
  model.force_text.push_back(name + ": {type: motor, joint: " + model.joints[j].name + ", " + effort + ": " + f.text +
                             (droop > 0 ? ", droop: " + number(droop) : "") + "}");
  add_measure_channel(model, name + (angle ? ".angle" : ".displacement"), measure);
  add_effort_channel(model, name + "." + effort, efforts);
  add_power_and_energy(model, name, efforts);
}

void add_load_channels(Model& model, const std::string& name, int load, const Vec3& arm, bool force, bool torque) {
  const auto wrench = [=](const Mechanism& m, const Instant& now, Vec3& f, Vec3& t) {
    const int b = m.loads[load].body;
    m.loads[load].value(now.t, now.R[b], now.x[b], now.v[b], now.w[b], f, t);
  };
  const auto torque_about = [=](const Mechanism& m, const Instant& now) {
    Vec3 f = Vec3::Zero(), t = Vec3::Zero();
    wrench(m, now, f, t);
    return Vec3(t - (now.R[m.loads[load].body] * arm).cross(f));
  };
  if (force)
    add_vector_channel(model, name + ".force", model.planar ? 2 : 3,
                       [=](const Mechanism& m, const Instant& now, const VecX&) {
                         Vec3 f = Vec3::Zero(), t = Vec3::Zero();
                         wrench(m, now, f, t);
                         return f;
                       });
  if (torque && !model.planar)
    add_vector_channel(model, name + ".torque", 3,
                       [=](const Mechanism& m, const Instant& now, const VecX&) { return torque_about(m, now); });
  if (torque && model.planar)
    add_scalar_channel(model, name + ".torque.z",
                       [=](const Mechanism& m, const Instant& now, const VecX&) { return torque_about(m, now).z(); });
  add_scalar_channel(model, name + ".power", [=](const Mechanism& m, const Instant& now, const VecX&) {
    Vec3 f = Vec3::Zero(), t = Vec3::Zero();
    wrench(m, now, f, t);
    const int b = m.loads[load].body;
    return f.dot(now.v[b]) + t.dot(now.w[b]);
  });
}

int add_load(Model& model, Load load) {
  model.mechanism.loads.push_back(std::move(load));
  return static_cast<int>(model.mechanism.loads.size()) - 1;
}

void add_applied(Model& model, Random& r, bool torque) {
  const int body = 1 + r.below(static_cast<int>(model.mechanism.bodies.size()) - 1);
  const bool oriented = has_axes(model.mechanism.bodies[body]);
  if (torque && !oriented) return;
  const std::string name = new_name(model);
  std::string on, at;
  const Place place = random_end(model, r, body, name + "_at", on, at);
  if (torque && !at.empty()) at.clear();
  Function f[3];
  for (Function& component : f) component = random_function_of_time(r, r.uniform(-1, 1), torque ? 1 : 6);
  const bool body_axes = oriented && r.chance(0.5);
  const Vec3 arm = torque ? Vec3::Zero() : place.point;
  const bool planar = model.planar;
  const int load = add_load(
      model,
      {body, Account::kApplied, [=](Real t, const Mat3& R, const Vec3&, const Vec3&, const Vec3&, Vec3& F, Vec3& T) {
         Vec3 value(f[0].value(Jet(t)).a, f[1].value(Jet(t)).a, f[2].value(Jet(t)).a);
         if (planar && !torque) value.z() = 0;
         if (planar && torque) value.x() = value.y() = 0;
         if (body_axes) value = R * value;
         if (torque) {
           T += value;
         } else {
           F += value;
           T += (R * arm).cross(value);
         }
       }});
  model.force_text.push_back(name + ": {type: " + (torque ? "applied_torque, on: " : "applied_force, on: ") + on +
                             (at.empty() ? "" : ", at: " + at) + (torque ? ", torque: [" : ", force: [") + f[0].text +
                             ", " + f[1].text + ", " + f[2].text + "]" + (body_axes ? ", axes: body" : "") + "}");
  add_load_channels(model, name, load, arm, !torque, torque);
}

void add_linear_damping(Model& model, Random& r) {
  const int body = 1 + r.below(static_cast<int>(model.mechanism.bodies.size()) - 1);
  const std::string name = new_name(model);
  std::string on, at;
  const Place place = random_end(model, r, body, name + "_at", on, at);
  const bool oriented = has_axes(model.mechanism.bodies[body]);
  const double c = r.uniform(0.1, 2), cr = oriented && r.chance(0.6) ? r.uniform(0.01, 0.3) : 0;
  const Vec3 arm = place.point;
  const int load =
      add_load(model, {body, Account::kDissipated,
                       [=](Real, const Mat3& R, const Vec3&, const Vec3& v, const Vec3& w, Vec3& F, Vec3& T) {
                         const Vec3 force = -c * (v + w.cross(R * arm));
                         F += force;
                         T += (R * arm).cross(force) - cr * w;
                       }});
  model.force_text.push_back(name + ": {type: linear_damping, on: " + on + (at.empty() ? "" : ", at: " + at) +
                             ", damping: " + number(c) + (cr > 0 ? ", rotational_damping: " + number(cr) : "") + "}");
  add_load_channels(model, name, load, arm, true, oriented);
}

void add_rotor(Model& model, Random& r) {
  const int body = 1 + r.below(static_cast<int>(model.mechanism.bodies.size()) - 1);
  if (model.mechanism.bodies[body].type != "rigid_body") return;
  const std::string name = new_name(model);
  const Vec3 axis = r.direction(), n = model.mechanism.bodies[body].R.transpose() * axis.normalized();
  const double inertia = r.uniform(0.01, 0.1), rate = r.uniform(-20, 20);
  const int load = add_load(model, {body, Account::kApplied,
                                    [=](Real, const Mat3& R, const Vec3&, const Vec3&, const Vec3& w, Vec3&, Vec3& T) {
                                      T -= inertia * rate * w.cross(R * n);
                                    }});
  model.force_text.push_back(name + ": {type: rotor, on: " + model.mechanism.bodies[body].name + ", axis: " +
                             list(axis) + ", inertia: " + number(inertia) + ", rate: " + number(rate) + "}");
  add_load_channels(model, name, load, Vec3::Zero(), false, true);
}

}  // namespace

void add_random_force(Model& model, Random& r) {
  switch (r.below(12)) {
    case 0:
    case 1:
      return add_spring_damper(model, r);
    case 2:
      return add_joint_spring(model, r, true);
    case 3:
      return add_joint_spring(model, r, false);
    case 4:
      return add_motor(model, r);
    case 5:
      return add_applied(model, r, false);
    case 6:
      return add_applied(model, r, true);
    case 7:
      return add_linear_damping(model, r);
    case 8:
      return add_bushing(model, r);
    case 9:
      return add_central_gravity(model, r);
    case 10:
      return add_rotor(model, r);
    default:
      return add_leaf_spring(model, r);
  }
}

}  // namespace invar::mechanisms
