#include "own_stack.h"

#include <pthread.h>

namespace invar::app {

namespace {

constexpr size_t kStackSize = 8 << 20;  // what Linux gives by default; pages that are not used cost nothing

struct Job {
  const std::function<int()>& work;
  int code = 0;
};

void* run_job(void* job) {
  auto* j = static_cast<Job*>(job);
  j->code = j->work();
  return nullptr;
}

}  // namespace

int run_with_own_stack(const std::function<int()>& work) {
  pthread_attr_t attributes;
  pthread_t thread;
  Job job{work};
  if (pthread_attr_init(&attributes) != 0) return work();
  pthread_attr_setstacksize(&attributes, kStackSize);
  pthread_setattr_default_np(&attributes);
  const bool started = pthread_create(&thread, &attributes, run_job, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return work();
  pthread_join(thread, nullptr);
  return job.code;
}

}  // namespace invar::app
