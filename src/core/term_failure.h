// A term that cannot be evaluated says so and returns:
//
//   if (r < r_min_) return fail_term("the distance is smaller than the table");
//
// Nothing is thrown. What the term has added no longer matters: the step in which it happened has failed, is divided, and if
// that does not help, the run ends with the owner of the term and this message. Each thread has its own account.
#pragma once

#include <optional>
#include <string>

namespace invar {

void fail_term(std::string message);

// For systems and loops of steps.
struct TermFailure {
  std::string owner;  // empty where it is not known
  std::string message;
  std::string text() const { return owner.empty() ? message : "\"" + owner + "\": " + message; }
};

// The owner of the term that is being evaluated.
const std::string*& evaluated_owner();
// A system has one while it evaluates, and names each term's owner to it.
class EvaluatedOwner {
 public:
  EvaluatedOwner() : now_(evaluated_owner()) {}
  ~EvaluatedOwner() { now_ = nullptr; }
  EvaluatedOwner(const EvaluatedOwner&) = delete;
  EvaluatedOwner& operator=(const EvaluatedOwner&) = delete;
  void operator=(const std::string& owner) { now_ = &owner; }

 private:
  const std::string*& now_;  // of this thread
};
// The first failure since the last call, if there was one.
std::optional<TermFailure> take_term_failure();

}  // namespace invar
