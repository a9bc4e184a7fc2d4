#include "invar/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

namespace invar {

std::size_t core_count() { return std::max(1U, std::thread::hardware_concurrency()); }

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& job, std::size_t threads) {
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
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(count, threads); ++i) others.emplace_back(work);
  work();
  others.clear();  // joins
  if (failure) std::rethrow_exception(failure);
}

BackgroundTask::BackgroundTask(std::function<void()> job)
    : thread_([this, job = std::move(job)] {
        std::exception_ptr failure;
        try {
          job();
        } catch (...) {
          failure = std::current_exception();
        }
        const std::lock_guard lock(guard_);
        failure_ = failure;
        done_ = true;
        change_.notify_all();
      }) {}

void BackgroundTask::wait(double interval, const std::function<void()>& meanwhile) {
  std::unique_lock lock(guard_);
  while (!change_.wait_for(lock, std::chrono::duration<double>(interval), [this] { return done_; })) {
    lock.unlock();
    meanwhile();
    lock.lock();
  }
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace invar
