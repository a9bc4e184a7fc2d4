// Functions that a model names, for formulas that call them: gas(crank.angle), map(speed, throttle).
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace invar {

class Function1D;
class Function2D;

struct NamedFunction {
  std::string name;
  std::shared_ptr<const Function1D> of_one;  // exactly one of the two is set
  std::shared_ptr<const Function2D> of_two;
  int values() const { return of_one ? 1 : 2; }
};

using FunctionTable = std::vector<NamedFunction>;
using FunctionTablePtr = std::shared_ptr<const FunctionTable>;

inline int find_function(const FunctionTable* table, std::string_view name) {
  if (table == nullptr) return -1;
  const auto at = std::find_if(table->begin(), table->end(), [&](const NamedFunction& f) { return f.name == name; });
  return at == table->end() ? -1 : static_cast<int>(at - table->begin());
}

}  // namespace invar
