#include "invar/audit/certificate.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "invar/core/error.h"
#include "invar/core/version.h"
#include "invar/io/json.h"
#include "invar/spec/schema.h"

namespace invar {

namespace {

std::string shown(const std::string& text) { return json_quoted(text); }
std::string shown(double value) { return json_number(value); }
std::string shown(long long value) { return std::to_string(value); }
std::string shown(const std::optional<double>& value) { return value ? json_number(*value) : "null"; }
std::string shown(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + json_quoted(text);
  return "[" + list + "]";
}

const std::string kOrderPrefix = "output_order.", kConvergedPrefix = "output_converged.";

class Reader {
 public:
  Reader(std::string_view json, std::string source) : source_(std::move(source)) {
    for (auto& [key, value] : parse_flat_json(json, source_)) {
      values_[key] = std::move(value);
      keys_.push_back(key);
    }
  }

  void operator()(const char* key, std::string& out) const {
    if (const JsonValue* value = find(key)) out = get<std::string>(*value, key, "text");
  }
  void operator()(const char* key, double& out) const {
    if (const JsonValue* value = find(key)) {
      // null was not finite when it was written.
      out = is_null(*value) ? std::numeric_limits<double>::quiet_NaN() : get<double>(*value, key, "a number");
    }
  }
  void operator()(const char* key, long long& out) const {
    const JsonValue* value = find(key);
    if (value == nullptr) return;
    const double number = get<double>(*value, key, "a whole number");
    constexpr double kExact = 9007199254740992.0;  // 2^53
    if (number != std::floor(number) || std::abs(number) > kExact) fail(key, "a whole number");
    out = static_cast<long long>(number);
  }
  void operator()(const char* key, std::optional<double>& out) const {
    const JsonValue* value = find(key);
    if (value == nullptr) return;
    out = is_null(*value) ? std::nullopt : std::optional<double>(get<double>(*value, key, "a number or null"));
  }
  void operator()(const char* start, std::vector<OutputAccuracy>& out) const {
    const std::string prefix = start;
    for (const std::string& key : keys_) {
      if (!key.starts_with(prefix)) continue;
      OutputAccuracy output;
      output.name = key.substr(prefix.size());
      (*this)(key.c_str(), output.error);
      (*this)((kOrderPrefix + output.name).c_str(), output.order);
      const JsonValue* converged = find((kConvergedPrefix + output.name).c_str());
      if (converged) output.converged = get<bool>(*converged, key.c_str(), "true or false");
      out.push_back(std::move(output));
    }
  }
  void operator()(const char* key, std::vector<std::string>& out) const {
    if (const JsonValue* value = find(key)) out = get<std::vector<std::string>>(*value, key, "a list of texts");
  }

 private:
  static bool is_null(const JsonValue& value) { return std::holds_alternative<std::monostate>(value); }
  const JsonValue* find(const char* key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? nullptr : &found->second;
  }
  template <class T>
  const T& get(const JsonValue& value, const char* key, const char* kind) const {
    if (const T* typed = std::get_if<T>(&value)) return *typed;
    fail(key, kind);
  }
  [[noreturn]] void fail(const char* key, const char* kind) const {
    throw ModelError({source_, 0, 0}, key, fmt::format("must be {}", kind));
  }

  std::string source_;
  std::map<std::string, JsonValue> values_;
  std::vector<std::string> keys_;  // in the order of the text
};

}  // namespace

namespace {

struct Writer {
  std::string json;

  void add(const std::string& key, const std::string& value) {
    json += fmt::format("{}  {}: {}", json.empty() ? "{\n" : ",\n", json_quoted(key), value);
  }
  template <class Value>
  void operator()(const char* key, const Value& value) {
    add(key, shown(value));
  }
  void operator()(const char* prefix, const std::vector<OutputAccuracy>& outputs) {
    for (const OutputAccuracy& output : outputs) {
      add(prefix + output.name, shown(output.error));
      add(kOrderPrefix + output.name, shown(output.order));
      add(kConvergedPrefix + output.name, output.converged ? "true" : "false");
    }
  }
};

}  // namespace

std::string to_json(const Certificate& certificate) {
  Writer add;
  if (certificate.version.empty()) {
    Certificate with_version = certificate;
    with_version.version = version();
    visit_keys(with_version, add);
  } else {
    visit_keys(certificate, add);
  }
  return add.json + "\n}\n";
}

Certificate certificate_from_json(std::string_view json, const std::string& source) {
  Certificate certificate;
  visit_keys(certificate, Reader(json, source));
  return certificate;
}

}  // namespace invar
