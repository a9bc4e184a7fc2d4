// The fields of parameter structs (model/params/): a Value that takes only what its parameter can be. A field that is not set
// leaves the default of the schema. Every number may be a formula of the model's parameters: RigidBodyParams{.mass = "2*m"}.
#pragma once

#include "invar/spec/value.h"

namespace invar {

class NumberValue : public Value {
 public:
  NumberValue() = default;
  template <PlainNumber T>
  NumberValue(T number) : Value(number) {}
  NumberValue(std::string formula) : Value(std::move(formula)) {}
  NumberValue(const char* formula) : Value(formula) {}
};

class BooleanValue : public Value {
 public:
  BooleanValue() = default;
  template <std::same_as<bool> T>
  BooleanValue(T flag) : Value(flag) {}
};

// Texts, choices, formulas and names.
class TextValue : public Value {
 public:
  TextValue() = default;
  TextValue(std::string text) : Value(std::move(text)) {}
  TextValue(const char* text) : Value(text) {}
};

class NamesValue : public Value {
 public:
  NamesValue() = default;
  NamesValue(std::initializer_list<std::string> names) : Value(std::vector<std::string>(names)) {}
  NamesValue(const std::vector<std::string>& names) : Value(names) {}
};

class NumbersValue : public Value {
 public:
  NumbersValue() = default;
  NumbersValue(std::initializer_list<NumberValue> numbers) : Value(std::vector<NumberValue>(numbers)) {}
  NumbersValue(const std::vector<double>& numbers) : Value(numbers) {}
  template <class Derived>
  NumbersValue(const Eigen::MatrixBase<Derived>& vector) : Value(vector) {}
};

class Vector2Value : public Value {
 public:
  Vector2Value() = default;
  Vector2Value(const Vector2& v) : Value(v) {}
  Vector2Value(NumberValue x, NumberValue y) : Value({x, y}) {}
};

class Vector3Value : public Value {
 public:
  Vector3Value() = default;
  Vector3Value(const Vector3& v) : Value(v) {}
  Vector3Value(NumberValue x, NumberValue y, NumberValue z) : Value({x, y, z}) {}
};

// 3 numbers (diagonal), 6 (xx, yy, zz, xy, xz, yz) or the whole matrix.
class Matrix3Value : public Value {
 public:
  Matrix3Value() = default;
  Matrix3Value(const Matrix3& m) : Value(m) {}
  Matrix3Value(const Vector3& diagonal) : Value(diagonal) {}
  Matrix3Value(std::initializer_list<NumberValue> numbers) : Value(std::vector<NumberValue>(numbers)) {}
};

// A number, a formula of the variable, a callable, or a map such as {{"table", {{0, 0}, {1, 2}}}}.
class FunctionValue : public Value {
 public:
  FunctionValue() = default;
  template <PlainNumber T>
  FunctionValue(T number) : Value(number) {}
  FunctionValue(std::string formula) : Value(std::move(formula)) {}
  FunctionValue(const char* formula) : Value(formula) {}
  FunctionValue(FunctionPtr function) : Value(std::move(function)) {}
  FunctionValue(const ValueMap& map) : Value(map) {}
  template <FunctionOfOne F>
  FunctionValue(F callable) : Value(std::move(callable)) {}
};

class Vector3FunctionValue : public Value {
 public:
  Vector3FunctionValue() = default;
  Vector3FunctionValue(FunctionValue x, FunctionValue y, FunctionValue z) : Value({x, y, z}) {}
};

}  // namespace invar
