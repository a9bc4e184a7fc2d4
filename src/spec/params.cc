#include "invar/spec/params.h"

#include <fmt/format.h>

#include <stdexcept>

#include "invar/core/suggest.h"
#include "invar/spec/value.h"

namespace invar {

namespace {

// A key without a value is then left to who reads it.
bool takes_nothing(ParamKind kind) {
  return kind == ParamKind::kMap || kind == ParamKind::kGroup || kind == ParamKind::kGroups;
}

}  // namespace

Params::Params(const ValueMap& values, const Schema& schema, std::string path)
    : Params(values.node(std::move(path)), schema) {}

Params::Params(const SpecNode& node, const Schema& schema) : node_(node), schema_(&schema) {
  if (!node.is_map() && !node.is_null()) {
    node.fail(fmt::format("must be a map of parameters, not {}", node.kind_text()));
  }
  const auto& specs = schema.params();
  slots_.resize(specs.size());
  for (std::size_t i = 0; i < node.size(); ++i) {
    const std::string& key = node.key(i);
    const std::size_t s = schema.index(key);
    if (s == specs.size()) {
      if (key == "type") continue;
      const std::string hint = schema.empty() ? "it takes no parameters" : suggestion(key, schema.names());
      throw ModelError(node.key_location(i), node.path(), fmt::format("has the unknown key \"{}\"", key), hint);
    }
    const SpecNode value = node[i];
    if (value.is_null() && !takes_nothing(specs[s].kind)) {
      throw ModelError(node.key_location(i), value.path(), "has no value",
                       fmt::format("give {} [{}], or remove the key", specs[s].kind_text(), specs[s].unit));
    }
    slots_[s].item = static_cast<int>(i);
    slots_[s].value = convert(value, specs[s]);
  }
  for (std::size_t s = 0; s < specs.size(); ++s) {
    if (slots_[s].item >= 0) continue;
    const ParamSpec& spec = specs[s];
    if (spec.is_required) {
      throw ModelError(
          node.location(), node.path(), fmt::format("needs the key \"{}\"", spec.name),
          fmt::format("{} ({}, {})", spec.doc, spec.kind_text(), spec.unit == "1" ? "no unit" : spec.unit));
    }
    if (spec.default_node) {
      slots_[s].value = convert(spec.default_node.with_path(node.path() + "." + spec.name), spec);
    }
  }
}

const Params::Slot& Params::slot(std::string_view name) const {
  const std::size_t i = schema_->index(name);
  if (i == slots_.size()) {
    throw std::logic_error(fmt::format("{}: the schema has no parameter \"{}\"", node_.path(), name));
  }
  return slots_[i];
}

template <class T>
const T& Params::get(std::string_view name) const {
  const Slot& found = slot(name);
  if (const T* value = std::get_if<T>(&found.value)) return *value;
  throw std::logic_error(fmt::format("{}.{}: {}", node_.path(), name,
                                     std::holds_alternative<std::monostate>(found.value)
                                         ? "asked for, but neither given nor with a default"
                                         : "asked for as another kind than the schema says"));
}

bool Params::has(std::string_view name) const { return !std::holds_alternative<std::monostate>(slot(name).value); }
bool Params::is_given(std::string_view name) const { return slot(name).item >= 0; }

double Params::number(std::string_view name) const { return get<double>(name); }
long long Params::integer(std::string_view name) const { return get<long long>(name); }
bool Params::boolean(std::string_view name) const { return get<bool>(name); }
const std::string& Params::text(std::string_view name) const { return get<std::string>(name); }
Vector2 Params::vector2(std::string_view name) const { return get<Vector2>(name); }
Vector3 Params::vector3(std::string_view name) const { return get<Vector3>(name); }
Vector3 Params::direction(std::string_view name) const { return get<Vector3>(name); }
Matrix3 Params::matrix3(std::string_view name) const { return get<Matrix3>(name); }
FunctionPtr Params::function(std::string_view name) const { return get<FunctionPtr>(name); }
bool Params::is_signal(std::string_view name) const {
  const ParamKind kind = schema_->find(name)->kind;
  return (kind == ParamKind::kFunction || kind == ParamKind::kVector3Function) &&
         std::holds_alternative<SpecNode>(slot(name).value);
}
const Params::Vector3Function& Params::vector3_function(std::string_view name) const {
  return get<Vector3Function>(name);
}
const std::vector<std::string>& Params::names(std::string_view name) const {
  return get<std::vector<std::string>>(name);
}
const std::vector<double>& Params::numbers(std::string_view name) const { return get<std::vector<double>>(name); }

SpecNode Params::node(std::string_view name) const {
  const Slot& found = slot(name);
  if (found.item >= 0) return node_[static_cast<std::size_t>(found.item)];
  return schema_->find(name)->default_node;
}

Params Params::group(std::string_view name) const { return {node(name), *schema_->find(name)->group}; }

std::vector<Params> Params::groups(std::string_view name) const {
  const SpecNode value = node(name);
  const Schema& schema = *schema_->find(name)->group;
  std::vector<Params> all;
  if (!value.is_list()) {
    if (value) all.emplace_back(value, schema);
    return all;
  }
  for (std::size_t i = 0; i < value.size(); ++i) all.emplace_back(value[i], schema);
  return all;
}

SourceLocation Params::location(std::string_view name) const {
  const Slot& found = slot(name);
  return found.item >= 0 ? node_[static_cast<std::size_t>(found.item)].location() : node_.location();
}

void Params::fail(std::string_view name, const std::string& rule, const std::string& hint) const {
  const Slot& found = slot(name);
  if (found.item >= 0) node_[static_cast<std::size_t>(found.item)].fail(rule, hint);
  const std::string& by_default = schema_->find(name)->default_text;
  const std::string path = fmt::format("{}.{}", node_.path(), name);
  throw ModelError(node_.location(), by_default.empty() ? path : fmt::format("{} = {} (default)", path, by_default),
                   rule, hint);
}

}  // namespace invar
