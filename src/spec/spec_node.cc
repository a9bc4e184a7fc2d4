#include "invar/spec/spec_node.h"

#include <fmt/format.h>

#include <cmath>

#include "invar/functions/expression.h"

namespace invar {

SpecNode::SpecNode(std::shared_ptr<const SpecData> data, ScopePtr scope, std::string path)
    : data_(std::move(data)), scope_(std::move(scope)), path_(std::move(path)) {}

SpecNode SpecNode::merged_with(const SpecNode& other) const {
  if (!other.is_map()) return *this;
  if (!is_map()) return other.with_path(path_.empty() ? other.path_ : path_);
  auto data = std::make_shared<SpecData>(*data_);
  for (std::size_t i = 0; i < other.size(); ++i) {
    std::size_t j = 0;
    while (j < data->keys.size() && data->keys[j].text != other.key(i)) ++j;
    if (j == data->keys.size()) {
      data->keys.push_back(other.data_->keys[i]);
      data->items.push_back(other.data_->items[i]);
    } else {
      data->items[j] = other.data_->items[i];
    }
  }
  return {std::move(data), scope_, path_};
}

SourceLocation SpecNode::location() const {
  if (!data_) return {};
  return {data_->file ? *data_->file : "", data_->line, data_->column};
}

SourceLocation SpecNode::key_location(std::size_t i) const {
  const auto& key = data_->keys[i];
  return {data_->file ? *data_->file : "", key.line, key.column};
}

SpecNode SpecNode::operator[](std::size_t i) const {
  if (is_map()) return {data_->items[i], scope_, path_.empty() ? key(i) : path_ + "." + key(i)};
  return {data_->items[i], scope_, fmt::format("{}[{}]", path_, i)};
}

std::vector<std::string> SpecNode::keys() const {
  std::vector<std::string> all;
  if (data_) {
    for (const auto& key : data_->keys) all.push_back(key.text);
  }
  return all;
}

bool SpecNode::has(std::string_view key) const { return static_cast<bool>(find(key)); }

SpecNode SpecNode::find(std::string_view key) const {
  if (data_) {
    for (std::size_t i = 0; i < data_->keys.size(); ++i) {
      if (data_->keys[i].text == key) return (*this)[i];
    }
  }
  return {};
}

const std::string& SpecNode::raw_text() const {
  if (!is_scalar()) fail(fmt::format("must be text, not {}", kind_text()));
  return data_->text;
}

std::string SpecNode::text() const {
  const std::string& raw = raw_text();
  if (raw.find("${") == std::string::npos) return raw;
  return Scope::substitute(scope_.get(), raw, location(), path_);
}

double SpecNode::number() const {
  if (!is_scalar()) fail(fmt::format("must be a number, not {}", kind_text()));
  if (data_->number) {
    if (!std::isfinite(*data_->number)) fail("must be a finite number");
    return *data_->number;
  }
  const std::string& raw = data_->text;
  if (raw.empty()) fail("must be a number", "it is empty text");
  // YAML's own spellings of what no model may contain.
  if (raw == ".nan" || raw == ".NaN" || raw == ".NAN" || raw.ends_with(".inf") || raw.ends_with(".Inf") ||
      raw.ends_with(".INF")) {
    fail("must be a finite number");
  }
  if (raw.find("${") == std::string::npos) return Scope::evaluate(scope_.get(), raw, location(), path_);
  // Wholly one ${formula}: the value itself, without a detour over its digits.
  if (raw.starts_with("${") && raw.find('}') == raw.size() - 1) {
    return Scope::evaluate(scope_.get(), raw.substr(2, raw.size() - 3), location(), path_);
  }
  return Scope::evaluate(scope_.get(), text(), location(), path_);
}

long long SpecNode::integer() const {
  const double value = number();
  const double whole = std::round(value);
  // Formulas such as L/h may miss a whole number by rounding; anything further off is a mistake.
  if (std::abs(value - whole) > 1e-9 * std::max(1.0, std::abs(value))) {
    fail("must be a whole number", parse_number(data_->text) ? "" : fmt::format("the formula gives {}", value));
  }
  if (std::abs(whole) > 1e15) fail("must be a whole number below 1e15");
  return static_cast<long long>(whole);
}

bool SpecNode::boolean() const {
  const std::string value = is_scalar() ? text() : "";
  if (value == "true" || value == "True" || value == "TRUE") return true;
  if (value == "false" || value == "False" || value == "FALSE") return false;
  fail("must be true or false");
}

namespace {

void show(const SpecData& data, std::string& out, std::size_t limit) {
  if (out.size() > limit) return;
  switch (data.kind) {
    case SpecData::Kind::kNull:
      out += "nothing";
      return;
    case SpecData::Kind::kScalar:
      out += data.text;
      return;
    case SpecData::Kind::kFunction:
      out += "(function)";
      return;
    default:
      break;
  }
  const bool map = data.kind == SpecData::Kind::kMap;
  out += map ? '{' : '[';
  for (std::size_t i = 0; i < data.items.size() && out.size() <= limit; ++i) {
    if (i > 0) out += ", ";
    if (map) out += data.keys[i].text + ": ";
    show(*data.items[i], out, limit);
  }
  out += map ? '}' : ']';
}

}  // namespace

std::string SpecNode::shown() const {
  constexpr std::size_t kLimit = 60;
  std::string out;
  if (data_) show(*data_, out, kLimit);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';  // a message is one line
  }
  if (out.size() > kLimit) {
    out.resize(kLimit - 3);
    out += "...";
  }
  return out;
}

std::string SpecNode::subject() const {
  if (!data_ || is_map()) return path_;
  const std::string value = is_scalar() && data_->text.empty() ? "\"\"" : shown();
  return path_.empty() ? value : fmt::format("{} = {}", path_, value);
}

void SpecNode::fail(const std::string& rule, const std::string& hint) const {
  throw ModelError(location(), subject(), rule, hint);
}

std::string SpecNode::kind_text() const {
  switch (kind()) {
    case Kind::kNull:
      return "nothing";
    case Kind::kScalar:
      return "text";
    case Kind::kList:
      return "a list";
    case Kind::kFunction:
      return "a function";
    default:
      return "a map";
  }
}

}  // namespace invar
