// A checksum of text: FNV-1a, 64 bits. It finds damage and changes, not ill will.
#pragma once

#include <cstdint>
#include <string_view>

namespace invar {

constexpr std::uint64_t calc_hash(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211ull;
  }
  return hash;
}

}  // namespace invar
