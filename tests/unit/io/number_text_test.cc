// Numbers in CSV files, against the C library.
#include "invar/io/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

namespace invar {
namespace {

std::string text_of(double x) {
  char text[kNumberTextSize];
  return {text, write_number(x, text)};
}

std::string printed(double x) {
  char text[64];
  return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.17g", x))};
}

TEST(NumberText, of_special_values_and_limits_is_that_of_printf) {
  for (const double x : {0.0,
                         1.0,
                         0.1,
                         0.5,
                         2.5,
                         100.0,
                         1e-4,
                         1e-5,
                         9.9999999999999995e-5,
                         9.9999999999999998e16,
                         1e16,
                         1e17,
                         1e22,
                         1e23,
                         1e-39,
                         1e-40,
                         123456.0,
                         9007199254740993.0,
                         0.099999999999999992,
                         std::numeric_limits<double>::min(),
                         std::numeric_limits<double>::denorm_min(),
                         std::numeric_limits<double>::max()})
    for (const double signed_x : {x, -x}) EXPECT_EQ(text_of(signed_x), printed(signed_x));
}

TEST(NumberText, of_powers_of_ten_and_their_neighbours_is_that_of_printf) {
  for (int exponent = -60; exponent <= 40; ++exponent)
    for (const double to : {0.0, 1e300}) {
      double x = std::pow(10.0, exponent);
      for (int i = 0; i < 40; ++i, x = std::nextafter(x, to)) ASSERT_EQ(text_of(x), printed(x));
    }
}

TEST(NumberText, of_random_numbers_is_that_of_printf) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> mantissa(-1, 1), exponent(-45, 20);
  for (int i = 0; i < 100000; ++i) {
    const double x = mantissa(random) * std::pow(10, exponent(random));
    ASSERT_EQ(text_of(x), printed(x));
    // Few bits: decimal fractions that end, among them ones just between two texts.
    const double few = std::ldexp(static_cast<double>(random() % 4096), -static_cast<int>(random() % 64));
    ASSERT_EQ(text_of(few), printed(few));
    const auto whole = static_cast<double>(random() >> (random() % 64));
    ASSERT_EQ(text_of(whole), printed(whole));
    const auto any = std::bit_cast<double>(random());
    if (!std::isfinite(any)) continue;
    ASSERT_EQ(text_of(any), printed(any));
  }
}

}  // namespace
}  // namespace invar
