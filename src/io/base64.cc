#include "invar/io/base64.h"

namespace invar {

std::string to_base64(const void* data, std::size_t size) {
  static constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    const std::size_t left = size - i;
    const unsigned b = bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    text += kLetters[b >> 18 & 63];
    text += kLetters[b >> 12 & 63];
    text += left > 1 ? kLetters[b >> 6 & 63] : '=';
    text += left > 2 ? kLetters[b & 63] : '=';
  }
  return text;
}

}  // namespace invar
