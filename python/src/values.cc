#include "values.h"

#include <fmt/format.h>

#include "callables.h"
#include "invar/core/error.h"

namespace invar::python {

namespace {

std::string text_of(nb::handle object) { return nb::cast<std::string>(nb::str(object)); }

Value read_list(nb::handle sequence, const std::string& path) {
  std::vector<Value> items;
  int i = 0;
  for (const nb::handle item : nb::iter(sequence)) items.push_back(read_value(item, fmt::format("{}[{}]", path, i++)));
  return Value::make_list(std::move(items));
}

}  // namespace

Value read_value(nb::handle object, const std::string& path) {
  if (object.is_none()) return {};
  if (PyBool_Check(object.ptr())) return object.ptr() == Py_True;
  if (PyUnicode_Check(object.ptr())) return text_of(object);
  if (PyFloat_Check(object.ptr())) return nb::cast<double>(object);
  if (PyLong_Check(object.ptr())) return nb::cast<long long>(object);
  if (PyDict_Check(object.ptr())) return read_values(nb::borrow<nb::dict>(object), path);
  // Arrays and numbers of NumPy and its relatives.
  if (nb::hasattr(object, "tolist")) return read_value(nb::object(object.attr("tolist")()), path);
  if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) return read_list(object, path);
  if (is_function(object)) return make_function_of_one(object, path);
  if (PyIndex_Check(object.ptr())) return nb::cast<long long>(nb::object(nb::steal(PyNumber_Index(object.ptr()))));
  if (nb::hasattr(object, "__float__")) return nb::cast<double>(nb::object(nb::steal(PyNumber_Float(object.ptr()))));
  if (nb::hasattr(object, "__iter__")) return read_list(object, path);
  throw ModelError({}, path, fmt::format("cannot be made of a {}", text_of(object.type().attr("__name__"))),
                   "give a number, a text, a list, a dict or a function of one variable");
}

ValueMap read_values(const nb::dict& values, const std::string& path) {
  ValueMap map;
  for (const auto& [key, value] : values) {
    const std::string name = text_of(key);
    map.set(name, read_value(value, path.empty() ? name : path + "." + name));
  }
  return map;
}

Overrides read_overrides(const nb::dict& values) {
  Overrides overrides;
  for (const auto& [key, value] : values) {
    const std::string name = text_of(key);
    const Value parameter = read_value(value, name);
    const auto data = parameter.data();
    if (data->kind != SpecData::Kind::kScalar) throw ModelError({}, name, "must be a number or a formula");
    overrides.emplace_back(name, data->text);
  }
  return overrides;
}

}  // namespace invar::python
