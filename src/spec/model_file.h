// Reads a model file: YAML to ModelSpec, with parameters evaluated and repeat blocks expanded.
//
//   model: chain
//   parameters: {N: 100, l: 1/N, mass: 0.1}          # numbers or formulas of each other, in any order
//   gravity: [0, 0, -9.81]
//   bodies:
//     tip: {type: point_mass, mass: 2*mass, at: [1, 0, 0]}
//     repeat:
//       - {index: i, from: 1, to: N - 1, items: {"P_${i}": {type: point_mass, mass: mass, at: [i*l, 0, 0]}}}
//   joints:
//     repeat:
//       - {index: i, from: 2, to: N - 1, items: {"rod_${i}": {type: distance, between: ["P_${i-1}", "P_${i}"]}}}
//   outputs: [tip.position.x, {repeat: {index: i, from: 1, to: 3, items: ["P_${i}.position.z"]}}]
//
// `${formula}` in any text is replaced by its value; where a number is expected the formula may stand alone. In entry
// names whole numbers print without decimals. YAML wants quotes around `${...}` inside [ ] and { }.
// Sections (bodies, markers, joints, drives, forces, elements, nonholonomic) map names to maps; all but markers need a
// `type`. Names have letters, digits and underscores and begin with a letter; `ground` is the fixed world.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "invar/spec/model_spec.h"

namespace invar {

// Entries of all sections together, after expansion; also the limit of expand_entries and expand_list.
inline constexpr std::size_t kMaxEntries = 1'000'000;

// --set NAME=VALUE; the value is a number or a formula of the other parameters.
using Overrides = std::vector<std::pair<std::string, std::string>>;

// Both throw ModelError. An override of a parameter that the model does not have is an error.
ModelSpec read_model_file(const std::string& path, const Overrides& overrides = {});
ModelSpec read_model_text(const std::string& text, const std::string& file_name, const Overrides& overrides = {});

// The same of a tree that is there already: read from a file, or made of values by a program.
ModelSpec read_model_tree(const SpecNode& tree, const std::string& file_name, const Overrides& overrides = {});

// "NAME=VALUE" as given on the command line; throws ModelError if it has another form.
std::pair<std::string, std::string> parse_override(const std::string& text);

// The pieces, also for free-form parts of a model that want them:
// Entries of a map, with the blocks under its key `repeat` expanded in place. Names are checked, doubles refused; types
// are read if they are there. More than `budget` entries are an error.
std::vector<SpecEntry> expand_entries(const SpecNode& map, std::size_t budget = kMaxEntries);
// Items of a list, with its items {repeat: {...}} expanded in place.
std::vector<SpecNode> expand_list(const SpecNode& list, std::size_t budget = kMaxEntries);
// Values of a map, with repeat blocks expanded; names have the maps around them in front: {hinge: {angle: 1}} is hinge.angle.
std::vector<SpecValue> expand_values(const SpecNode& map, std::size_t budget = kMaxEntries);
// Values of the map `parameters`.
std::vector<SpecParameter> evaluate_parameters(const SpecNode& map, const Overrides& overrides);

}  // namespace invar
