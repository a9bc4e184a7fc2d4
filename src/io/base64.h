// Base64 [RFC 4648], for numbers inside of text files.
#pragma once

#include <cstddef>
#include <string>

namespace invar {

std::string to_base64(const void* data, std::size_t size);

}  // namespace invar
