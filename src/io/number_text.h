// Numbers as text with 17 significant digits, from which reading makes the same doubles: what printf writes for %.17g, several
// times as fast.
//
//   x = m 2^e,   its digits are   D = m 5^k 2^(e + k),  rounded,   k = 16 - (decimal exponent of x)
//
// m 5^k has at most 181 bits for 1e-39 < |x| < 1e17, so D is computed exactly in integers.
#pragma once

namespace invar {

inline constexpr int kNumberTextSize = 32;

// Writes x at `out`, which has room for kNumberTextSize characters; returns the end.
char* write_number(double x, char* out);

}  // namespace invar
