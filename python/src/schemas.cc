// The catalogs as data: the package makes its methods, signatures and documentation from them.
#include "bindings.h"
#include "invar/integrators/integrator.h"
#include "invar/model/catalogs.h"
#include "invar/spec/schema.h"

namespace invar::python {

namespace {

nb::list list_params(const Schema& schema) {
  nb::list params;
  for (const ParamSpec& spec : schema.params()) {
    nb::dict d;
    d["name"] = spec.name;
    d["kind"] = spec.kind_text();
    d["unit"] = spec.unit;
    d["doc"] = spec.doc;
    d["rule"] = spec.rule_text();
    d["default"] = spec.default_text.empty() ? nb::object(nb::none()) : nb::object(nb::str(spec.default_text.c_str()));
    d["required"] = spec.is_required;
    params.append(d);
  }
  return params;
}

template <class Entry>
void add_catalog(nb::dict& out, const Catalog<Entry>& catalog) {
  nb::dict types;
  for (const auto& [name, entry] : catalog.entries()) {
    nb::dict d;
    d["doc"] = entry.doc;
    d["reference"] = entry.reference;
    d["params"] = list_params(entry.schema);
    types[name.c_str()] = d;
  }
  out[catalog.list_name().c_str()] = types;
}

nb::dict list_schemas() {
  nb::dict out;
  add_catalog(out, body_types());
  add_catalog(out, joint_types());
  add_catalog(out, drive_types());
  add_catalog(out, road_types());
  add_catalog(out, force_types());
  add_catalog(out, element_types());
  add_catalog(out, nonholonomic_types());
  add_catalog(out, controller_types());
  add_catalog(out, method_types());
  nb::dict marker;
  marker["doc"] = "a named place on a body, used by joints, forces and outputs";
  marker["reference"] = "";
  marker["params"] = list_params(marker_schema());
  nb::dict markers;
  markers["marker"] = marker;
  out["markers"] = markers;
  return out;
}

}  // namespace

void bind_schemas(nb::module_& m) {
  m.def("schemas", &list_schemas, "{section: {type: {doc, reference, params}}} of all catalogs.");
}

}  // namespace invar::python
