// JSON Schema (draft 2020-12) of a whole model file, made from the catalogs. The repository keeps it as
// models/invar.schema.json, written by `invar list --json-schema`; an editor with a YAML language server completes and
// checks a model that begins with `# yaml-language-server: $schema=invar.schema.json`.
#pragma once

#include <string>

namespace invar::app {

std::string model_json_schema();

}  // namespace invar::app
