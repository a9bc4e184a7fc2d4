// "Did you mean ...?": the known name nearest to a misspelt one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace invar {

// Number of insertions, deletions, substitutions and swaps of neighbours that turn a into b
// (optimal string alignment distance); case is ignored.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to name, if it is near enough to be meant: at most a third of the letters wrong (at least one
// letter), or one is the beginning of the other with three letters or more. Ties go to the first candidate.
std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates);

// The hint for an unknown name: `did you mean "revolute"?`, otherwise `known: a, b, c` (at most max_listed names).
std::string suggestion(std::string_view name, const std::vector<std::string>& candidates, std::size_t max_listed = 12);

}  // namespace invar
