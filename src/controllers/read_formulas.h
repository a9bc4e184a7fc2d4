// Keys that are maps from names to formulas.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "invar/functions/expression.h"
#include "invar/spec/params.h"

namespace invar {

// The items of the map `key`, in their order.
inline std::vector<std::pair<std::string, SpecNode>> read_formulas(const Params& params, const char* key) {
  std::vector<std::pair<std::string, SpecNode>> all;
  if (!params.has(key)) return all;
  const SpecNode map = params.node(key);
  if (!map.is_map()) params.fail(key, "must be a map from names to formulas", "e.g. {error: \"1 - hinge.angle\"}");
  for (std::size_t i = 0; i < map.size(); ++i) {
    if (!is_identifier(map.key(i)))
      throw ModelError(map.key_location(i), map[i].path(), "is not a good name",
                       "names have letters, digits and underscores and begin with a letter");
    all.emplace_back(map.key(i), map[i]);
  }
  return all;
}

}  // namespace invar
