// The part of the checkers of testing/check_term.h that concerns paths: the promises of terms/path.h.
#pragma once

#include "invar/terms/path.h"
#include "invar/testing/term_checker.h"

namespace invar {

void check_path(const Potential& term, const CheckOptions& options, TermChecker& check);
void check_path(const Constraint& term, const CheckOptions& options, TermChecker& check);
void check_path(const Pfaffian& term, const CheckOptions& options, TermChecker& check);
void check_path(const Force& term, const CheckOptions& options, TermChecker& check);

}  // namespace invar
