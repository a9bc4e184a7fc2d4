#include "invar/spec/scope.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <mutex>
#include <unordered_map>

#include "invar/core/suggest.h"
#include "invar/functions/expression.h"
#include "invar/spec/formula_names.h"

namespace invar {

struct CompiledFormula {
  std::vector<std::string> names;
  Expression expression;
};

namespace {

CompiledFormula compile(const std::string& text, const SourceLocation& where, const std::string& subject,
                        const FunctionTablePtr& functions) {
  auto names = Expression::free_names(text, where, subject, functions.get());
  Expression expression(text, names, {}, where, subject, functions);
  return {std::move(names), std::move(expression)};
}

[[noreturn]] void unknown_name(const Scope* scope, const std::string& name, const std::string& text,
                               const SourceLocation& where, const std::string& subject) {
  const auto known = scope != nullptr ? scope->names() : std::vector<std::string>{};
  auto all = known;
  all.insert(all.end(), Expression::built_in_names().begin(), Expression::built_in_names().end());
  std::string hint;
  if (const auto nearest = nearest_name(name, all)) {
    hint = fmt::format("did you mean \"{}\"?", *nearest);
  } else if (known.empty()) {
    hint = "the model has no parameters; define it under parameters:";
  } else {
    hint = suggestion(name, known) + "; define it under parameters:";
  }
  throw ModelError(where, fmt::format("{} = {}", subject, text), fmt::format("has the unknown name \"{}\"", name),
                   hint);
}

}  // namespace

struct Scope::Root {
  std::vector<std::pair<std::string, double>> parameters;
  std::unordered_map<std::string, double> values;
  FunctionTablePtr functions;
  std::mutex mutex;  // guards the cache only; a found entry is never moved or erased
  std::unordered_map<std::string, std::unique_ptr<CompiledFormula>> compiled;
};

Scope::~Scope() = default;

ScopePtr Scope::make(std::vector<std::pair<std::string, double>> parameters) {
  std::shared_ptr<Scope> scope(new Scope);
  scope->root_ = std::make_shared<Root>();
  scope->root_->parameters = std::move(parameters);
  for (const auto& [name, value] : scope->root_->parameters) scope->root_->values.emplace(name, value);
  return scope;
}

ScopePtr Scope::with_functions(const ScopePtr& outer, FunctionTablePtr functions) {
  std::shared_ptr<Scope> scope(new Scope);
  scope->root_ = std::make_shared<Root>();
  if (outer) {
    scope->root_->parameters = outer->root_->parameters;
    scope->root_->values = outer->root_->values;
  }
  scope->root_->functions = std::move(functions);
  return scope;
}

const FunctionTablePtr& Scope::functions() const { return root_->functions; }

ScopePtr Scope::with(ScopePtr outer, std::string name, double value) {
  std::shared_ptr<Scope> scope(new Scope);
  scope->root_ = outer->root_;
  scope->outer_ = std::move(outer);
  scope->name_ = std::move(name);
  scope->value_ = value;
  return scope;
}

std::optional<double> Scope::find(std::string_view name) const {
  for (const Scope* s = this; s->outer_; s = s->outer_.get()) {
    if (s->name_ == name) return s->value_;
  }
  const auto found = root_->values.find(std::string(name));
  if (found == root_->values.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> Scope::names() const {
  std::vector<std::string> all;
  for (const Scope* s = this; s->outer_; s = s->outer_.get()) all.push_back(s->name_);
  for (const auto& [name, value] : root_->parameters) all.push_back(name);
  return all;
}

double Scope::evaluate(const Scope* scope, const std::string& text, const SourceLocation& where,
                       const std::string& subject) {
  double result = 0.0;
  if (const auto number = parse_number(text)) {
    result = *number;
  } else {
    std::unique_ptr<CompiledFormula> own;
    const CompiledFormula* compiled = nullptr;
    if (scope == nullptr) {
      own = std::make_unique<CompiledFormula>(compile(text, where, subject, nullptr));
      compiled = own.get();
    } else {
      const std::lock_guard lock(scope->root_->mutex);
      auto& entry = scope->root_->compiled[text];
      if (!entry) {
        refuse_dotted_names(text, where, subject, {}, scope->names());
        entry = std::make_unique<CompiledFormula>(compile(text, where, subject, scope->root_->functions));
      }
      compiled = entry.get();
    }
    std::array<double, 8> few{};
    std::vector<double> many;
    double* values = few.data();
    if (compiled->names.size() > few.size()) {
      many.resize(compiled->names.size());
      values = many.data();
    }
    for (std::size_t i = 0; i < compiled->names.size(); ++i) {
      const auto value = scope != nullptr ? scope->find(compiled->names[i]) : std::nullopt;
      if (!value) unknown_name(scope, compiled->names[i], text, where, subject);
      values[i] = *value;
    }
    result = compiled->expression.eval(std::span<const double>(values, compiled->names.size()));
  }
  if (!std::isfinite(result)) {
    throw ModelError(where, fmt::format("{} = {}", subject, text), "must be a finite number",
                     parse_number(text) ? "" : fmt::format("the formula gives {}", result));
  }
  return result;
}

std::string Scope::substitute(const Scope* scope, const std::string& text, const SourceLocation& where,
                              const std::string& subject) {
  std::size_t open = text.find("${");
  if (open == std::string::npos) return text;
  std::string result;
  std::size_t done = 0;
  for (; open != std::string::npos; open = text.find("${", done)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) {
      throw ModelError(where, fmt::format("{} = {}", subject, text), "has ${ without a closing }");
    }
    result.append(text, done, open - done);
    result += number_text(evaluate(scope, text.substr(open + 2, close - open - 2), where, subject));
    done = close + 1;
  }
  return result.append(text, done, std::string::npos);
}

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";  // its sign means nothing
  if (std::abs(value) < 1e15 && value == std::floor(value)) return fmt::format("{}", static_cast<long long>(value));
  return fmt::format("{}", value);
}

}  // namespace invar
