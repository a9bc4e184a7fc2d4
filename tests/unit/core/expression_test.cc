#include "invar/functions/expression.h"

#include <gtest/gtest.h>

#include <cmath>

#include "invar/spec/scope.h"

namespace invar {
namespace {

double value(const std::string& text) { return Expression(text, {}).eval(std::span<const double>{}); }

TEST(Expression, knows_the_operators_constants_and_functions_it_promises) {
  EXPECT_DOUBLE_EQ(value("1 + 2*3^2 - 4/8"), 18.5);
  EXPECT_DOUBLE_EQ(value("-2^2"), -4.0);
  EXPECT_DOUBLE_EQ(value("2^3^2"), 512.0);
  EXPECT_DOUBLE_EQ(value("2^-1"), 0.5);
  EXPECT_DOUBLE_EQ(value("180*deg - pi"), 0.0);
  EXPECT_DOUBLE_EQ(value("ln(e)"), 1.0);
  EXPECT_DOUBLE_EQ(value("log10(1000) + exp(0)"), 4.0);
  EXPECT_DOUBLE_EQ(value("log(e^2)"), 2.0);
  EXPECT_DOUBLE_EQ(value("min(3, 1, 2) + max(3, 1, 2)"), 4.0);
  EXPECT_DOUBLE_EQ(value("abs(-3) + sqrt(16) + sign(-2)"), 6.0);
  EXPECT_DOUBLE_EQ(value("sin(pi/2) + cos(0) + tan(0) + asin(0) + acos(1) + atan(0)"), 2.0);
  EXPECT_DOUBLE_EQ(value("atan2(1, -1)"), 0.75 * M_PI);
  EXPECT_DOUBLE_EQ(value("sinh(0) + cosh(0) + tanh(0)"), 1.0);
  EXPECT_DOUBLE_EQ(value("floor(-1.5) + ceil(1.2) + hypot(3, 4)"), 5.0);
  EXPECT_DOUBLE_EQ(value("mod(7, 3) + 10*mod(-1, 3)"), 21.0);
  EXPECT_DOUBLE_EQ(value("heaviside(-1e-9) + 2*heaviside(0) + 4*heaviside(3)"), 6.0);
  EXPECT_DOUBLE_EQ(value("1 < 2 ? 10 : 20"), 10.0);
  EXPECT_DOUBLE_EQ(value("(1 >= 2 || 3 != 3) ? 10 : 20"), 20.0);
  EXPECT_DOUBLE_EQ(value("1 == 1 && 2 <= 3"), 1.0);
  EXPECT_DOUBLE_EQ(value("1e-3*1E3"), 1.0);
}

TEST(Expression, takes_variables_in_the_given_order_and_constants_by_name) {
  const Expression f("a*x + y", {"x", "y"}, {{"a", 3.0}});
  const double values[] = {2.0, 5.0};
  EXPECT_DOUBLE_EQ(f.eval(values), 11.0);
  EXPECT_EQ(f.text(), "a*x + y");
}

TEST(Expression, says_which_name_is_unknown_and_which_is_near) {
  try {
    Expression("2*lenght", {"length"}, {}, {"m.yaml", 3, 7}, "bodies.a.x");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "m.yaml:3:7: bodies.a.x = 2*lenght has the unknown name \"lenght\"; did you mean \"length\"?");
  }
}

TEST(Expression, lists_the_names_that_are_not_its_own) {
  EXPECT_EQ(Expression::free_names("b*sin(a) + pi + b"), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(Expression::free_names("2*pi").empty());
  EXPECT_TRUE(Expression::is_built_in("heaviside"));
  EXPECT_TRUE(Expression::is_built_in("e"));
  EXPECT_FALSE(Expression::is_built_in("_pi"));
}

TEST(Expression, refuses_what_is_not_one_formula) {
  for (const char* text : {"",    "  ",  "1,2", "x = 3", "\"a\"",    "1 +", "sin", "sin()", "(1",   "1)",
                           "a b", "2 3", "2x",  "1 ? 2", "atan2(1)", "#",   "@x",  "x;y",   "2**3", "min()"}) {
    EXPECT_THROW(Expression(text, {"x", "y"}), ModelError) << text;
  }
}

TEST(Expression, gives_what_arithmetic_gives_where_there_is_no_value) {
  EXPECT_TRUE(std::isinf(value("1/0")));
  EXPECT_TRUE(std::isnan(value("sqrt(-1)")));
}

TEST(Expression, is_accurate_where_logarithms_would_cancel) {
  // From the power series: asinh x = x - x^3/6, atanh x = x + x^3/3, acosh(1 + d) = sqrt(2 d) (1 - d/12).
  EXPECT_DOUBLE_EQ(value("asinh(1e-9)"), 1e-9);
  EXPECT_DOUBLE_EQ(value("atanh(1e-9)"), 1e-9);
  EXPECT_DOUBLE_EQ(value("acosh(1 + 2^-40)"), std::exp2(-19.5) * (1 - std::exp2(-40) / 12));
  EXPECT_EQ(value("log2(2^29)"), 29.0);
}

struct WrongFormula {
  std::string text, message;
};

TEST(Expression, says_what_is_wrong_with_a_formula) {
  for (const auto& [text, message] : std::vector<WrongFormula>{
           {"1 +", "is not a formula: it ends too early; an operand is missing at its end"},
           {"(x", "is not a formula: a closing bracket is missing; count the brackets"},
           {"x)", "is not a formula: the bracket \")\" is out of place; a product is written a*(b)"},
           {"2(x)", "is not a formula: the bracket \"(\" is out of place; a product is written a*(b)"},
           {"(x, y)",
            "is not a formula: a comma is out of place; the decimal point is a dot, a comma separates the "
            "values of a function"},
           {"x, y", "is not a formula: it has 2 results; remove the comma"},
           {"sin(x, y)",
            "is not a formula: sin has too many values; the decimal point is a dot, a comma separates values"},
           {"atan2(x)", "is not a formula: atan2 has too few values"},
           {"min()", "is not a formula: min has too few values"},
           {"x y", "is not a formula: \"y\" follows another value without an operator; a product is written a*b"},
           {"x 2.5", "is not a formula: \"2.5\" follows another value without an operator; a product is written a*b"},
           {"x */ y", "is not a formula: the operator \"/\" is out of place; an operand is missing before it"},
           {"--x", "is not a formula: the operator \"-\" is out of place; an operand is missing before it"},
           {"x ? 1", "is not a formula: a case is not complete; write condition ? value : other_value"},
           {"x : 1", "is not a formula: a case is not complete; write condition ? value : other_value"},
           {"x # y", "is not a formula: \"#\" cannot be read; it may have numbers, names, + - * / ^ ( ) and functions"},
           {"1e400*x", "is not a formula: the number 1e400 is too large; the largest is 1.797e308"},
           {"sin x", "is not a formula: the function \"sin\" has no values; write sin(...)"},
           {"x zz", "has the unknown name \"zz\"; known: x, y"},
       }) {
    try {
      Expression(text, {"x", "y"}, {}, {"m.yaml", 3, 7}, "bodies.a.x");
      FAIL() << text;
    } catch (const ModelError& error) {
      EXPECT_EQ(error.what(), "m.yaml:3:7: bodies.a.x = " + text + " " + message);
    }
  }
}

TEST(ParseNumber, takes_whole_numbers_in_every_usual_spelling_and_nothing_else) {
  EXPECT_EQ(parse_number("1"), 1.0);
  EXPECT_EQ(parse_number("-2.5e-3"), -2.5e-3);
  EXPECT_EQ(parse_number("+.5"), 0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("1e-999"), 0.0);
  EXPECT_EQ(parse_number("1e999"), std::numeric_limits<double>::infinity());
  for (const char* text : {"", "+", "-", "1 ", " 1", "1m", "0x10", "1,5", "+-1", "++1", "e", "."}) {
    EXPECT_FALSE(parse_number(text).has_value()) << text;
  }
}

TEST(Identifier, begins_with_a_letter) {
  for (const char* good : {"a", "A1", "a_b_2"}) EXPECT_TRUE(is_identifier(good)) << good;
  for (const char* bad : {"", "1a", "_a", "a-b", "a b", "a.b", "\xC3\xA4"}) EXPECT_FALSE(is_identifier(bad)) << bad;
}

TEST(Scope, finds_the_innermost_index_and_the_parameters) {
  const ScopePtr root = Scope::make({{"a", 2.0}, {"b", 3.0}});
  const ScopePtr inner = Scope::with(Scope::with(root, "i", 4.0), "j", 5.0);
  EXPECT_EQ(inner->find("a"), 2.0);
  EXPECT_EQ(inner->find("i"), 4.0);
  EXPECT_EQ(inner->find("j"), 5.0);
  EXPECT_FALSE(root->find("i").has_value());
  EXPECT_EQ(inner->names(), (std::vector<std::string>{"j", "i", "a", "b"}));
  EXPECT_DOUBLE_EQ(Scope::evaluate(inner.get(), "a*i + j", {}, ""), 13.0);
  EXPECT_DOUBLE_EQ(Scope::evaluate(nullptr, "2*pi", {}, ""), 2 * M_PI);
  EXPECT_EQ(Scope::substitute(inner.get(), "p_${i}_${j-1}_${a/4}", {}, ""), "p_4_4_0.5");
}

TEST(Scope, prints_numbers_so_that_they_read_back_the_same) {
  for (const double x : {0.1, 1.0 / 3.0, 1e-300, -2.5e17, 123456789.0, 1e15, -0.0}) {
    EXPECT_EQ(parse_number(number_text(x)), x) << number_text(x);
  }
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(3.0), "3");
}

TEST(Scope, evaluates_formulas_of_more_names_than_fit_the_small_buffer) {
  std::vector<std::pair<std::string, double>> parameters;
  std::string sum = "0";
  for (int i = 0; i < 20; ++i) {
    parameters.emplace_back("p" + std::to_string(i), i);
    sum += "+p" + std::to_string(i);
  }
  EXPECT_DOUBLE_EQ(Scope::evaluate(Scope::make(parameters).get(), sum, {}, ""), 190.0);
}

}  // namespace
}  // namespace invar
