// Progress of a run on the terminal: one line on stderr that is written over itself and cleared at the end. Nothing is
// shown where stderr is no terminal.
//
//    42% [########............]  t = 4.2 of 10 s, 3.1 s elapsed, 4.3 s left, h = 0.001
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

namespace invar {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // A disabled one does nothing.
  Progress(double t_start, double t_end, bool enabled, std::FILE* stream = stderr);
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap enough for every step: most calls only look at the clock.
  void update(double t, double h);
  // Clears the line; also done by the destructor.
  void finish();

 private:
  double t_start_, t_end_;
  std::FILE* stream_;
  bool enabled_, shown_ = false;
  Clock::time_point start_, next_;
};

// Whether a stream is a terminal that understands control sequences.
bool is_terminal(std::FILE* stream);
// The same and the user did not ask for plain text (environment variable NO_COLOR).
bool wants_color(std::FILE* stream);

// The text of the line, at most `width` columns. Where it is too long it goes without the step, then without the time
// elapsed, then with a shorter bar or none, then without t: the time left stays to the last.
std::string progress_line(double t_start, double t_end, double t, double h, double elapsed, int width);
// "4.3 s", "2 min 05 s", "1 h 12 min"
std::string duration_text(double seconds);

}  // namespace invar
