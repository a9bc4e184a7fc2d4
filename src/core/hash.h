// A checksum of text: FNV-1a, 64 bits. It finds damage and changes, not ill will.
#pragma once

#include <cstdint>
#include <string_view>

namespace invar {

inline constexpr std::uint64_t kEmptyHash = 14695981039346656037ull;

// The hash of what `hash` belongs to with `text` behind it.
constexpr std::uint64_t calc_hash(std::string_view text, std::uint64_t hash = kEmptyHash) {
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211ull;
  }
  return hash;
}

}  // namespace invar
