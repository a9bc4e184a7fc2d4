// Expansion of repeat blocks {index: i, from: 1, to: N, items: ...} in maps and lists.
//
// An expanded entry is its template (shared) with a scope that knows the index; only its name is evaluated here. The
// formulas inside are evaluated when they are asked for. So that a misspelt name in one is found while reading, every
// text with ${} of a template is evaluated once, for the first entry made of it.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
#include "invar/spec/model_file.h"

namespace invar {

namespace {

struct Block {
  std::string index;
  long long from = 0, to = -1;
  SpecNode items;
};

class Expander {
 public:
  Expander(const SpecNode& section, std::size_t budget) : section_(section), budget_(budget) {}

  void entries_of(const SpecNode& map, std::vector<SpecEntry>& out) {
    if (map.is_null()) return;
    if (!map.is_map()) map.fail(fmt::format("must be a map from names to entries, not {}", map.kind_text()));
    for (std::size_t i = 0; i < map.size(); ++i) {
      if (map.key(i) == "repeat") {
        for_each_block(map[i], [&](const SpecNode& items) { entries_of(items, out); });
      } else {
        add_entry(map, i, out);
      }
    }
  }

  void items_of(const SpecNode& list, std::vector<SpecNode>& out) {
    if (list.is_null()) return;
    if (!list.is_list()) list.fail(fmt::format("must be a list, not {}", list.kind_text()), "e.g. [tip.position.x]");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const SpecNode item = list[i];
      if (item.has("repeat")) {
        if (item.size() != 1) item.fail("has other keys beside \"repeat\"", "put them into its items");
        for_each_block(item[0], [&](const SpecNode& items) { items_of(items, out); });
      } else {
        count(item);
        check_formulas(item);
        out.push_back(item.with_path(fmt::format("{}[{}]", section_.path(), out.size())));
      }
    }
  }

  // Values by name; maps inside give the first parts of names.
  void values_of(const SpecNode& map, const std::string& prefix, std::vector<SpecValue>& out) {
    if (!map.is_map()) map.fail(fmt::format("must be a map from names to values, not {}", map.kind_text()));
    for (std::size_t i = 0; i < map.size(); ++i) {
      if (map.key(i) == "repeat" && (map[i].is_map() || map[i].is_list())) {
        for_each_block(map[i], [&](const SpecNode& items) { values_of(items, prefix, out); });
        continue;
      }
      const SourceLocation where = map.key_location(i);
      const std::string name = prefix + Scope::substitute(map.scope().get(), map.key(i), where, section_.path());
      const SpecNode value = map[i].with_path(section_.path() + "." + name);
      if (value.is_map()) {
        values_of(value, name + ".", out);
        continue;
      }
      count(value);
      const auto [before, is_new] = lines_.emplace(name, where.line);
      if (!is_new)
        throw ModelError(where, value.path(),
                         fmt::format("is given twice: in line {} and in line {}", before->second, where.line),
                         "leave one of them out");
      out.push_back({name, value, where});
    }
  }

 private:
  template <class F>
  void for_each_block(const SpecNode& repeat, const F& expand) {
    if (repeat.is_map()) {
      run_block(repeat, expand);
    } else if (repeat.is_list()) {
      for (std::size_t i = 0; i < repeat.size(); ++i) run_block(repeat[i], expand);
    } else {
      repeat.fail("must be a list of blocks", "e.g. repeat: [{index: i, from: 1, to: N, items: {...}}]");
    }
  }

  template <class F>
  void run_block(const SpecNode& node, const F& expand) {
    const Block block = read_block(node);
    // Refused before any work; rounds count too, so that nested blocks without items end.
    const double size = static_cast<double>(block.to) - static_cast<double>(block.from) + 1.0;
    const double coming =
        std::max(0.0, size) * static_cast<double>(std::max<std::size_t>(1, direct_entries(block.items)));
    if (coming > static_cast<double>(budget_ - std::min(budget_, entries_))) refuse_size(node);
    for (long long i = block.from; i <= block.to; ++i) {
      if (++rounds_ > budget_) refuse_size(node);
      expand(block.items.with_scope(Scope::with(node.scope(), block.index, static_cast<double>(i))));
    }
  }

  static std::size_t direct_entries(const SpecNode& items) { return items.size() - (items.has("repeat") ? 1 : 0); }

