#include "invar/core/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace invar {

namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool begins_with(std::string_view text, std::string_view start) {
  return text.size() >= start.size() &&
         std::equal(start.begin(), start.end(), text.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows are enough: the swap of neighbours looks two rows back.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongest = 200;  // the distance costs the product of the lengths
  if (name.empty() || name.size() > kLongest) return std::nullopt;
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongest) continue;
    const std::size_t limit = std::max<std::size_t>(1, std::max(name.size(), candidate.size()) / 3);
    const std::size_t gap =
        name.size() > candidate.size() ? name.size() - candidate.size() : candidate.size() - name.size();
    const bool prefix =
        std::min(name.size(), candidate.size()) >= 3 && (begins_with(candidate, name) || begins_with(name, candidate));
    if (gap > limit && !prefix) continue;
    const std::size_t distance = edit_distance(name, candidate);
    const bool all_wrong = distance >= std::min(name.size(), candidate.size());
    if ((distance > limit || all_wrong) && !prefix) continue;
    if (best == nullptr || distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& candidates, std::size_t max_listed) {
  if (const auto nearest = nearest_name(name, candidates)) return fmt::format("did you mean \"{}\"?", *nearest);
  if (candidates.empty()) return "";
  std::string text = "known: ";
  for (std::size_t i = 0; i < std::min(candidates.size(), max_listed); ++i) {
    if (i > 0) text += ", ";
    text += candidates[i];
  }
  if (candidates.size() > max_listed) text += fmt::format(", ... ({} in all)", candidates.size());
  return text;
}

}  // namespace invar
