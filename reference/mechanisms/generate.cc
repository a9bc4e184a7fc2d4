// Random mechanisms: bodies one after the other, each on a joint to an earlier one or to the ground, then loops, gears,
// drives and forces. Four families: in space, in space with parallel axes (loops are then over-constrained and move
// nevertheless), in the plane, and rods between points.
#include "mechanisms/draw.h"

namespace invar::mechanisms {

namespace {

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

}  // namespace

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
