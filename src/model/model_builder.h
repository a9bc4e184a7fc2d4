// ModelBuilder: turns the sections of a model file into a Model, in the order in which they need each other.
#pragma once

#include "invar/model/model.h"
#include "invar/parts/part_builder.h"

namespace invar {

class ModelBuilder final : public PartBuilder {
 public:
  ModelBuilder() : model_(std::make_unique<Model>()) {}
  std::shared_ptr<const Model> build(const ModelSpec& spec);

 private:
  void build_bodies(const std::vector<SpecEntry>& entries);
  void build_elements(const std::vector<SpecEntry>& entries);
  void build_markers(const std::vector<SpecEntry>& entries);
  void build_joints(const std::vector<SpecEntry>& entries);
  void build_roads(const SpecNode& section);
  template <class TypeCatalog>
  void build_parts(const std::vector<SpecEntry>& entries, const TypeCatalog& catalog);
  void check_massless_bodies() const;
  void claim_name(const std::string& name, const SourceLocation& where);

  std::unique_ptr<Model> model_;
  std::map<std::string, SourceLocation> names_;
  std::map<std::string, std::string> marker_bodies_;  // what each marker stands on, as the file says
  const std::vector<SpecEntry>* markers_spec_ = nullptr;
};

}  // namespace invar
