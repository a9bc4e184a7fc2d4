#include "invar/io/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace invar {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kDigits = 17;
constexpr int kMostPower = 55;  // 5^55 < 2^128
constexpr std::uint64_t kLeast = 10'000'000'000'000'000, kTooLarge = 10 * kLeast;

constexpr std::array<Wide, kMostPower + 1> kPowersOfFive = [] {
  std::array<Wide, kMostPower + 1> powers{1};
  for (std::size_t k = 1; k < powers.size(); ++k) powers[k] = 5 * powers[k - 1];
  return powers;
}();

// m 5^k 2^-shift rounded to an integer; false where it is not an integer of some 17 digits or just between two.
bool scale(std::uint64_t m, int k, int shift, std::uint64_t& digits) {
  const Wide five = kPowersOfFive[static_cast<std::size_t>(k)];
  // The product as three 64-bit words.
  const Wide low = Wide{m} * static_cast<std::uint64_t>(five), high = Wide{m} * static_cast<std::uint64_t>(five >> 64);
  const Wide upper = high + (low >> 64);
  const std::uint64_t w0 = static_cast<std::uint64_t>(low);
  if (shift <= 0) {
    if (shift < -10 || upper != 0 || w0 >> (54 + shift) != 0) return false;
    digits = w0 << -shift;
    return true;
  }
  Wide rest, half;
  bool is_rest_below;  // whether bits of w0 are below those of `rest`
  if (shift < 64) {
    if (upper >> shift != 0) return false;
    digits = static_cast<std::uint64_t>((upper << (64 - shift)) | (w0 >> shift));
    rest = w0 & ((std::uint64_t{1} << shift) - 1);
    half = Wide{1} << (shift - 1);
    is_rest_below = false;
  } else {
    const int more = shift - 64;
    if (more >= 128) return false;
    const Wide whole = upper >> more;
    if (whole >> 64 != 0) return false;
    digits = static_cast<std::uint64_t>(whole);
    if (more == 0) {
      rest = w0;
      half = Wide{1} << 63;
      is_rest_below = false;
    } else {
      rest = upper & ((Wide{1} << more) - 1);
      half = Wide{1} << (more - 1);
      is_rest_below = w0 != 0;
    }
  }
  if (rest == half && !is_rest_below) return false;
  digits += rest > half || (rest == half && is_rest_below);
  return true;
}

constexpr std::array<char, 200> kPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

void write_pair(char* out, unsigned value) { std::memcpy(out, kPairs.data() + 2 * value, 2); }

void write_eight(char* out, unsigned value) {
  const unsigned high = value / 10000, low = value % 10000;
  write_pair(out, high / 100);
  write_pair(out + 2, high % 100);
  write_pair(out + 4, low / 100);
  write_pair(out + 6, low % 100);
}

// The 17 digits of D.
void write_digits(std::uint64_t digits, char* out) {
  constexpr std::uint64_t kEight = 100'000'000;
  const std::uint64_t upper = digits / kEight;
  out[0] = static_cast<char>('0' + upper / kEight);
  write_eight(out + 1, static_cast<unsigned>(upper % kEight));
  write_eight(out + 9, static_cast<unsigned>(digits % kEight));
}

char* write_slowly(double x, char* out) { return fmt::format_to(out, "{:.17g}", x); }

}  // namespace

char* write_number(double x, char* out) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  char* const begin = out;
  if (bits >> 63) *out++ = '-';
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  if (exponent == 0 && fraction == 0) {
    *out++ = '0';
    return out;
  }
  if (exponent == 0 || exponent == 0x7ff) return write_slowly(x, begin);
  const std::uint64_t m = fraction | std::uint64_t{1} << 52;
  const int e = exponent - 1075;
  // log10(2) = 1233/4096 to 1e-5: too small by one at most.
  int decimal = ((e + 52) * 1233) >> 12;
  std::uint64_t digits = 0;
  for (int tries = 0;; ++tries) {
    const int k = kDigits - 1 - decimal;
    if (tries > 2 || k < 0 || k > kMostPower || !scale(m, k, -(e + k), digits)) return write_slowly(x, begin);
    if (digits >= kLeast && digits < kTooLarge) break;
    // Rounding may lead to 10^17 exactly; the next try rounds to 10^16.
    decimal += digits < kLeast ? -1 : 1;
  }
  char text[kDigits];
  write_digits(digits, text);
  int count = kDigits;
  while (count > 1 && text[count - 1] == '0') --count;
  const auto copy = [&](int from, int to) {
    if (to > from) std::memcpy(out, text + from, static_cast<std::size_t>(to - from)), out += to - from;
  };
  if (decimal < -4 || decimal >= kDigits) {
    *out++ = text[0];
    if (count > 1) *out++ = '.';
    copy(1, count);
    *out++ = 'e';
    *out++ = decimal < 0 ? '-' : '+';
    const unsigned size = static_cast<unsigned>(decimal < 0 ? -decimal : decimal);
    if (size >= 100) *out++ = static_cast<char>('0' + size / 100);
    write_pair(out, size % 100);
    return out + 2;
  }
  if (decimal < 0) {
    *out++ = '0';
    *out++ = '.';
    for (int i = -1; i > decimal; --i) *out++ = '0';
    copy(0, count);
    return out;
  }
  const int whole = decimal + 1;
  copy(0, std::min(whole, count));
  for (int i = count; i < whole; ++i) *out++ = '0';
  if (count > whole) *out++ = '.';
  copy(whole, count);
  return out;
}

}  // namespace invar
