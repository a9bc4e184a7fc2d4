// Values of parameters that a program gives: the same tree that the YAML reader makes of a file, so that both go through the
// same schemas, rules and messages.
//
//   ValueMap hinge{{"between", {"ground", "arm"}}, {"at", Vector3(0, 0, 1)}, {"axis", {0, 1, 0}}};
//   ValueMap motor{{"joint", "hinge"}, {"torque", [](double t) { return std::sin(t); }}};
//
// Text where a number is expected is a formula of the model's parameters, as in a file.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "invar/core/types.h"
#include "invar/functions/function1d_callable.h"
#include "invar/spec/spec_node.h"

namespace invar {

class ValueMap;

template <class T>
concept PlainNumber = std::is_arithmetic_v<T> && !std::same_as<T, bool>;
template <class F>
concept FunctionOfOne = std::is_invocable_r_v<double, const F&, double>;
// A struct of parameters.
template <class T>
concept ParamsStruct = requires(const T& params) {
  { params.values() } -> std::same_as<ValueMap>;
};

class Value {
 public:
  Value() = default;  // not given; in a list: nothing (`~` of YAML)
  template <PlainNumber T>
  Value(T number) : Value(make_number(number)) {}
  template <std::same_as<bool> T>
  Value(T flag) : Value(std::string(flag ? "true" : "false")) {}
  Value(std::string text);
  Value(const char* text) : Value(std::string(text)) {}
  Value(std::initializer_list<Value> list);
  Value(const ValueMap& map);
  Value(FunctionPtr function);
  // A vector is a list, any other matrix a list of rows.
  template <class Derived>
  Value(const Eigen::MatrixBase<Derived>& matrix);
  template <std::convertible_to<Value> T>
  Value(const std::vector<T>& list) : Value(make_list(std::vector<Value>(list.begin(), list.end()))) {}
  template <FunctionOfOne F>
  Value(F callable) : Value(make_callable(std::function<double(double)>(std::move(callable)))) {}
  template <ParamsStruct T>
  Value(const T& params);

  static Value make_list(std::vector<Value> items);

  bool is_given() const { return data_ != nullptr; }
  // The tree; a null node for a value that is not given.
  std::shared_ptr<const SpecData> data() const;

 private:
  template <PlainNumber T>
  static Value make_number(T number) {
    if constexpr (std::integral<T>) return from_integer(static_cast<long long>(number));
    return from_number(static_cast<double>(number));
  }
  static Value from_number(double number);
  static Value from_integer(long long number);
  std::shared_ptr<const SpecData> data_;
};

// Named values in the order given. A later value of the same name replaces the earlier one.
class ValueMap {
 public:
  struct Item {
    std::string key;
    Value value;
  };
  ValueMap() = default;
  ValueMap(std::initializer_list<Item> items) {
    for (const Item& item : items) set(item.key, item.value);
  }

  // A value that is not given removes nothing and adds nothing.
  ValueMap& set(std::string_view key, Value value);
  const Value* find(std::string_view key) const;
  bool empty() const { return items_.empty(); }
  const std::vector<Item>& items() const { return items_; }

  // As a node of a model; `path` names it in messages.
  SpecNode node(std::string path, ScopePtr scope = nullptr) const;

 private:
  std::vector<Item> items_;
};

template <class Derived>
Value::Value(const Eigen::MatrixBase<Derived>& matrix) {
  std::vector<Value> rows;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    if (matrix.cols() == 1) {
      rows.emplace_back(static_cast<double>(matrix(i, 0)));
      continue;
    }
    std::vector<Value> row;
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.emplace_back(static_cast<double>(matrix(i, j)));
    rows.push_back(make_list(std::move(row)));
  }
  *this = make_list(std::move(rows));
}

template <ParamsStruct T>
Value::Value(const T& params) : Value(params.values()) {}

}  // namespace invar
