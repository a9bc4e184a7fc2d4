// CPU time of the calling thread: what work cost, however busy the machine is. Reading it takes some hundred nanoseconds.
#pragma once

#include <ctime>

namespace invar {

inline double thread_cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace invar