  Block read_block(const SpecNode& node) const {
    if (!node.is_map()) node.fail("must be a map with the keys index, from, to, items");
    static const std::vector<std::string> keys = {"index", "from", "to", "items"};
    for (std::size_t i = 0; i < node.size(); ++i) {
      if (std::find(keys.begin(), keys.end(), node.key(i)) != keys.end()) continue;
      throw ModelError(node.key_location(i), node.path(), fmt::format("has the unknown key \"{}\"", node.key(i)),
                       suggestion(node.key(i), keys));
    }
    for (const auto& key : keys) {
      if (!node.has(key)) node.fail(fmt::format("needs the key \"{}\"", key), "a block has index, from, to and items");
    }
    Block block;
    const SpecNode index = node.find("index");
    block.index = index.raw_text();
    if (!is_identifier(block.index)) index.fail("is not a good name for an index", "e.g. i");
    if (Expression::is_built_in(block.index)) index.fail("has the name of a built-in function or constant", "e.g. i");
    if (node.scope()->find(block.index)) {
      index.fail("is already the name of a parameter or of an outer index", "choose another name");
    }
    block.from = node.find("from").integer();
    block.to = node.find("to").integer();
    block.items = node.find("items");
    return block;
  }

  void add_entry(const SpecNode& map, std::size_t i, std::vector<SpecEntry>& out) {
    const std::string& key = map.key(i);
    SpecEntry entry;
    entry.name_location = map.key_location(i);
    entry.name = key.find("${") == std::string::npos
                     ? key
                     : Scope::substitute(map.scope().get(), key, entry.name_location, section_.path());
    check_name(entry, key);
    const SpecNode value = map[i].with_path(section_.path() + "." + entry.name);
    count(value);
    if (!value.is_map()) {
      throw ModelError(value.is_null() ? entry.name_location : value.location(), value.subject(),
                       fmt::format("must be a map, not {}", value.kind_text()));
    }
    check_formulas(value);
    if (const SpecNode type = value.find("type")) {
      if (type.is_null()) throw ModelError(entry.name_location, type.path(), "has no value");
      entry.type = type.text();
      entry.type_location = type.location();
    }
    entry.node = value;
    out.push_back(std::move(entry));
  }

  void check_name(const SpecEntry& entry, const std::string& written) {
    const auto refuse = [&](const std::string& rule, const std::string& hint) {
      const std::string made = written == entry.name ? "" : fmt::format(" (from {})", written);
      throw ModelError(entry.name_location, fmt::format("{}.{}{}", section_.path(), entry.name, made), rule, hint);
    };
    if (entry.name == "ground") refuse("is the fixed world and cannot be defined again", "choose another name");
    if (!is_identifier(entry.name)) {
      refuse("is not a good name", "names have letters, digits and underscores and begin with a letter");
    }
    const auto [before, is_new] = lines_.emplace(entry.name, entry.name_location.line);
    if (is_new) return;
    refuse(fmt::format("is defined twice: in line {} and in line {}", before->second, entry.name_location.line),
           written == entry.name ? "rename one" : "use the index in the name, e.g. \"P_${i}\"");
  }

  void count(const SpecNode& node) {
    if (++entries_ > budget_) refuse_size(node);
  }
  [[noreturn]] void refuse_size(const SpecNode& node) const {
    throw ModelError(node.location(), section_.path(),
                     fmt::format("brings the model to more than {} entries", kMaxEntries),
                     "make the range of the repeat block smaller");
  }

  void check_formulas(const SpecNode& node) {
    if (checked_.insert(node.data().get()).second) check_texts(node);
  }
  static void check_texts(const SpecNode& node) {
    if (node.is_scalar()) node.text();
    for (std::size_t i = 0; i < node.size(); ++i) check_texts(node[i]);
  }

  const SpecNode& section_;
  std::size_t budget_;
  std::size_t entries_ = 0, rounds_ = 0;
  std::unordered_map<std::string, int> lines_;
  std::unordered_set<const SpecData*> checked_;
};

}  // namespace

std::vector<SpecEntry> expand_entries(const SpecNode& map, std::size_t budget) {
  std::vector<SpecEntry> entries;
  const SpecNode section = map.scope() ? map : map.with_scope(Scope::make({}));
  Expander(section, budget).entries_of(section, entries);
  return entries;
}

std::vector<SpecValue> expand_values(const SpecNode& map, std::size_t budget) {
  std::vector<SpecValue> values;
  const SpecNode section = map.scope() ? map : map.with_scope(Scope::make({}));
  Expander(section, budget).values_of(section, "", values);
  return values;
}

std::vector<SpecNode> expand_list(const SpecNode& list, std::size_t budget) {
  std::vector<SpecNode> items;
  const SpecNode section = list.scope() ? list : list.with_scope(Scope::make({}));
  Expander(section, budget).items_of(section, items);
  return items;
}

}  // namespace invar
