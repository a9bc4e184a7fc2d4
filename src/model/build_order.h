// The order in which the entries of a model are built: each after those that it names, and else by section and file order.
//
// What an entry names is known from the schema of its type (kinds kName and kNames). The sections follow each other as
//   bodies, markers, elements, bodies that name places, joints, joints that name joints, drives, roads, roads that name roads,
//   forces, nonholonomic, controllers, shapes, contacts;
// an entry that must wait for one behind it gives way to the next one that is ready.
#pragma once

#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "invar/model/catalogs.h"
#include "invar/spec/model_spec.h"

namespace invar {

class BuildOrder {
 public:
  BuildOrder(const ModelSpec& spec, const Catalogs& catalogs);

  struct Item {
    const SpecEntry* entry;
    const char* section;
    int stage;
    // All bodies, markers and elements are built before.
    bool is_after_structure() const;
  };
  // The next entry, whose references are all built; null at the end. Throws ModelError if entries are left that wait for each
  // other. The one before counts as built.
  const Item* next();

 private:
  void add(const std::vector<SpecEntry>& entries, const char* section, int stage, const Catalogs& catalogs);
  void connect(const Catalogs& catalogs);
  [[noreturn]] void refuse_circle() const;
  int first_open(int item) const;

  std::vector<Item> items_;
  std::unordered_map<std::string, int> by_name_;
  std::vector<std::vector<int>> waits_for_, waited_for_by_;
  std::vector<int> open_;  // references that are not built yet
  std::vector<bool> built_;
  std::priority_queue<int, std::vector<int>, std::greater<>> ready_;
  int current_ = -1;
  std::size_t first_left_ = 0;  // all before it are known to be built
};

}  // namespace invar
