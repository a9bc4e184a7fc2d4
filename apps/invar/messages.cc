#include "messages.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <system_error>

#include "commands.h"

namespace invar::app {

namespace {

bool g_output_failed = false;

bool reader_is_gone() {
  pollfd output = {STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

void print_results(const std::function<void()>& print) {
  try {
    print();
  } catch (const std::system_error&) {  // of fmt::print
    g_output_failed = true;
  }
}

void secure_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    // The lowest free number is this one. Only where there is no /dev/null the folder keeps the place.
    if (open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY) == -1) [[maybe_unused]]
      const int place = open("/", O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit of its size is then an error of writing, with a message
}

int end_output(int code) {
  std::cout.flush();
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout || g_output_failed;
  if (!failed || reader_is_gone() || code != kDone) return code;
  print_message("invar: the output cannot be written; is the disk full?\n");
  return kBadModel;
}

}  // namespace invar::app
