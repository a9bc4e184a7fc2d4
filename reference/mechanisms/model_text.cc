// The model file of a mechanism.
#include "mechanisms/model.h"

namespace invar::mechanisms {

namespace {

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

}  // namespace invar::mechanisms
