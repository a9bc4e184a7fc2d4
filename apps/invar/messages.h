// What the program prints beside its results, and how it ends when nobody can read it.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <utility>

#include "flags.h"

namespace invar::app {

// A message on stderr, with keys as options (flags.h). Unlike fmt::print it never throws: a run does not end because its notes cannot be read.
template <class... Arguments>
void print_message(fmt::format_string<Arguments...> text, Arguments&&... arguments) noexcept {
  try {
    const std::string message = with_flags(fmt::format(text, std::forward<Arguments>(arguments)...));
    fmt::print(stderr, "{}", message);
  } catch (const std::exception&) {
  }
}

// Calls `print`, which prints results on stdout. Where that fails, end_output() reports it; the exit code of the command stays
// its own.
void print_results(const std::function<void()>& print);

// Opens /dev/null in place of standard streams that are closed, so that no file of results gets their number, and makes
// writing to a pipe whose reader is gone an error instead of the end. To be called first in main.
void secure_streams();

// The exit code after all that is printed is on its way: kBadModel with a message if a command that is done could not print
// its results. A reader that has read enough (invar list | head) is no failure.
int end_output(int code);

}  // namespace invar::app
