// Progress line and interruption.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>

#include "apps/invar/interrupt.h"
#include "apps/invar/progress.h"

namespace invar {
namespace {

TEST(Progress, shows_percent_times_and_step) {
  EXPECT_EQ(progress_line(0, 10, 4.2, 1e-3, 3.1, 100),
            " 42% [########............] t = 4.2 of 10 s, 3.1 s elapsed, 4.3 s left, h = 0.001");
  EXPECT_EQ(progress_line(0, 10, 10, 1e-3, 3.1, 100),
            "100% [####################] t = 10 of 10 s, 3.1 s elapsed, h = 0.001");
}

TEST(Progress, never_says_100_percent_before_the_end) {
  EXPECT_EQ(progress_line(0, 10, 9.9999, 1e-3, 1, 100).substr(0, 4), " 99%");
}

TEST(Progress, is_cut_to_the_width_and_survives_odd_times) {
  EXPECT_EQ(progress_line(0, 10, 4.2, 1e-3, 3.1, 10).size(), 10u);
  EXPECT_EQ(progress_line(0, 10, 4.2, 1e-3, 3.1, -1), "");
  EXPECT_EQ(progress_line(0, 0, 0, 1e-3, 0, 100).substr(0, 4), "100%");
  EXPECT_EQ(progress_line(0, 10, 11, 1e-3, 1, 100).substr(0, 4), "100%");
}

TEST(Progress, keeps_the_time_left_on_narrow_terminals) {
  // 43 s for a tenth of the way: 387 s are left.
  const auto line = [](int width) { return progress_line(0, 1000, 100, 1.25e-3, 43, width); };
  EXPECT_EQ(line(100), " 10% [##..................] t = 100 of 1000 s, 43.0 s elapsed, 6 min 27 s left, h = 0.00125");
  EXPECT_EQ(line(80), " 10% [##..................] t = 100 of 1000 s, 43.0 s elapsed, 6 min 27 s left");
  EXPECT_EQ(line(70), " 10% [##..................] t = 100 of 1000 s, 6 min 27 s left");
  EXPECT_EQ(line(60), " 10% [#.................] t = 100 of 1000 s, 6 min 27 s left");
  EXPECT_EQ(line(40), " 10% t = 100 of 1000 s, 6 min 27 s left");
  EXPECT_EQ(line(30), " 10% 6 min 27 s left");
  for (int width = 20; width < 100; ++width) {
    EXPECT_LE(static_cast<int>(line(width).size()), width);
    EXPECT_NE(line(width).find("6 min 27 s left"), std::string::npos) << width;
  }
}

TEST(Progress, writes_durations_for_people) {
  EXPECT_EQ(duration_text(4.26), "4.3 s");
  EXPECT_EQ(duration_text(59.96), "1 min 00 s");
  EXPECT_EQ(duration_text(125), "2 min 05 s");
  EXPECT_EQ(duration_text(3600 + 12 * 60), "1 h 12 min");
  EXPECT_EQ(duration_text(1e300), "long");
}

TEST(Progress, writes_nothing_where_there_is_no_terminal) {
  std::FILE* file = std::tmpfile();
  {
    Progress progress(0, 1, true, file);
    for (int i = 0; i < 1000; ++i) progress.update(1e-3 * i, 1e-3);
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

// Signals as a shell in the foreground starts programs with; a background job would begin with SIGINT ignored.
class InterruptGuardTest : public ::testing::Test {
 protected:
  InterruptGuardTest() {
    for (const int i : {0, 1}) old_[i] = std::signal(kSignals[i], SIG_DFL);
  }
  ~InterruptGuardTest() override {
    for (const int i : {0, 1}) std::signal(kSignals[i], old_[i]);
  }

 private:
  static constexpr int kSignals[2] = {SIGINT, SIGTERM};
  void (*old_[2])(int) = {};
};

TEST_F(InterruptGuardTest, turns_the_first_signal_into_a_request) {
  const InterruptGuard guard;
  EXPECT_FALSE(guard.requested());
  std::raise(SIGINT);
  EXPECT_TRUE(guard.requested());
}

TEST_F(InterruptGuardTest, begins_anew_and_listens_to_a_polite_kill) {
  {
    const InterruptGuard guard;
    std::raise(SIGTERM);
    EXPECT_TRUE(guard.requested());
  }
  const InterruptGuard guard;
  EXPECT_FALSE(guard.requested());
}

TEST_F(InterruptGuardTest, lets_the_second_signal_end_the_program) {
  EXPECT_EXIT(
      {
        const InterruptGuard guard;
        std::raise(SIGINT);
        std::raise(SIGINT);
      },
      ::testing::KilledBySignal(SIGINT), "");
}

TEST_F(InterruptGuardTest, restores_the_handlers_it_found) {
  struct sigaction before = {}, after = {};
  sigaction(SIGINT, nullptr, &before);
  {
    const InterruptGuard guard;
    std::raise(SIGINT);
  }
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
}

TEST_F(InterruptGuardTest, leaves_ignored_signals_ignored) {
  std::signal(SIGINT, SIG_IGN);
  const InterruptGuard guard;
  std::raise(SIGINT);
  EXPECT_FALSE(guard.requested());
}

}  // namespace
}  // namespace invar
