// The version of the library that is linked.
#pragma once

namespace invar {

const char* version();

}  // namespace invar
