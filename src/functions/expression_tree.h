// A second reading of a formula (functions/expression.h), for what muParser cannot tell: exact derivatives, by carrying them
// along with every value, and where the formula switches between its cases, by evaluating it on whole intervals.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "invar/functions/expression.h"

namespace invar {

class ExpressionTree {
 public:
  // Value and derivatives along a line x + s direction. Not finite where the formula has no derivative.
  struct Jet {
    double value = 0.0, first = 0.0, second = 0.0;
  };

  // Nothing if the formula has something that this reading does not know, or if the two readings disagree.
  static std::optional<ExpressionTree> make(const Expression& formula, const std::vector<std::string>& variables,
                                            const Expression::Constants& constants);

  Jet eval(std::span<const double> x, std::span<const double> direction) const;
  Jet eval(double x) const;  // of one variable
  // Whether the formula has cases at all: ?:, comparisons, min, max, abs, sign, heaviside, floor, ...
  bool has_cases() const { return has_cases_; }
  // Of one variable: true if no case changes between a and b. False also means: not known.
  bool keeps_its_case(double a, double b) const;
  // Degrees with which the formula depends on the marked variables: bit k for terms of degree k, k = 0, 1, 2. Nothing if it
  // is no polynomial of degree two in them, as far as its form shows.
  std::optional<unsigned> find_degrees(const std::vector<bool>& marked) const;
  bool depends_on(std::size_t variable) const;

  enum class Op : std::uint8_t;
  struct Code {
    Op op;
    double number = 0.0;    // kNumber
    std::size_t index = 0;  // kVariable
  };

 private:
  std::vector<Code> code_;  // postfix
  bool has_cases_ = false;
};

}  // namespace invar
