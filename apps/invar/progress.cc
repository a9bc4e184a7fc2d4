#include "progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace invar {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);  // faster only flickers

int terminal_width(std::FILE* stream) {
  winsize size = {};
  const bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace

bool is_terminal(std::FILE* stream) {
  const char* term = std::getenv("TERM");
  return isatty(fileno(stream)) != 0 && (term == nullptr || std::strcmp(term, "dumb") != 0);
}

bool wants_color(std::FILE* stream) {
  const char* plain = std::getenv("NO_COLOR");
  return is_terminal(stream) && (plain == nullptr || *plain == '\0');
}

std::string duration_text(double seconds) {
  if (!(seconds < 1e8)) return "long";  // three years
  if (seconds < 59.95) return fmt::format("{:.1f} s", std::max(0.0, seconds));
  const auto whole = static_cast<long long>(std::round(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string progress_line(double t_start, double t_end, double t, double h, double elapsed, int width) {
  constexpr int kBar = 20, kShortestBar = 3;
  const double length = t_end - t_start;
  const double fraction = length > 0 ? std::clamp((t - t_start) / length, 0.0, 1.0) : 1.0;
  const auto bar = [&](int size) {
    const int filled = static_cast<int>(fraction * size);
    return size < kShortestBar ? std::string() : fmt::format("[{:#<{}}{:.<{}}] ", "", filled, "", size - filled);
  };
  const std::string percent = fmt::format("{:3}% ", static_cast<int>(100 * fraction));  // rounded down: 100% means done
  const std::string time = fmt::format("t = {:.4g} of {:.4g} s", t, t_end);
  std::string left;
  if (fraction > 0 && fraction < 1) left = fmt::format("{} left", duration_text(elapsed * (1 - fraction) / fraction));
  const std::string time_and_left = time + (left.empty() ? "" : ", ") + left;
  const std::string step = fmt::format(", h = {:.3g}", h);
  const std::string spent =
      fmt::format("{}, {} elapsed{}{}", time, duration_text(elapsed), left.empty() ? "" : ", ", left);
  const auto fits = [width](const std::string& line) { return static_cast<int>(line.size()) <= width; };

  if (std::string line = percent + bar(kBar) + spent + step; fits(line)) return line;
  if (std::string line = percent + bar(kBar) + spent; fits(line)) return line;
  for (int size = kBar; size >= kShortestBar - 1; --size)
    if (std::string line = percent + bar(size) + time_and_left; fits(line)) return line;
  std::string line = percent + (left.empty() ? time : left);
  if (!fits(line)) line.resize(static_cast<std::size_t>(std::max(0, width)));
  return line;
}

Progress::Progress(double t_start, double t_end, bool enabled, std::FILE* stream)
    : t_start_(t_start),
      t_end_(t_end),
      stream_(stream),
      enabled_(enabled && is_terminal(stream)),
      start_(Clock::now()),
      next_(start_ + 3 * kInterval) {}  // short runs show nothing

void Progress::update(double t, double h) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + kInterval;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  // The last column stays free: some terminals wrap when it is written.
  const std::string line = progress_line(t_start_, t_end_, t, h, elapsed, terminal_width(stream_) - 1);
  std::fputs(fmt::format("\r{}\033[K", line).c_str(), stream_);
  std::fflush(stream_);
  shown_ = true;
}

void Progress::finish() {
  if (shown_) {
    std::fputs("\r\033[K", stream_);
    std::fflush(stream_);
  }
  shown_ = enabled_ = false;
}

}  // namespace invar
