#include <nanobind/stl/vector.h>

#include "callables.h"
#include "invar/model/catalogs.h"
#include "invar/record/channel_set.h"
#include "invar/run/model_check.h"
#include "invar/spec/input_file.h"
#include "models.h"
#include "values.h"

namespace invar::python {

std::optional<Value> read_outputs(nb::handle outputs) {
  if (outputs.is_none()) return std::nullopt;
  if (PyUnicode_Check(outputs.ptr()) || PyDict_Check(outputs.ptr()))
    return Value::make_list({read_value(outputs, "outputs")});
  return read_value(outputs, "outputs");
}

LoadedModel build_model(ModelSpec spec, ModelSource source, const std::optional<Value>& outputs,
                        std::vector<OwnTerm> terms) {
  if (outputs) spec.outputs = expand_list(SpecNode(outputs->data(), spec.scope, "outputs"));
  const std::shared_ptr<const Catalogs> catalogs(std::shared_ptr<const Catalogs>(), &Catalogs::built_in());
  LoadedModel loaded{SpecBuilder(catalogs).build(spec, std::move(source), std::move(terms))};
  find_channels(*loaded.model);  // wrong outputs are reported at once
  return loaded;
}

namespace {

LoadedModel load_text(const std::string& text, const std::string& path, const nb::dict& parameters,
                      nb::handle outputs) {
  const Overrides overrides = read_overrides(parameters);
  const std::optional<Value> wanted = read_outputs(outputs);
  const nb::gil_scoped_release unlock;
  return build_model(read_model_text(text, path, overrides), {path, text, overrides}, wanted);
}

LoadedModel load(const std::string& path, const nb::dict& parameters, nb::handle outputs) {
  return load_text(read_model_input(path), path, parameters, outputs);
}

nb::dict parameters_of(const LoadedModel& m) {
  nb::dict d;
  for (const SpecParameter& p : m.model->parameters) d[p.name.c_str()] = p.value;
  return d;
}

nb::list channels_of(const LoadedModel& m) {
  nb::list list;
  const ChannelList offered = offer_channels(*m.model);
  for (const Channel& channel : offered.all()) list.append(nb::make_tuple(channel.name, channel.unit));
  return list;
}

nb::list outputs_of(const LoadedModel& m) {
  nb::list list;
  for (const Channel& channel : find_channels(*m.model)) list.append(channel.name);
  return list;
}

nb::list parts_of(const LoadedModel& m) {
  nb::list list;
  const auto add = [&](const auto& parts, const char* section) {
    for (const auto& part : parts)
      list.append(nb::make_tuple(section ? std::string(section) : part->section(), part->name(), part->type()));
  };
  add(m.model->bodies, "bodies");
  add(m.model->elements, "elements");
  add(m.model->joints, "joints");
  add(m.model->other_parts, nullptr);
  return list;
}

nb::dict layout_of(const LoadedModel& m) {
  const Layout& layout = m.model->assembly->layout;
  nb::list coordinates, rows, holonomic, internals, inputs;
  for (int i = 0; i < layout.coordinates(); ++i) coordinates.append(layout.coordinate_name(i));
  for (int i = 0; i < layout.rows(); ++i) {
    rows.append(layout.row(i).full_name());
    holonomic.append(layout.row(i).holonomic);
  }
  for (const VariableInfo& each : layout.internals()) internals.append(each.full_name());
  for (const VariableInfo& each : layout.inputs()) inputs.append(each.full_name());
  nb::dict d;
  d["coordinates"] = coordinates;
  d["constraints"] = rows;
  d["holonomic"] = holonomic;
  d["internals"] = internals;
  d["inputs"] = inputs;
  return d;
}

nb::dict check_model(const LoadedModel& m) {
  ModelCheck c;
  CallbackScope callbacks;
  {
    const nb::gil_scoped_release unlock;
    c = check(*m.model);
  }
  callbacks.rethrow();
  nb::dict d;
  d["coordinates"] = c.coordinates;
  d["constraints"] = c.constraints;
  d["internal_constraints"] = c.internal_constraints;
  d["velocity_constraints"] = c.velocity_constraints;
  d["degrees_of_freedom"] = c.freedoms;
  d["degrees_of_freedom_at_start"] = c.freedoms_at_start;
  nb::dict redundant;
  for (const RedundantJoint& joint : c.redundant) redundant[joint.owner.c_str()] = nb::cast(joint.labels);
  d["redundant"] = redundant;
  nb::dict joints, rates;
  for (const JointStart& joint : c.joints)
    joints[joint.name.c_str()] = joint.value, rates[joint.name.c_str()] = joint.rate;
  d["joints"] = joints;
  d["joint_rates"] = rates;
  d["conflict"] = c.conflict;
  d["mass"] = c.mass;
  d["center"] = array_of(Vector(c.center));
  d["inertia"] = c.inertia ? array_of(Matrix(*c.inertia)) : nb::object(nb::none());
  d["kinetic_energy"] = c.kinetic_energy;
  d["potential_energy"] = c.potential_energy;
  d["warnings"] = nb::cast(c.warnings);
  return d;
}

}  // namespace

void bind_model(nb::module_& m) {
  nb::class_<LoadedModel>(m, "Model")
      .def_prop_ro("name", [](const LoadedModel& l) { return l.model->name; })
      .def_prop_ro("description", [](const LoadedModel& l) { return l.model->description; })
      .def_prop_ro("text", [](const LoadedModel& l) { return l.model->source.text; })
      .def_prop_ro("gravity", [](const LoadedModel& l) { return array_of(Vector(l.model->gravity)); })
      .def_prop_ro("parameters", &parameters_of)
      .def_prop_ro("channels", &channels_of)
      .def_prop_ro("outputs", &outputs_of)
      .def_prop_ro("parts", &parts_of)
      .def_prop_ro("layout", &layout_of)
      .def("to_yaml", [](const LoadedModel& l) { return l.model->to_yaml(); })
      .def("check", &check_model);
  m.def("load", &load, nb::arg("path"), nb::arg("parameters"), nb::arg("outputs").none());
  m.def("load_text", &load_text, nb::arg("text"), nb::arg("path"), nb::arg("parameters"), nb::arg("outputs").none());
}

}  // namespace invar::python
