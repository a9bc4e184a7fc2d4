#include "invar/compare/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace invar::compare {

std::size_t core_count() { return std::max(1U, std::thread::hardware_concurrency()); }

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex guard;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        job(i);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(count, core_count()); ++i) threads.emplace_back(work);
  work();
  threads.clear();  // joins
  if (failure) std::rethrow_exception(failure);
}

}  // namespace invar::compare
