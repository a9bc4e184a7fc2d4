#include "invar/core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <vector>

namespace invar {
namespace {

TEST(ParallelFor, calls_each_job_once) {
  for (const std::size_t threads : {1u, 2u, 7u}) {
    std::vector<std::atomic<int>> calls(100);
    parallel_for(
        calls.size(), [&](std::size_t i) { ++calls[i]; }, threads);
    for (const auto& count : calls) EXPECT_EQ(count, 1) << threads;
  }
  parallel_for(0, [](std::size_t) { FAIL() << "there is no job"; });
}

TEST(ParallelFor, ends_all_jobs_before_it_throws_what_one_has_thrown) {
  std::atomic<int> done = 0;
  EXPECT_THROW(parallel_for(
                   20,
                   [&](std::size_t i) {
                     if (i == 3) throw std::runtime_error("job 3");
                     ++done;
                   },
                   3),
               std::runtime_error);
  EXPECT_EQ(done, 19);
}

TEST(BackgroundTask, calls_the_caller_while_it_works) {
  std::atomic<bool> go = false;
  std::atomic<int> steps = 0;
  BackgroundTask task([&] {
    while (!go) std::this_thread::yield();
    ++steps;
  });
  int calls = 0;
  task.wait(1e-3, [&] {
    if (++calls == 3) go = true;  // it would never end if nobody called
  });
  EXPECT_GE(calls, 3);
  EXPECT_EQ(steps, 1);
}

TEST(BackgroundTask, hands_on_what_its_job_throws) {
  BackgroundTask task([] { throw std::runtime_error("the job"); });
  EXPECT_THROW(task.wait(1, [] {}), std::runtime_error);
}

}  // namespace
}  // namespace invar
