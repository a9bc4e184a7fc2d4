// A Drawing as JSON, as the report page reads it (viewer/src/data.ts).
#include <fmt/format.h>

#include <cmath>

#include "invar/parts/drawing/drawing.h"
#include "invar/spec/schema.h"

namespace invar {

namespace {

// Seven digits are more than a screen shows.
std::string number(double x) { return std::isfinite(x) ? fmt::format("{:.7g}", x) : "0"; }

template <class List, class Write>
std::string list(const List& items, const Write& write) {
  std::string text = "[";
  for (const auto& item : items) text += (text.size() > 1 ? "," : "") + write(item);
  return text + "]";
}

std::string anchor(const Anchor& a) {
  return fmt::format("[{},{},{},{},{},{},{},{}]", a.track, number(a.p[0]), number(a.p[1]), number(a.p[2]),
                     number(a.R.x()), number(a.R.y()), number(a.R.z()), number(a.R.w()));
}

std::string role(DrawRole role) {
  static constexpr const char* kNames[] = {"body", "joint", "force", "drive", "ground", "marker"};
  return kNames[static_cast<int>(role)];
}

std::string primitive(const Primitive& p) {
  std::string text =
      fmt::format("{{\"kind\":{},\"part\":{},\"role\":\"{}\"", json_quoted(p.kind), json_quoted(p.part), role(p.role));
  const auto add = [&](const char* key, const std::string& value) { text += fmt::format(",\"{}\":{}", key, value); };
  if (p.at) add("at", anchor(*p.at));
  if (p.to) add("to", anchor(*p.to));
  if (!p.path.empty()) add("path", list(p.path, anchor));
  if (!p.size.empty()) add("size", list(p.size, number));
  if (!p.points.empty())
    add("points", list(p.points, [](const Vector2& x) { return fmt::format("[{},{}]", number(x[0]), number(x[1])); }));
  if (p.symbol) add("symbol", "true");
  if (p.assumed) add("assumed", "true");
  if (!p.color.empty()) add("color", json_quoted(p.color));
  if (p.vector >= 0) add("vector", std::to_string(p.vector));
  if (!p.values.empty()) add("values", list(p.values, [](int track) { return std::to_string(track); }));
  if (!p.quantity.empty()) add("quantity", json_quoted(p.quantity));
  if (!p.unit.empty()) add("unit", json_quoted(p.unit));
  return text + "}";
}

}  // namespace

std::string Drawing::to_json() const {
  static constexpr const char* kKinds[] = {"point", "frame", "vector", "scalar"};
  const auto track = [](const Track& t) {
    return fmt::format("{{\"kind\":\"{}\",\"offset\":{}}}", kKinds[t.kind], t.offset);
  };
  const auto name = [](const Name& n) {
    const std::string mass = n.mass > 0 ? ",\"mass\":" + number(n.mass) : "";
    return fmt::format("{{\"name\":{},\"role\":\"{}\",\"at\":{}{}}}", json_quoted(n.name), role(n.role), anchor(n.at),
                       mass);
  };
  return fmt::format("{{\"up\":[{},{},{}],\"planar\":{},\"unit\":{},\"tracks\":{},\"primitives\":{},\"points\":{}}}",
                     number(up_[0]), number(up_[1]), number(up_[2]), planar_, number(unit()), list(tracks_, track),
                     list(primitives_, primitive), list(names_, name));
}

}  // namespace invar
