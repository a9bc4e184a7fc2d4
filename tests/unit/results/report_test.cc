// What a report keeps of a long run, and how it is packed.
#include <gtest/gtest.h>

#include <cmath>

#include "invar/io/base64.h"
#include "invar/record/thinned_rows.h"
#include "invar/report/report_recorder.h"
#include "invar/run/run.h"

namespace invar {
namespace {

TEST(ThinnedRows, keep_evenly_spaced_instants_within_their_limit) {
  for (const int count : {1, 9, 10, 11, 12, 100, 1000, 1025}) {
    ThinnedRows<double> rows(1, 10);
    for (int i = 0; i < count; ++i) {
      const double value = 2.0 * i;
      if (!rows.is_due()) continue;
      rows.add(i, &value);
      rows.thin();
    }
    EXPECT_LE(rows.rows(), 10 + (count <= 10)) << count;
    if (count > 100) {
      EXPECT_GE(rows.rows(), 5) << count;
    }
    for (long long i = 0; i < rows.rows(); ++i) {
      EXPECT_EQ(rows.t()[i], static_cast<double>(i * rows.stride())) << count;
      EXPECT_EQ(rows.values()[i], 2 * rows.t()[i]);
    }
  }
}

TEST(ThinnedRows, lose_no_peak) {
  // One peak at a time, anywhere; `peak` is kept by the caller since the last row, as the recorder does.
  for (int at = 0; at < 97; ++at) {
    ThinnedRows<double> rows(2, 8, {1});
    double peak = 0;
    for (int i = 0; i < 97; ++i) {
      peak = std::max(peak, i == at ? 5.0 : 1.0);
      if (!rows.is_due()) continue;
      const double row[2] = {static_cast<double>(i), peak};
      rows.add(i, row);
      rows.thin();
      peak = 0;
    }
    double largest = peak;
    for (long long i = 0; i < rows.rows(); ++i) {
      largest = std::max(largest, rows.values()[2 * i + 1]);
      if (rows.values()[2 * i + 1] == 5) {
        EXPECT_GE(rows.t()[i], at) << "a peak is shown at the next instant";
      }
    }
    EXPECT_EQ(largest, 5) << at;
  }
}

TEST(Base64, follows_the_examples_of_the_standard) {
  const std::pair<std::string, std::string> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"},
                                                          {"\xff\xfe\xfd", "//79"}};
  for (const auto& [plain, text] : examples) EXPECT_EQ(to_base64(plain.data(), plain.size()), text);
}

TEST(ReportRecorder, follows_angles_over_many_turns_between_its_rows) {
  // A free rod in the plane turns 200 times in 20000 steps; its angle is known modulo one turn only.
  const auto model = load_model_text(R"(
bodies:
  a: {type: planar_point_mass, mass: 1, position: [-1, 0], velocity: [0, -6.283185307179586]}
  b: {type: planar_point_mass, mass: 1, position: [1, 0], velocity: [0, 6.283185307179586]}
  rod: {type: rod, between: [a, b]}
method: {name: ep, step: 0.01, end: 200}
outputs: [rod.angle]
)");
  PackedReport report;
  ModelRun shown(*model, {});
  shown.collect_page(report);
  const RunResult result = shown.execute();
  ASSERT_TRUE(result.report.status.ok());
  EXPECT_EQ(report.steps, 20000);
  ASSERT_LT(report.t.size(), 13000u);
  EXPECT_EQ(report.t.back(), 200);
  EXPECT_EQ(report.frame_t.back(), 200);
  EXPECT_EQ(report.values.size(), report.t.size() * report.columns);
  EXPECT_EQ(report.frames.size(), report.frame_t.size() * report.width);
  // The scheme turns a little slowly, by a second-order phase error; still about 200 turns.
  EXPECT_NEAR(report.values[(report.t.size() - 1) * report.columns], 200 * 2 * M_PI, 1.0);
}

}  // namespace
}  // namespace invar
