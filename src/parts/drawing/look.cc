#include "invar/parts/drawing/look.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/core/suggest.h"
#include "invar/math/rotation.h"
#include "invar/parts/drawing/drawing.h"

namespace invar {

namespace {

struct LookShape {
  const char* name;
  std::size_t sizes;
  const char* meaning;
};
constexpr LookShape kShapes[] = {
    {"box", 3, "[x, y, z], the lengths of its sides"},
    {"cylinder", 2, "[radius, height]"},
    {"sphere", 1, "[radius]"},
    {"ellipsoid", 3, "[x, y, z], its half axes"},
    {"wheel", 2, "[radius, width]"},
    {"rod", 1, "[radius]"},
    {"none", 0, "nothing"},
};

const std::vector<std::string>& color_names() {
  static const std::vector<std::string> names{"black", "blue",   "brown", "gold",   "gray", "green", "orange",
                                              "pink",  "purple", "red",   "silver", "teal", "white", "yellow"};
  return names;
}

Vector3 read_point(const Params& params, const std::string& key) {
  const auto& x = params.numbers(key);
  if (x.size() != 2 && x.size() != 3) params.fail(key, "needs 2 or 3 numbers", "e.g. [0, 0, 0]");
  return {x[0], x[1], x.size() == 3 ? x[2] : 0.0};
}

Look read_look(const Params& params) {
  Look look;
  if (params.has("color")) {
    look.color = params.text("color");
    if (!is_color(look.color)) {
      const std::string near = suggestion(look.color, color_names());
      params.fail("color", "is no color", near.empty() ? "e.g. teal or \"#3a7bc8\" (with quotes)" : near);
    }
  }
  if (!params.has("shape")) {
    if (params.is_given("size") || params.is_given("at") || params.is_given("to"))
      params.fail("shape", "is missing", "e.g. shape: box");
    return look;
  }
  look.shape = params.text("shape");
  const LookShape& shape =
      *std::find_if(std::begin(kShapes), std::end(kShapes), [&](const LookShape& s) { return look.shape == s.name; });
  if (params.has("size")) look.size = params.numbers("size");
  const bool positive = std::all_of(look.size.begin(), look.size.end(), [](double x) { return x > 0; });
  if (look.size.size() != shape.sizes || !positive)
    params.fail(
        "size",
        fmt::format("must have {} positive number{} for a {}", shape.sizes, shape.sizes == 1 ? "" : "s", look.shape),
        shape.meaning);
  look.at = read_point(params, "at");
  look.R = make_triad(params.direction("axis"));
  if ((look.shape == "rod") != params.is_given("to"))
    params.fail("to", look.shape == "rod" ? "is missing" : "belongs to the shape rod only",
                "a rod goes from `at` to `to`, in body axes");
  if (look.shape == "rod") look.to = read_point(params, "to");
  // A box keeps the axes of the body unless it is turned on purpose.
  if (!params.is_given("axis")) look.R = Matrix3::Identity();
  return look;
}

}  // namespace

bool is_color(const std::string& text) {
  const auto& names = color_names();
  if (std::find(names.begin(), names.end(), text) != names.end()) return true;
  return text.size() == 7 && text[0] == '#' && text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

const Schema& look_schema() {
  static const Schema schema = [] {
    Schema s;
    s.choice("shape", {"box", "cylinder", "sphere", "ellipsoid", "wheel", "rod", "none"},
             "shape; default: that of the body type");
    s.numbers("size", "m",
              "box: three sides; cylinder: radius, height; sphere: radius; ellipsoid: three half axes; "
              "wheel: radius, width; rod: radius");
    s.numbers("at", "m", "center of the shape (rod: its first end) in body axes").default_value("[0, 0, 0]");
    s.numbers("to", "m", "second end of a rod in body axes");
    s.direction("axis", "third axis of the shape (of cylinders and wheels: their axis) in body axes")
        .default_value("[0, 0, 1]");
    s.text("color", "name, or \"#rrggbb\" in quotes; default: one for all parts of the same family of names");
    return s;
  }();
  return schema;
}

BodyType with_looks(BodyType type) {
  type.schema.list_of("draw", look_schema(),
                      "how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes");
  type.make = [make = type.make](const std::string& name, const Params& params, PartBuilder& builder) {
    auto body = make(name, params, builder);
    if (!params.has("draw")) return body;
    std::vector<Look> looks;
    for (const Params& look : params.groups("draw")) looks.push_back(read_look(look));
    body->set_looks(std::move(looks));
    return body;
  };
  return type;
}

void Body::draw(Drawing& drawing) const {
  const Marker origin = marker(Vector3::Zero(), Matrix3::Identity());
  const Anchor own = drawing.place(origin);
  const std::size_t first = drawing.primitives().size();
  bool given = false;
  std::string color;
  for (const Look& look : looks_) {
    if (look.shape.empty()) {
      color = look.color;
      continue;
    }
    given = true;
    if (look.shape == "none") continue;
    Primitive& p = drawing.add(look.shape, *this, DrawRole::kBody, drawing.place(marker(look.at, look.R)), look.size);
    p.color = look.color;
    if (look.shape == "rod") p.to = drawing.place(marker(look.to, look.R));
    drawing.note_size(2 * look.at.norm());
  }
  if (!given && !drawing.is_shaped(own)) draw_shape(drawing);
  if (!color.empty())
    for (std::size_t i = first; i < drawing.primitives().size(); ++i) drawing.primitives()[i].color = color;
  if (origin.has_axes) drawing.add_symbol("frame", *this, DrawRole::kBody, own, {0.35});
  Marker center;
  center.point = center_;
  center.has_axes = false;
  drawing.add_name(name(), DrawRole::kBody, drawing.place(center), mass_);
}

}  // namespace invar
