#include "invar/spec/value.h"

#include <fmt/format.h>

namespace invar {

namespace {

std::shared_ptr<SpecData> make_data(SpecData::Kind kind) {
  auto data = std::make_shared<SpecData>();
  data->kind = kind;
  return data;
}

}  // namespace

Value Value::from_number(double number) {
  auto data = make_data(SpecData::Kind::kScalar);
  data->text = fmt::format("{}", number);  // the shortest text that reads back as the same number
  data->number = number;
  Value value;
  value.data_ = std::move(data);
  return value;
}

Value Value::from_integer(long long number) {
  Value value = from_number(static_cast<double>(number));
  auto data = std::make_shared<SpecData>(*value.data_);
  data->text = fmt::format("{}", number);
  value.data_ = std::move(data);
  return value;
}

Value::Value(std::string text) {
  auto data = make_data(SpecData::Kind::kScalar);
  data->text = std::move(text);
  data_ = std::move(data);
}

Value::Value(std::initializer_list<Value> list) : Value(make_list(list)) {}

Value::Value(const ValueMap& map) : data_(map.node("").data()) {}

Value::Value(FunctionPtr function) {
  if (!function) return;
  auto data = make_data(SpecData::Kind::kFunction);
  data->function = std::move(function);
  data_ = std::move(data);
}

Value Value::make_list(std::vector<Value> items) {
  auto data = make_data(SpecData::Kind::kList);
  for (const Value& item : items) data->items.push_back(item.data());
  Value value;
  value.data_ = std::move(data);
  return value;
}

std::shared_ptr<const SpecData> Value::data() const { return data_ ? data_ : make_data(SpecData::Kind::kNull); }

ValueMap& ValueMap::set(std::string_view key, Value value) {
  if (!value.is_given()) return *this;
  for (Item& item : items_)
    if (item.key == key) {
      item.value = std::move(value);
      return *this;
    }
  items_.push_back({std::string(key), std::move(value)});
  return *this;
}

const Value* ValueMap::find(std::string_view key) const {
  for (const Item& item : items_)
    if (item.key == key) return &item.value;
  return nullptr;
}

SpecNode ValueMap::node(std::string path, ScopePtr scope) const {
  auto data = make_data(SpecData::Kind::kMap);
  for (const Item& item : items_) {
    data->keys.push_back({item.key, 0, 0});
    data->items.push_back(item.value.data());
  }
  return {std::move(data), std::move(scope), std::move(path)};
}

}  // namespace invar
