#include "invar/nonholonomic/coordinate_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "invar/core/gather.h"
#include "invar/core/suggest.h"
#include "invar/spec/dotted_names.h"

namespace invar {

namespace {

constexpr std::string_view kRate = "_rate";

std::string with_underscores(std::string text) {
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

}  // namespace

CoordinateReader::CoordinateReader(const Layout& layout) : layout_(layout) {
  for (int i = 0; i < layout.coordinates(); ++i) names_.push_back(layout.coordinate_name(i));
}

void CoordinateReader::use_names(const SpecNode& map) {
  if (map.is_null()) return;
  if (!map.is_map()) map.fail("must be a map from short names to coordinates", "e.g. {x: board.x, theta: board.theta}");
  for (std::size_t i = 0; i < map.size(); ++i) {
    const std::string& key = map.key(i);
    if (!is_identifier(key) || Expression::is_built_in(key) || key == "t" || key == "a")
      throw ModelError(map.key_location(i), map.path() + "." + key, "is not a good name for a coordinate",
                       "letters, digits and underscores; not t, a, or the name of a function");
    if (map.scope() && map.scope()->find(key))
      throw ModelError(map.key_location(i), map.path() + "." + key, "is already the name of a parameter",
                       "choose another");
    const std::string name = map[i].text();
    const auto found = std::find_if(names_.begin(), names_.end(), [&](const std::string& known) {
      return known == name || known == name + ".value";
    });
    if (found == names_.end())
      map[i].fail(fmt::format("names the unknown coordinate \"{}\"", name), suggestion(name, names_));
    short_names_[key] = static_cast<int>(found - names_.begin());
  }
}

int CoordinateReader::coordinate(const std::string& name, const SourceLocation& where, const std::string& path) {
  if (const auto own = short_names_.find(name); own != short_names_.end()) return local(own->second);
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end())
    throw ModelError(where, path, fmt::format("has the unknown coordinate \"{}\"", name), suggestion(name, names_));
  return local(static_cast<int>(found - names_.begin()));
}

CoordinateReader::Formula CoordinateReader::read(const SpecNode& node, bool with_rates) {
  if (!node.is_scalar()) node.fail("must be a number or a formula", "e.g. sin(board.theta)");
  const std::string text = flatten_names(node.text());
  std::vector<Variable> variables;
  std::vector<std::string> used_names;
  Expression::Constants constants;
  // The coordinate with this name, in which dots are underscores.
  const auto find = [&](const std::string& wanted) -> std::optional<int> {
    if (const auto own = short_names_.find(wanted); own != short_names_.end()) return own->second;
    std::optional<int> found;
    for (int i = 0; i < static_cast<int>(names_.size()); ++i) {
      const std::string flat = with_underscores(names_[i]);
      if (flat != wanted && flat != wanted + "_value") continue;
      if (found)
        node.fail(fmt::format("has the ambiguous name \"{}\"", wanted),
                  "two coordinates are spelled so; rename a body");
      found = i;
    }
    return found;
  };
  for (const auto& used : Expression::free_names(text, node.location(), node.path())) {
    if (used == "t") continue;
    if (const auto at = find(used)) {
      used_names.push_back(used);
      variables.push_back({local(*at), false});
      continue;
    }
    const auto rate = used.ends_with(kRate) ? find(used.substr(0, used.size() - kRate.size())) : std::nullopt;
    if (rate && with_rates) {
      used_names.push_back(used);
      variables.push_back({local(*rate), true});
      continue;
    }
    if (rate) node.fail(fmt::format("reads the rate \"{}\"", used), "coefficients depend on coordinates and t only");
    const auto value = node.scope() ? node.scope()->find(used) : std::nullopt;
    if (!value) {
      auto known = names_;
      for (const auto& [name, coordinate] : short_names_) known.push_back(name);
      if (with_rates)
        for (const auto& name : names_) known.push_back(name + std::string(kRate));
      if (node.scope())
        for (const auto& name : node.scope()->names()) known.push_back(name);
      node.fail(fmt::format("has the unknown name \"{}\"", used), suggestion(used, known));
    }
    constants.emplace_back(used, *value);
  }
  used_names.emplace_back("t");
  return {Expression(text, used_names, constants, node.location(), node.path()), variables, constants};
}

Vector CoordinateReader::gather(const Vector& global) const {
  Vector x(size_);
  gather_into(layout_, nodes_, global, x);
  return x;
}

int CoordinateReader::local(int global) {
  int node = 0;
  while (node + 1 < static_cast<int>(layout_.nodes().size()) && layout_.node(node + 1).offset <= global) ++node;
  int at = 0;
  for (const int known : nodes_) {
    if (known == node) return at + global - layout_.node(node).offset;
    at += node_size(layout_.node(known).kind);
  }
  nodes_.push_back(node);
  size_ += node_size(layout_.node(node).kind);
  return at + global - layout_.node(node).offset;
}

}  // namespace invar
