// Work on several threads: jobs that do not depend on each other, and a job beside the caller. Nothing else in the library
// begins threads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace invar {

// As many as there are, at least one.
std::size_t core_count();

// Calls job(0) ... job(count - 1) on that many threads at most. Jobs are begun in this order; an exception of one is thrown
// again at the end.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& job, std::size_t threads = core_count());

// A job on a thread of its own, begun at once.
class BackgroundTask {
 public:
  explicit BackgroundTask(std::function<void()> job);
  ~BackgroundTask() = default;  // waits, and forgets what the job has thrown
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  // Waits until it is done, and calls `meanwhile` each time the interval [s] is over. Throws what the job has thrown.
  void wait(double interval, const std::function<void()>& meanwhile);

 private:
  std::mutex guard_;
  std::condition_variable change_;
  bool done_ = false;
  std::exception_ptr failure_;
  std::jthread thread_;
};

}  // namespace invar
