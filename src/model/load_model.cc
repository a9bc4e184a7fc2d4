// Models from files and from text.
#include "invar/model/spec_builder.h"
#include "invar/spec/input_file.h"
#include "invar/spec/yaml.h"

namespace invar {

namespace {

std::shared_ptr<const Model> load(const std::string& text, const std::string& path, const Overrides& overrides,
                                  std::shared_ptr<const Catalogs> catalogs) {
  return SpecBuilder(std::move(catalogs)).build(read_model_text(text, path, overrides), {path, text, overrides});
}

// The built-in ones live as long as the program.
std::shared_ptr<const Catalogs> shared_built_in() { return {std::shared_ptr<const Catalogs>(), &Catalogs::built_in()}; }

}  // namespace

std::shared_ptr<const Model> load_model(const std::string& path, const Overrides& overrides) {
  return load(read_model_input(path), path, overrides, shared_built_in());
}

std::shared_ptr<const Model> load_model(const std::string& path, const Overrides& overrides, const Catalogs& catalogs) {
  return load(read_model_input(path), path, overrides, std::make_shared<const Catalogs>(catalogs));
}

std::shared_ptr<const Model> load_model_text(const std::string& text, const std::string& file_name,
                                             const Overrides& overrides) {
  return load(text, file_name, overrides, shared_built_in());
}

std::shared_ptr<const Model> load_model_text(const std::string& text, const std::string& file_name,
                                             const Overrides& overrides, const Catalogs& catalogs) {
  return load(text, file_name, overrides, std::make_shared<const Catalogs>(catalogs));
}

std::string Model::to_yaml() const {
  if (!source.only_in_code.empty())
    throw ModelError({}, source.only_in_code, "belongs to the program and cannot be written to a file",
                     "make it a type of a catalog, or a formula");
  SpecNode root = read_yaml_text(source.text, source.path);
  if (source.overrides.empty()) return write_yaml(root);
  const SpecNode changed = root.find("parameters").merged_with(SpecNode::make_map(source.overrides, "`set`"));
  auto data = std::make_shared<SpecData>(*root.data());
  for (std::size_t i = 0; i < data->keys.size(); ++i)
    if (data->keys[i].text == "parameters") data->items[i] = changed.data();
  return write_yaml({std::move(data), nullptr, ""});
}

}  // namespace invar
