#include "invar/core/term_failure.h"

#include <utility>

namespace invar {

namespace {

thread_local const std::string* owner_now = nullptr;
thread_local std::optional<TermFailure> first_failure;

}  // namespace

void fail_term(std::string message) {
  if (!first_failure) first_failure = {owner_now != nullptr ? *owner_now : "", std::move(message)};
}

const std::string*& evaluated_owner() { return owner_now; }

std::optional<TermFailure> take_term_failure() { return std::exchange(first_failure, std::nullopt); }

}  // namespace invar
