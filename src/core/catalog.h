// Named things of one sort (joint types, force types, methods, ...), found by name with a helpful error.
//
// Entry is any type with a member `name`; by custom also `doc`, `reference`, `schema` and a factory.
#pragma once

#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "invar/core/error.h"
#include "invar/core/suggest.h"

namespace invar {

template <class Entry>
class Catalog {
 public:
  // sort: "joint type" as it stands in messages; list_name: what `invar list` calls it, e.g. "joints".
  Catalog(std::string sort, std::string list_name) : sort_(std::move(sort)), list_name_(std::move(list_name)) {}

  Catalog& add(Entry entry) {
    const std::string name = entry.name;
    if (!entries_.emplace(name, std::move(entry)).second) {
      throw std::logic_error(fmt::format("the {} \"{}\" is registered twice", sort_, name));
    }
    return *this;
  }

  const Entry* find(std::string_view name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
  }

  // Throws ModelError at `where`: unknown joint type "revolut"; did you mean "revolute"? (invar list joints)
  const Entry& at(std::string_view name, const SourceLocation& where = {}) const {
    if (const Entry* entry = find(name)) return *entry;
    const std::string hint = suggestion(name, names());
    throw ModelError(where, "", fmt::format("unknown {} \"{}\"", sort_, name),
                     fmt::format("{}{}(invar list {})", hint, hint.empty() ? "" : " ", list_name_));
  }

  // Sorted by name.
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, entry] : entries_) all.push_back(name);
    return all;
  }
  const std::map<std::string, Entry, std::less<>>& entries() const { return entries_; }
  const std::string& sort() const { return sort_; }
  const std::string& list_name() const { return list_name_; }

 private:
  std::string sort_, list_name_;
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace invar
