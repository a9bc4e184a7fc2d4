#include "interrupt.h"

namespace invar {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t g_requested = 0;
struct sigaction g_before[3] = {};

extern "C" void request_stop(int) {
  g_requested = 1;
  // The other signals too: Ctrl-C after a TERM must end the program.
  for (int i = 0; i < 3; ++i) sigaction(kSignals[i], &g_before[i], nullptr);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  g_requested = 0;
  struct sigaction action = {};
  action.sa_handler = request_stop;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;  // a write in progress is not cut short
  for (int i = 0; i < 3; ++i) sigaction(kSignals[i], nullptr, &old_[i]);
  for (int i = 0; i < 3; ++i) g_before[i] = old_[i];
  // A program started with signals ignored (nohup, a background job) stays so.
  for (int i = 0; i < 3; ++i)
    if (old_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  for (int i = 0; i < 3; ++i) sigaction(kSignals[i], &old_[i], nullptr);
}

bool InterruptGuard::requested() const { return g_requested != 0; }

}  // namespace invar
