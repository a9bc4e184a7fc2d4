// Ctrl-C during a run: the first SIGINT, SIGTERM or SIGHUP asks the loop to stop cleanly after its step, so that results are
// written; the second has the action it had before and ends the program at once.
//
//   const InterruptGuard guard;
//   while (!guard.requested()) step();
#pragma once

#include <csignal>

namespace invar {

// Installs the handlers while it lives and restores what was there before. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool requested() const;

 private:
  struct sigaction old_[3] = {};
};

}  // namespace invar
