// Jobs that do not depend on each other, on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace invar::compare {

// As many as there are, at least one.
std::size_t core_count();

// Calls job(0) ... job(count - 1). Jobs are begun in this order; an exception of one is thrown again at the end.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& job);

}  // namespace invar::compare
