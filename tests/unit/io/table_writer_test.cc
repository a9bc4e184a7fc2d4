// Tables come back as they were written, bit by bit, and never half.
#include "invar/io/table_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "invar/core/error.h"
#include "unit/io/temporary_folder.h"

namespace invar {
namespace {

using testing::message_of;
using testing::read_text;
using testing::TemporaryFolder;
using testing::write_text;
using Names = std::vector<std::string>;

class TableFormat : public ::testing::TestWithParam<const char*> {
 protected:
  std::string path(const std::string& stem = "run") const { return folder_ / (stem + GetParam()); }
  TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Formats, TableFormat, ::testing::Values(".csv", ".h5"),
                         [](const auto& format) { return std::string(format.param + 1); });

TEST_P(TableFormat, gives_the_same_doubles_back_over_several_blocks) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> mantissa(-1, 1), exponent(-300, 300);
  std::vector<std::vector<double>> rows;
  auto writer = make_table_writer(path());
  writer->begin({"t", "crank.position.x", "hinge.force.y"}, {"s", "m", "N"});
  for (int i = 0; i < 2500; ++i) {
    rows.push_back({0.1 * i, mantissa(random), mantissa(random) * std::pow(10, exponent(random))});
    ASSERT_TRUE(writer->row(rows.back()).ok());
  }
  writer->finish("{}");
  const Table table = read_table(path());
  EXPECT_EQ(table.names, (Names{"t", "crank.position.x", "hinge.force.y"}));
  ASSERT_EQ(table.rows(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) ASSERT_EQ(table.columns[j][i], rows[i][j]) << "row " << i << ", column " << j;
  }
}

TEST_P(TableFormat, keeps_extreme_numbers) {
  using Limits = std::numeric_limits<double>;
  const std::vector<double> values = {
      0.0, -0.0, Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(), 1.0 / 3};
  auto writer = make_table_writer(path());
  writer->begin({"t", "x"}, {"s", "m"});
  for (const double value : values) ASSERT_TRUE(writer->row(std::vector<double>{0, value}).ok());
  writer->finish("{}");
  const auto read = read_table(path()).column("x");
  ASSERT_EQ(read.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(read[i], values[i]);
    EXPECT_EQ(std::signbit(read[i]), std::signbit(values[i]));
  }
}

TEST_P(TableFormat, refuses_a_number_that_is_not_finite_and_keeps_the_rows_before) {
  auto writer = make_table_writer(path());
  writer->begin({"t", "x"}, {"s", "m"});
  ASSERT_TRUE(writer->row(std::vector<double>{0, 1}).ok());
  const Status status = writer->row(std::vector<double>{0.5, std::nan("")});
  EXPECT_EQ(status.code, StatusCode::kNotFinite);
  EXPECT_EQ(status.detail, "channel \"x\" is nan at t = 0.5");
  writer->finish("{}");
  EXPECT_EQ(read_table(path()).column("x"), std::vector<double>{1});
}

TEST_P(TableFormat, leaves_the_old_table_when_it_is_not_finished) {
  write_text(path(), "precious");
  {
    auto writer = make_table_writer(path());
    writer->begin({"t"}, {"s"});
    for (int i = 0; i < 20000; ++i) ASSERT_TRUE(writer->row(std::vector<double>{1.0 * i}).ok());
  }
  EXPECT_EQ(read_text(path()), "precious");
  EXPECT_EQ(folder_.files().size(), 1u);
}

TEST_P(TableFormat, may_have_no_rows) {
  auto writer = make_table_writer(path());
  writer->begin({"t", "x"}, {"s", "m"});
  writer->finish("{}");
  const Table table = read_table(path());
  EXPECT_EQ(table.names, (Names{"t", "x"}));
  EXPECT_EQ(table.rows(), 0u);
}

TEST_P(TableFormat, finds_a_missing_folder_before_the_run) {
  EXPECT_NE(message_of([&] { make_table_writer(path("no/run")); }).find("does not exist; create it first"),
            std::string::npos);
}

TEST_P(TableFormat, says_that_a_file_to_read_is_missing) {
  EXPECT_NE(message_of([&] { read_table(path("none")); }).find("cannot be read"), std::string::npos);
}

TEST(TableWriter, refuses_other_endings) {
  EXPECT_EQ(message_of([] { make_table_writer("run.xlsx"); }),
            "run.xlsx: has the ending \".xlsx\", which is no known table format; use .csv (text) or .h5 (HDF5)");
  EXPECT_EQ(message_of([] { make_table_writer("run"); }),
            "run: has no ending that says its format; use .csv (text) or .h5 (HDF5)");
}

TEST(TableWriter, names_the_nearest_column_of_an_unknown_one) {
  Table table;
  table.names = {"t", "crank.position.x"};
  EXPECT_EQ(message_of([&] { table.column("crank.positon.x"); }),
            "the table has no column \"crank.positon.x\"; did you mean \"crank.position.x\"?");
}

TEST(Csv, has_a_header_and_17_digits) {
  TemporaryFolder folder;
  auto writer = make_table_writer(folder / "run.csv");
  EXPECT_FALSE(writer->keep_state({"x"}));
  writer->begin({"t", "x"}, {"s", "m"});
  ASSERT_TRUE(writer->row(std::vector<double>{0.1, 1.0 / 3}).ok());
  ASSERT_TRUE(writer->row(std::vector<double>{2, -1e-20}).ok());
  writer->finish("{}");
  EXPECT_EQ(read_text(folder / "run.csv"), "t,x\n0.10000000000000001,0.33333333333333331\n2,-9.9999999999999995e-21\n");
}

TEST(Csv, tells_the_line_of_a_broken_file) {
  TemporaryFolder folder;
  const std::string path = folder / "a.csv";
  write_text(path, "t, x\n0, 1\n1, oops\n");
  EXPECT_EQ(message_of([&] { read_table(path); }), path + ":3:3: \"oops\" is not a number");
  write_text(path, "t,x\n0,1\n1\n");
  EXPECT_EQ(message_of([&] { read_table(path); }),
            path + ":3:1: this row has 1 cells, the header has 2; is the file cut off?");
  write_text(path, "");
  EXPECT_NE(message_of([&] { read_table(path); }).find("is empty"), std::string::npos);
}

TEST(Hdf5, keeps_units_certificate_and_state) {
  TemporaryFolder folder;
  auto writer = make_table_writer(folder / "run.h5");
  ASSERT_TRUE(writer->keep_state({"P.x", "P.y", "Q.x"}));
  writer->begin({"t", "energy.total"}, {"s", "J"});
  const int rows = 9000;  // several chunks of states
  for (int i = 0; i < rows; ++i) {
    ASSERT_TRUE(writer->row(std::vector<double>{1.0 * i, 2.0 * i}).ok());
    writer->state(Vector::Constant(3, i), Vector::Constant(3, -i));
  }
  const std::string certificate = "{\"model\": \"Kurbel mit Umlaut \xC3\xBC\"}";
  writer->finish(certificate);
  const Table table = read_table(folder / "run.h5");
  EXPECT_EQ(table.units, (Names{"s", "J"}));
  EXPECT_EQ(table.certificate_json, certificate);
  EXPECT_EQ(table.coordinate_names, (Names{"P.x", "P.y", "Q.x"}));
  ASSERT_EQ(table.q.size(), static_cast<std::size_t>(rows));
  EXPECT_EQ(table.q[rows - 1], std::vector<double>(3, rows - 1));
  EXPECT_EQ(table.v[1234], std::vector<double>(3, -1234));
}

TEST(Hdf5, has_room_for_the_names_of_many_coordinates) {
  TemporaryFolder folder;
  Names names;
  for (int i = 0; i < 12000; ++i) names.push_back("link_" + std::to_string(i) + ".d1.x");
  auto writer = make_table_writer(folder / "run.h5");
  ASSERT_TRUE(writer->keep_state(names));
  writer->begin({"t"}, {"s"});
  ASSERT_TRUE(writer->row(std::vector<double>{0}).ok());
  writer->state(Vector::Ones(12000), Vector::Zero(12000));
  writer->finish("{}");
  EXPECT_EQ(read_table(folder / "run.h5").coordinate_names, names);
}

TEST(Hdf5, refuses_a_file_of_another_kind_without_noise) {
  TemporaryFolder folder;
  write_text(folder / "text.h5", "no HDF5");
  ::testing::internal::CaptureStderr();
  EXPECT_NE(message_of([&] { read_table(folder / "text.h5"); }).find("cannot be read as HDF5"), std::string::npos);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace invar
