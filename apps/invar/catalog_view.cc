#include "catalog_view.h"

#include "invar/integrators/integrator.h"
#include "invar/model/catalogs.h"

namespace invar::app {

namespace {

template <class Entry>
CatalogView view_of(const Catalog<Entry>& catalog, bool in_model = true) {
  CatalogView view{catalog.list_name(), catalog.sort(), in_model, {}};
  for (const auto& [name, entry] : catalog.entries()) {
    view.entries.push_back({name, entry.doc, entry.reference, &entry.schema});
  }
  return view;
}

}  // namespace

const std::vector<CatalogView>& catalog_views() {
  static const std::vector<CatalogView> views = {
      view_of(body_types()),  view_of(joint_types()),   view_of(drive_types()),         view_of(road_types()),
      view_of(force_types()), view_of(element_types()), view_of(nonholonomic_types()),  view_of(controller_types()),
      view_of(shape_types()), view_of(contact_types()), view_of(method_types(), false),
  };
  return views;
}

}  // namespace invar::app
