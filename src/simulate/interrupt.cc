#include "invar/simulate/interrupt.h"

namespace invar {

namespace {

volatile std::sig_atomic_t g_requested = 0;

extern "C" void request_stop(int) {
  g_requested = 1;
  // The other signal gets its default action too: Ctrl-C after a TERM must end the program.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  g_requested = 0;
  struct sigaction action = {};
  action.sa_handler = request_stop;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;  // a write in progress is not cut short
  sigaction(SIGINT, &action, &old_interrupt_);
  sigaction(SIGTERM, &action, &old_terminate_);
  // A program started with signals ignored (nohup, a background job) stays so.
  if (old_interrupt_.sa_handler == SIG_IGN) sigaction(SIGINT, &old_interrupt_, nullptr);
  if (old_terminate_.sa_handler == SIG_IGN) sigaction(SIGTERM, &old_terminate_, nullptr);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool InterruptGuard::requested() const { return g_requested != 0; }

}  // namespace invar
