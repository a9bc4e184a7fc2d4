// Formulas give the digits that another engine gave for them (tests/data/formulas.txt), and what follows from one reading
// of a formula: long chains, derivatives beside values, evaluation from several threads and without memory.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "invar/functions/expression.h"
#include "paths.h"

namespace invar {
namespace {

struct StoredFormula {
  std::string text;
  std::vector<std::string> variables;
  std::vector<double> x;
  Expression::Constants constants;
  double value;

  Expression make() const { return Expression(text, variables, constants); }
  bool uses_library() const { return text.find_first_of("(^") != std::string::npos; }
};

std::vector<StoredFormula> read_stored_formulas() {
  std::vector<StoredFormula> all;
  std::ifstream file(source_path("tests/data/formulas.txt"));
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    StoredFormula f{line.substr(0, first), {}, {}, {}, std::strtod(line.c_str() + second + 1, nullptr)};
    std::istringstream names(line.substr(first + 1, second - first - 1));
    for (std::string word; names >> word;) {
      const std::size_t equal = word.find('=');
      const double value = std::strtod(word.c_str() + equal + 1, nullptr);
      if (word[0] == '$') {
        f.constants.emplace_back(word.substr(1, equal - 1), value);
      } else {
        f.variables.push_back(word.substr(0, equal));
        f.x.push_back(value);
      }
    }
    all.push_back(std::move(f));
  }
  return all;
}

bool is_same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// The functions of another C library, or of the same on another processor, may differ in the last digit; formulas made of them
// are then compared with fewer digits.
TEST(ExpressionDigits, are_those_of_another_engine) {
  const auto all = read_stored_formulas();
  ASSERT_GT(all.size(), 3500u);
  constexpr std::size_t kLibrary = 128;
  bool same_library = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const StoredFormula& f = all[i];
    const double value = f.make().eval(f.x);
    if (i < kLibrary) {
      same_library = same_library && value == f.value;
      EXPECT_NEAR(value, f.value, 4.5e-16 * std::abs(f.value)) << f.text;
    } else if (same_library || !f.uses_library()) {
      EXPECT_TRUE(is_same_number(value, f.value)) << f.text << " gives " << value << " instead of " << f.value;
    } else if (std::isfinite(f.value)) {
      EXPECT_NEAR(value, f.value, 1e-9 * (1 + std::abs(f.value))) << f.text;
    }
  }
}

// Derivatives carry the value along: as written, not folded, so the two may differ by rounding.
TEST(ExpressionDigits, of_values_are_those_beside_derivatives_up_to_rounding) {
  int compared = 0;
  for (const StoredFormula& f : read_stored_formulas()) {
    const Expression formula = f.make();
    const std::vector<double> none(f.x.size(), 0.0);
    if (formula.has_cases()) continue;  // rounding may decide a case
    std::vector<double> near = f.x;
    for (double& x : near) x *= 1 + 1e-13;
    // How much the formula magnifies rounding of its variables.
    const double value = formula.eval(f.x), change = std::abs(formula.eval(near) - value);
    if (!std::isfinite(value) || !(change < 1e-6 * std::abs(value))) continue;
    ++compared;
    EXPECT_NEAR(formula.eval_jet(f.x, none).value, value, 1e-8 * std::abs(value) + 1e-12) << f.text;
  }
  EXPECT_GT(compared, 1500);
}

TEST(ExpressionDigits, survive_chains_as_long_as_a_formula_may_be) {
  std::string cases, powers = "x", sum = "x", brackets;
  for (int i = 0; i < 300; ++i) cases += "x < " + std::to_string(i) + " ? " + std::to_string(i) + " : ";
  cases += "1000";
  for (int i = 0; i < 2000; ++i) powers += "^1";
  for (int i = 0; i < 2000; ++i) sum += "+x";
  for (int i = 0; i < 100; ++i) brackets += "(x+";
  brackets += "x" + std::string(100, ')');
  EXPECT_EQ(Expression(cases, {"x"}).eval(41.5), 42);
  EXPECT_EQ(Expression(cases, {"x"}).eval_jet(41.5).value, 42);
  EXPECT_EQ(Expression(cases, {"x"}).eval(4e5), 1000);
  EXPECT_EQ(Expression(powers, {"x"}).eval(3), 3);
  EXPECT_EQ(Expression(powers, {"x"}).eval_jet(3).first, 1);
  EXPECT_EQ(Expression(sum, {"x"}).eval(2), 4002);
  EXPECT_EQ(Expression(brackets, {"x"}).eval(2), 202);
  EXPECT_EQ(Expression(brackets, {"x"}).eval_jet(2).first, 101);
  std::string nested = "1";
  for (int i = 0; i < 300; ++i) nested = "x ? " + nested + " : 0";
  EXPECT_THROW(Expression(nested, {"x"}), ModelError);
}

// One set of formulas for all threads, each thread with arguments of its own.
TEST(ExpressionDigits, are_the_same_in_several_threads) {
  std::vector<Expression> formulas;
  std::vector<std::vector<double>> x;
  for (const StoredFormula& f : read_stored_formulas()) {
    formulas.push_back(f.make());
    x.push_back(f.x);
  }
  constexpr int kThreads = 4;
  const auto eval_all = [&](int shift) {
    std::vector<double> values;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      std::vector<double> at = x[i];
      for (double& value : at) value += shift;
      const auto jet = formulas[i].eval_jet(at, at);
      values.insert(values.end(), {formulas[i].eval(at), jet.value, jet.first, jet.second});
    }
    return values;
  };
  std::vector<std::vector<double>> alone, together(kThreads);
  for (int k = 0; k < kThreads; ++k) alone.push_back(eval_all(k));
  std::vector<std::thread> threads;
  for (int k = 0; k < kThreads; ++k) threads.emplace_back([&, k] { together[k] = eval_all(k); });
  for (auto& thread : threads) thread.join();
  for (int k = 0; k < kThreads; ++k)
    for (std::size_t i = 0; i < alone[k].size(); ++i) ASSERT_TRUE(is_same_number(alone[k][i], together[k][i])) << i;
}

}  // namespace
}  // namespace invar
