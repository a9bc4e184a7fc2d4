#include "invar/core/error.h"

#include <fmt/format.h>

namespace invar {

std::string to_string(const SourceLocation& where) {
  if (where.line <= 0) return where.file;
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

namespace {

std::string sentence(const SourceLocation& where, const std::string& subject, const std::string& rule,
                     const std::string& hint) {
  std::string text = to_string(where);
  if (!text.empty()) text += ": ";
  text += subject;
  if (!subject.empty() && !rule.empty()) text += ' ';
  text += rule;
  if (!hint.empty()) text += "; " + hint;
  return text;
}

}  // namespace

ModelError::ModelError(SourceLocation where, std::string subject, std::string rule, std::string hint)
    : std::runtime_error(sentence(where, subject, rule, hint)),
      where_(std::move(where)),
      subject_(std::move(subject)),
      rule_(std::move(rule)),
      hint_(std::move(hint)) {}

}  // namespace invar
