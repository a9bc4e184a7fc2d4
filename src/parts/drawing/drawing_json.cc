// A Drawing as JSON, as the report page reads it (viewer/src/data.ts).
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "invar/core/json.h"
#include "invar/parts/drawing/drawing.h"

namespace invar {

namespace {

// Seven digits are more than a screen shows.
double rounded(double x) { return std::isfinite(x) ? std::strtod(fmt::format("{:.7g}", x).c_str(), nullptr) : 0.0; }

template <class List, class Write>
Json list(const List& items, const Write& write) {
  Json all = Json::array();
  for (const auto& item : items) all.push_back(write(item));
  return all;
}

Json anchor(const Anchor& a) {
  return Json::array({a.track, rounded(a.p[0]), rounded(a.p[1]), rounded(a.p[2]), rounded(a.R.x()), rounded(a.R.y()),
                      rounded(a.R.z()), rounded(a.R.w())});
}

const char* role(DrawRole role) {
  static constexpr const char* kNames[] = {"body", "joint", "force", "drive", "ground", "marker"};
  return kNames[static_cast<int>(role)];
}

Json primitive(const Primitive& p) {
  Json json{{"kind", p.kind}, {"part", p.part}, {"role", role(p.role)}};
  if (p.at) json["at"] = anchor(*p.at);
  if (p.to) json["to"] = anchor(*p.to);
  if (!p.path.empty()) json["path"] = list(p.path, anchor);
  if (!p.size.empty()) json["size"] = list(p.size, rounded);
  if (!p.points.empty())
    json["points"] = list(p.points, [](const Vector2& x) { return Json::array({rounded(x[0]), rounded(x[1])}); });
  if (p.symbol) json["symbol"] = true;
  if (p.assumed) json["assumed"] = true;
  if (!p.color.empty()) json["color"] = p.color;
  if (p.vector >= 0) json["vector"] = p.vector;
  if (!p.values.empty()) json["values"] = p.values;
  if (!p.quantity.empty()) json["quantity"] = p.quantity;
  if (!p.unit.empty()) json["unit"] = p.unit;
  return json;
}

}  // namespace

std::string Drawing::to_json() const {
  static constexpr const char* kKinds[] = {"point", "frame", "vector", "scalar"};
  const auto track = [](const Track& t) { return Json{{"kind", kKinds[t.kind]}, {"offset", t.offset}}; };
  const auto name = [](const Name& n) {
    Json json{{"name", n.name}, {"role", role(n.role)}, {"at", anchor(n.at)}};
    if (n.mass > 0) json["mass"] = rounded(n.mass);
    return json;
  };
  return json_text({{"up", {rounded(up_[0]), rounded(up_[1]), rounded(up_[2])}},
                    {"planar", planar_},
                    {"unit", rounded(unit())},
                    {"tracks", list(tracks_, track)},
                    {"primitives", list(primitives_, primitive)},
                    {"points", list(names_, name)}});
}

}  // namespace invar
