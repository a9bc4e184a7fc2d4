// Recipe: the steps that build a model in code, kept so that it can be built again with other outputs, parameters or terms.
#include <nanobind/stl/vector.h>

#include <functional>

#include "callables.h"
#include "invar/model/model_builder.h"
#include "models.h"
#include "own_terms.h"
#include "values.h"

namespace invar::python {

namespace {

OwnFunctions read_own(const std::string& name, const nb::dict& d) {
  OwnFunctions f;
  f.name = name;
  for (const auto& [key, value] : nb::cast<nb::dict>(d["functions"])) {
    const std::string which = nb::cast<std::string>(key);
    if (value.is_none()) continue;
    if (!is_function(value)) throw ModelError({}, name + "." + which, "must be a function");
    f.functions.emplace(which, SharedObject(value));
  }
  f.dissipates = nb::cast<bool>(d["dissipates"]);
  f.inputs = nb::cast<std::vector<std::string>>(d["inputs"]);
  f.internals = nb::cast<std::vector<std::string>>(d["internals"]);
  f.start = nb::cast<std::vector<double>>(d["start"]);
  if (f.start.size() != f.internals.size()) throw ModelError({}, name + ".start", "needs a number for each state");
  return f;
}

class Recipe {
 public:
  Recipe() = default;
  Recipe(const Recipe&) = delete;
  Recipe& operator=(const Recipe&) = delete;
  // Refused at once where the schema says so; names of other parts are looked up by build().
  void apply(std::function<void(ModelBuilder&)> step) {
    step(draft_);
    steps_.push_back(std::move(step));
  }

  LoadedModel build(const Overrides& overrides, const std::optional<Value>& outputs) const {
    ModelBuilder builder;
    for (const auto& step : steps_) step(builder);
    const SpecNode list = outputs ? SpecNode(outputs->data(), nullptr, "outputs") : SpecNode();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_scalar()) throw ModelError({}, "outputs", "of a model made in code are names of channels");
      builder.output(list[i].raw_text());
    }
    return {builder.finish(overrides)};
  }

 private:
  ModelBuilder draft_;
  std::vector<std::function<void(ModelBuilder&)>> steps_;
};

}  // namespace

void bind_builder(nb::module_& m) {
  nb::class_<Recipe>(m, "Recipe")
      .def(nb::init<>())
      .def("name", [](Recipe& r, const std::string& text) { r.apply([=](ModelBuilder& b) { b.name(text); }); })
      .def("description",
           [](Recipe& r, const std::string& text) { r.apply([=](ModelBuilder& b) { b.description(text); }); })
      .def("gravity",
           [](Recipe& r, nb::handle g) {
             Vector x = read_vector(g, "gravity");
             if (x.size() != 2 && x.size() != 3) throw ModelError({}, "gravity", "must be 2 or 3 numbers");
             x.conservativeResizeLike(Vector::Zero(3));
             r.apply([g = Vector3(x)](ModelBuilder& b) { b.gravity(g); });
           })
      .def("parameter",
           [](Recipe& r, const std::string& name, nb::handle value) {
             if (PyUnicode_Check(value.ptr()))
               r.apply([=, text = nb::cast<std::string>(value)](ModelBuilder& b) { b.parameter(name, text); });
             else
               r.apply([=, number = nb::cast<double>(value)](ModelBuilder& b) { b.parameter(name, number); });
           })
      .def("initial",
           [](Recipe& r, const std::string& channel, nb::handle value) {
             if (PyUnicode_Check(value.ptr()))
               r.apply([=, text = nb::cast<std::string>(value)](ModelBuilder& b) { b.initial(channel, text); });
             else
               r.apply([=, number = nb::cast<double>(value)](ModelBuilder& b) { b.initial(channel, number); });
           })
      .def("function",
           [](Recipe& r, const std::string& name, nb::handle value) {
             r.apply([=, v = read_value(value, name)](ModelBuilder& b) { b.function(name, v); });
           })
      .def("input", [](Recipe& r, const std::string& name,
                       double start) { r.apply([=](ModelBuilder& b) { b.input(name, start); }); })
      .def("measure", [](Recipe& r, const std::string& name,
                         const std::string& formula) { r.apply([=](ModelBuilder& b) { b.measure(name, formula); }); })
      .def("result",
           [](Recipe& r, const std::string& name, const nb::dict& what) {
             r.apply([=, values = read_values(what, name)](ModelBuilder& b) { b.result(name, values); });
           })
      .def("method",
           [](Recipe& r, const nb::dict& values) {
             r.apply([v = read_values(values, "")](ModelBuilder& b) { b.method(v); });
           })
      .def("output",
           [](Recipe& r, const std::string& channel) { r.apply([=](ModelBuilder& b) { b.output(channel); }); })
      .def("add",
           [](Recipe& r, const std::string& section, const std::string& name, const std::string& type,
              const nb::dict& values) {
             r.apply([=, v = read_values(values, "")](ModelBuilder& b) { b.add(section, name, type, v); });
           })
      .def("own",
           [](Recipe& r, const std::string& kind, const std::string& name, const std::vector<std::string>& places,
              const nb::dict& d) {
             const OwnFunctions f = read_own(name, d);
             if (kind == "force")
               r.apply([=](ModelBuilder& b) { b.add_force(name, places, make_own_force(f)); });
             else if (kind == "energy")
               r.apply([=](ModelBuilder& b) { b.add_potential(name, places, make_own_potential(f)); });
             else
               r.apply([=](ModelBuilder& b) { b.add_memory_force(name, places, make_own_controller(f)); });
           })
      .def(
          "build",
          [](const Recipe& r, const nb::dict& parameters, nb::handle outputs) {
            const Overrides overrides = read_overrides(parameters);
            const std::optional<Value> wanted = read_outputs(outputs);
            CallbackScope callbacks;
            LoadedModel model = r.build(overrides, wanted);
            callbacks.rethrow();
            return model;
          },
          nb::arg("parameters"), nb::arg("outputs").none());
}

}  // namespace invar::python
