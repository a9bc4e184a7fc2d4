// Channels of bodies, markers and measures, by the names that Invar gives them.
#include "mechanisms/model.h"

namespace invar::mechanisms {

void add_scalar_channel(Model& model, const std::string& name,
                        const std::function<Real(const Mechanism&, const Instant&, const VecX&)>& value,
                        bool of_lambda) {
  model.channels.push_back({name, value, of_lambda});
}

void add_vector_channel(Model& model, const std::string& name, int components,
                        const std::function<Vec3(const Mechanism&, const Instant&, const VecX&)>& value,
                        bool of_lambda) {
  for (int i = 0; i < components; ++i)
    add_scalar_channel(
        model, name + "." + "xyz"[i],
        [=](const Mechanism& m, const Instant& now, const VecX& lambda) { return value(m, now, lambda)[i]; },
        of_lambda);
}

void add_measure_channel(Model& model, const std::string& name, int measure) {
  add_scalar_channel(model, name,
                     [=](const Mechanism&, const Instant& now, const VecX&) { return now.measures[measure].a; });
  add_scalar_channel(model, name + "_rate",
                     [=](const Mechanism&, const Instant& now, const VecX&) { return now.measures[measure].b; });
}

namespace {

Vec3 point_acceleration(const Instant& now, int b, const Vec3& arm) {
  return now.a[b] + now.alpha[b].cross(arm) + now.w[b].cross(now.w[b].cross(arm));
}

// Position, velocity and acceleration of the point at `s` from the center of mass, in body axes.
void add_motion(Model& model, const std::string& prefix, int b, const Vec3& s) {
  const int n = model.planar ? 2 : 3;
  add_vector_channel(model, prefix + "position", n,
                     [=](const Mechanism&, const Instant& now, const VecX&) { return Vec3(now.x[b] + now.R[b] * s); });
  add_vector_channel(model, prefix + "velocity", n, [=](const Mechanism&, const Instant& now, const VecX&) {
    return Vec3(now.v[b] + now.w[b].cross(now.R[b] * s));
  });
  add_vector_channel(model, prefix + "acceleration", n, [=](const Mechanism&, const Instant& now, const VecX&) {
    return point_acceleration(now, b, now.R[b] * s);
  });
}

}  // namespace

void add_body_channels(Model& model, int b) {
  const Body& body = model.mechanism.bodies[b];
  const std::string name = body.name;
  add_motion(model, name + ".", b, -body.center);
  if (body.type == "rigid_body") {
    add_motion(model, name + ".center.", b, Vec3::Zero());
    for (int k = 0; k < 3; ++k)
      add_vector_channel(model, name + ".e" + std::to_string(k + 1), 3,
                         [=](const Mechanism&, const Instant& now, const VecX&) { return Vec3(now.R[b].col(k)); });
    add_vector_channel(model, name + ".omega", 3,
                       [=](const Mechanism&, const Instant& now, const VecX&) { return now.w[b]; });
    add_vector_channel(model, name + ".alpha", 3,
                       [=](const Mechanism&, const Instant& now, const VecX&) { return now.alpha[b]; });
    add_vector_channel(model, name + ".angular_momentum", 3, [=](const Mechanism& m, const Instant& now, const VecX&) {
      return Vec3(now.R[b] * (m.bodies[b].inertia * (now.R[b].transpose() * now.w[b])));
    });
  }
  if (body.type == "planar_body") {
    Place F, M{b};
    const int angle = model.mechanism.add(angle_measure(F, M));
    add_scalar_channel(model, name + ".angle",
                       [=](const Mechanism&, const Instant& now, const VecX&) { return now.measures[angle].a; });
    add_scalar_channel(model, name + ".omega",
                       [=](const Mechanism&, const Instant& now, const VecX&) { return now.w[b].z(); });
    add_scalar_channel(model, name + ".alpha",
                       [=](const Mechanism&, const Instant& now, const VecX&) { return now.alpha[b].z(); });
  }
  if (body.type == "rigid_body" || body.type == "planar_body")
    add_scalar_channel(model, name + ".energy.kinetic", [=](const Mechanism& m, const Instant& now, const VecX&) {
      const Vec3 w = now.R[b].transpose() * now.w[b];
      return (m.bodies[b].mass * now.v[b].squaredNorm() + w.dot(m.bodies[b].inertia * w)) / 2;
    });
}

void add_marker_channels(Model& model, const std::string& name, const Place& place) {
  add_motion(model, name + ".", place.body, place.point);
}

void add_effort_wrench_channels(Model& model, const std::string& name, const Place& place, std::vector<int> efforts,
                                bool with_torque) {
  const auto wrench = [=](const Mechanism& m, const Instant& now, bool torque) {
    Vec3 f = Vec3::Zero(), t = Vec3::Zero();
    for (const int i : efforts) {
      const Effort& effort = m.efforts[i];
      const Jet& e = now.measures[effort.measure];
      const Measure& measure = m.measures[effort.measure];
      const Real size = effort.effort(now.t, e.a, e.b);
      for (std::size_t k = 0; k < measure.bodies.size(); ++k) {
        if (measure.bodies[k] != place.body) continue;
        f += size * now.gradients[effort.measure].col(k).head<3>();
        t += size * now.gradients[effort.measure].col(k).tail<3>();
      }
    }
    return torque ? Vec3(t - (now.R[place.body] * place.point).cross(f)) : f;
  };
  add_vector_channel(model, name + ".force", model.planar ? 2 : 3,
                     [=](const Mechanism& m, const Instant& now, const VecX&) { return wrench(m, now, false); });
  if (with_torque)
    add_vector_channel(model, name + ".torque", 3,
                       [=](const Mechanism& m, const Instant& now, const VecX&) { return wrench(m, now, true); });
  add_scalar_channel(model, name + ".power", [=](const Mechanism& m, const Instant& now, const VecX&) {
    Real power = 0;
    for (const int i : efforts) {
      const Jet& e = now.measures[m.efforts[i].measure];
      power += m.efforts[i].effort(now.t, e.a, e.b) * e.b;
    }
    return power;
  });
  const bool conservative = [&] {
    for (const int i : efforts)
      if (model.mechanism.efforts[i].energy) return true;
    return false;
  }();
  if (conservative)
    add_scalar_channel(model, name + ".energy", [=](const Mechanism& m, const Instant& now, const VecX&) {
      Real energy = 0;
      for (const int i : efforts)
        if (m.efforts[i].energy) energy += m.efforts[i].energy(now.measures[m.efforts[i].measure].a);
      return energy;
    });
}

}  // namespace invar::mechanisms
