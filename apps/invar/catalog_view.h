// All catalogs of the program under one roof, for `invar list` and the JSON Schema. A new catalog is one line in
// catalog_view.cc.
#pragma once

#include <string>
#include <vector>

#include "invar/spec/schema.h"

namespace invar::app {

struct EntryView {
  std::string name, doc, reference;
  const Schema* schema;
};

struct CatalogView {
  std::string key;   // section of the model file and word of `invar list`: "joints"
  std::string sort;  // "joint type"
  bool in_model;     // a section of the model file
  std::vector<EntryView> entries;
};

const std::vector<CatalogView>& catalog_views();

}  // namespace invar::app
