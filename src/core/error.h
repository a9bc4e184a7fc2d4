// The one exception for a wrong model or option: where it is, what it is, which rule it breaks and how to mend it.
//
//   crank.yaml:41:11: joints.hinge.axis = [0, 0, 0] must be a nonzero vector; give it in frame F, e.g. [0, 0, 1]
//   |--- where ----|  |------- subject -----------| |-------- rule --------|  |------------ hint -------------|
//
// The program turns it into exit code 2. Trouble inside a time step is a status value, never this exception.
#pragma once

#include <stdexcept>
#include <string>

namespace invar {

// A place in a model file. Lines and columns count from 1; line 0 means that only the source is known
// (a default, a command-line option).
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const SourceLocation&) const = default;
};

// "file:line:column", "file" when the line is not known, "" when nothing is.
std::string to_string(const SourceLocation& where);

class ModelError : public std::runtime_error {
 public:
  // Empty parts are left out of what().
  ModelError(SourceLocation where, std::string subject, std::string rule, std::string hint = "");

  const SourceLocation& where() const { return where_; }
  const std::string& subject() const { return subject_; }
  const std::string& rule() const { return rule_; }
  const std::string& hint() const { return hint_; }

 private:
  SourceLocation where_;
  std::string subject_, rule_, hint_;
};

}  // namespace invar
