// The structs of src/model/params are made from the schemas of the catalogs, so that both always say the same. After a change
// of a schema:  INVAR_WRITE=1 build/release/bin/invar_tests --gtest_filter='ParamsHeaders.*'
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "invar/integrators/integrator.h"
#include "invar/model/catalogs.h"
#include "paths.h"

namespace invar {

namespace {

std::string camel_case(const std::string& name) {
  std::string out;
  bool upper = true;
  for (const char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = false;
  }
  return out;
}

std::string field_name(const std::string& key) {
  static const std::set<std::string> reserved = {"values", "default", "static", "friend", "register", "union"};
  return reserved.count(key) ? key + "_" : key;
}

// Comment lines of at most 120 columns.
std::string comment(const std::string& text, const std::string& indent) {
  std::istringstream words(text);
  std::string out, line = indent + "//", word;
  while (words >> word) {
    if (line.size() + 1 + word.size() > 120) {
      out += line + "\n";
      line = indent + "//";
    }
    line += " " + word;
  }
  return out + line + "\n";
}

const char* field_type(ParamKind kind) {
  switch (kind) {
    case ParamKind::kNumber:
    case ParamKind::kInteger:
      return "NumberValue";
    case ParamKind::kBoolean:
      return "BooleanValue";
    case ParamKind::kText:
    case ParamKind::kChoice:
    case ParamKind::kName:
      return "TextValue";
    case ParamKind::kVector2:
      return "Vector2Value";
    case ParamKind::kVector3:
    case ParamKind::kDirection:
      return "Vector3Value";
    case ParamKind::kMatrix3:
      return "Matrix3Value";
    case ParamKind::kFunction:
      return "FunctionValue";
    case ParamKind::kVector3Function:
      return "Vector3FunctionValue";
    case ParamKind::kNames:
      return "NamesValue";
    case ParamKind::kNumbers:
      return "NumbersValue";
    default:
      return "Value";
  }
}

std::string about(const ParamSpec& spec) {
  std::string text = spec.kind_text();
  if (!spec.unit.empty() && spec.unit != "1") text += fmt::format(" [{}]", spec.unit);
  if (const std::string rule = spec.rule_text(); !rule.empty()) text += ", " + rule;
  if (spec.is_required) text += ", required";
  if (!spec.default_text.empty()) text += fmt::format(", default {}", spec.default_text);
  return text + ": " + spec.doc;
}

std::string members(const Schema& schema, const std::string& indent) {
  std::string out, sets;
  for (const ParamSpec& spec : schema.params()) {
    const std::string field = field_name(spec.name);
    out += comment(about(spec), indent);
    if (spec.kind == ParamKind::kGroup || spec.kind == ParamKind::kGroups) {
      const std::string type = camel_case(spec.name);
      out += fmt::format("{0}struct {1} {{\n{2}{0}}};\n", indent, type, members(*spec.group, indent + "  "));
      const bool list = spec.kind == ParamKind::kGroups;
      out += fmt::format("{}{} {} = {{}};\n", indent, list ? "std::vector<" + type + ">" : type, field);
      sets += fmt::format("{0}  if (!{1}.empty()) all.set(\"{2}\", {1}{3});\n", indent,
                          list ? field : field + ".values()", spec.name, "");
      continue;
    }
    out += fmt::format("{}{} {} = {{}};\n", indent, field_type(spec.kind), field);
    sets += fmt::format("{}  all.set(\"{}\", {});\n", indent, spec.name, field);
  }
  if (sets.empty()) return out + fmt::format("\n{}ValueMap values() const {{ return {{}}; }}\n", indent);
  return out +
         fmt::format("\n{0}ValueMap values() const {{\n{0}  ValueMap all;\n{1}{0}  return all;\n{0}}}\n", indent, sets);
}

std::string structure(const std::string& section, const std::string& type, const std::string& struct_name,
                      const std::string& doc, const Schema& schema) {
  return fmt::format("{}struct {} {{\n  static constexpr const char *kSection = \"{}\", *kType = \"{}\";\n\n{}}};\n\n",
                     comment(doc, ""), struct_name, section, type, members(schema, "  "));
}

std::string header(const std::string& section, const std::string& structs) {
  return fmt::format(
      "// Parameters of the section `{}`: one struct per type, for ModelBuilder::add. A field that is not set takes "
      "the default.\n"
      "// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.\n"
      "#pragma once\n\n#include \"invar/spec/typed_value.h\"\n\nnamespace invar {{\n\n{}}}  // namespace invar\n",
      section, structs);
}

template <class Type>
std::string catalog_header(const Catalog<Type>& catalog, const std::string& ending) {
  std::string structs;
  for (const auto& [name, type] : catalog.entries())
    structs += structure(catalog.list_name(), name, camel_case(name) + ending + "Params", type.doc, type.schema);
  return header(catalog.list_name(), structs);
}

void expect_stored(const std::string& file, const std::string& text) {
  const std::string path = source_path("src/model/params/" + file);
  if (std::getenv("INVAR_WRITE") != nullptr) std::ofstream(path) << text;
  std::ifstream stored(path);
  std::stringstream content;
  content << stored.rdbuf();
  EXPECT_TRUE(content.str() == text) << file << " is not what the schemas say; see the top of this test";
}

TEST(ParamsHeaders, structs_have_a_field_for_every_key_of_the_schemas) {
  expect_stored("bodies.h", catalog_header(body_types(), ""));
  expect_stored("markers.h",
                header("markers", structure("markers", "", "MarkerParams", "named place on a body", marker_schema())));
  expect_stored("joints.h", catalog_header(joint_types(), ""));
  expect_stored("drives.h", catalog_header(drive_types(), "Drive"));
  expect_stored("roads.h", catalog_header(road_types(), "Road"));
  expect_stored("forces.h", catalog_header(force_types(), ""));
  expect_stored("elements.h", catalog_header(element_types(), ""));
  expect_stored("nonholonomic.h", catalog_header(nonholonomic_types(), ""));
  expect_stored("controllers.h", catalog_header(controller_types(), "Controller"));
  expect_stored("shapes.h", catalog_header(shape_types(), "Shape"));
  expect_stored("contacts.h", catalog_header(contact_types(), ""));
  expect_stored("methods.h", catalog_header(method_types(), ""));
}

}  // namespace

}  // namespace invar
