// The accuracy that --verify estimates, against the error that runs really have.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "benchmarks/known_motions.h"
#include "invar/verify/verified_run.h"
#include "oracles/free_rigid_body.h"
#include "paths.h"

namespace invar::benchmarks {
namespace {

const std::vector<VerifiedMotion>& verified_motions() {
  static const std::vector<VerifiedMotion> all = [] {
    std::vector<VerifiedMotion> out;
    for (const KnownMotion& motion : known_motions()) out.push_back(verify_motion(motion));
    return out;
  }();
  return all;
}

std::string row_of(const VerifiedMotion& m) {
  const Certificate& c = m.certificate;
  return fmt::format("| {} | `{}`, {} | {:.1e} | {:.1e} | {:.1f} | {} |\n", m.name, m.method, m.steps, m.error,
                     c.motion_error_estimate.value_or(0), m.ratio(),
                     c.motion_order ? fmt::format("{:.1f}", *c.motion_order) : c.motion_accuracy);
}

TEST(VerifyTable, estimates_are_within_a_factor_of_three_and_never_below_a_tenth) {
  int within = 0;
  for (const VerifiedMotion& m : verified_motions()) {
    ASSERT_TRUE(m.certificate.completed()) << m.name;
    ASSERT_TRUE(m.certificate.motion_error_estimate) << m.name << ": " << m.certificate.motion_message;
    EXPECT_GT(m.error, 0) << m.name;
    EXPECT_GE(m.ratio(), 0.1) << row_of(m);
    within += m.ratio() >= 1.0 / 3 && m.ratio() <= 3;
  }
  const auto count = static_cast<int>(verified_motions().size());
  EXPECT_GE(count, 20);
  EXPECT_GE(10 * within, 9 * count);
}

// The rows of a table in a text; a row is the texts between its bars.
std::vector<std::vector<std::string>> rows_in(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '|');)
      if (!cell.empty()) row.push_back(cell);
    rows.push_back(std::move(row));
  }
  return rows;
}

// INVAR_UPDATE_DOCS=1 writes the table instead of comparing it (script/test --update-docs). Errors need not agree to the last
// digit: another compiler rounds otherwise, and steps that follow a tolerance magnify that.
TEST(VerifyTable, of_the_documentation_is_what_is_measured) {
  std::string table = "| motion | run | error [m] | estimate [m] | ratio | order |\n|---|---|---|---|---|---|\n";
  for (const VerifiedMotion& m : verified_motions()) table += row_of(m);
  const std::string path = source_path("docs/accuracy.md");
  std::stringstream stream;
  stream << std::ifstream(path).rdbuf();
  const std::string text = stream.str(), begin = "<!-- measured: begin -->\n", end = "<!-- measured: end -->\n";
  const auto from = text.find(begin), to = text.find(end);
  ASSERT_NE(from, std::string::npos) << path;
  ASSERT_NE(to, std::string::npos) << path;
  if (std::getenv("INVAR_UPDATE_DOCS")) {
    std::ofstream(path) << text.substr(0, from + begin.size()) + table + text.substr(to);
    return;
  }
  const auto written = rows_in(text.substr(from + begin.size(), to - from - begin.size())), now = rows_in(table);
  const char* hint = "docs/accuracy.md is not what is measured; run script/test --update-docs";
  ASSERT_EQ(written.size(), now.size()) << hint;
  for (std::size_t i = 0; i < now.size(); ++i) {
    ASSERT_EQ(written[i].size(), now[i].size()) << hint;
    EXPECT_EQ(written[i][0] + written[i][1], now[i][0] + now[i][1]) << hint;
    for (const std::size_t k : {2, 3}) {
      const double a = std::atof(written[i][k].c_str()), b = std::atof(now[i][k].c_str());
      EXPECT_NEAR(a, b, 0.3 * b) << now[i][0] << now[i][1] << hint;
    }
  }
}

class Columns final : public TableWriter {
 public:
  void finish(const std::string&) override {}
  std::vector<std::vector<double>> rows_seen;

 protected:
  void do_begin() override {}
  void do_row(std::span<const double> values) override { rows_seen.emplace_back(values.begin(), values.end()); }
};

// Orientation, angular velocity and multipliers of the free rigid body, each against the reference solution.
TEST(VerifiedOutputs, have_estimates_within_a_factor_of_three_of_their_errors) {
  const oracles::FreeRigidBody oracle;
  const auto load = [] { return load_model(model_path("bauchau_rigid_body")); };
  for (const char* method : {"ep", "ed"}) {
    RunSpec spec;
    spec.method = method;
    Columns table;
    const auto prepare = [&](ModelRun& run) { run.write_to(table); };
    const Certificate c = verify::run_verified(*load(), spec, {}, prepare).result.certificate;
    const auto error_of = [&](const std::string& name, const auto& exact) {
      const auto column = std::find(table.names().begin(), table.names().end(), name) - table.names().begin();
      double largest = 0;
      for (const auto& row : table.rows_seen)
        largest = std::max(largest, std::abs(row[column] - static_cast<double>(exact(oracle.state(row[0])))));
      return largest;
    };
    const auto check = [&](const std::string& name, const auto& exact) {
      const double error = error_of(name, exact);
      const auto found =
          std::find_if(c.outputs.begin(), c.outputs.end(), [&](const OutputAccuracy& o) { return o.name == name; });
      ASSERT_NE(found, c.outputs.end()) << name;
      EXPECT_TRUE(found->converged) << method << " " << name;
      EXPECT_LT(found->error, 3 * error) << method << " " << name;
      EXPECT_GT(found->error, error / 3) << method << " " << name;
    };
    using State = oracles::FreeRigidBody::State;
    for (int i = 0; i < 3; ++i) {
      const char axis = "xyz"[i];
      check(fmt::format("body.e1.{}", axis), [i](const State& s) { return s.R(i, 0); });
      check(fmt::format("body.e3.{}", axis), [i](const State& s) { return s.R(i, 2); });
      check(fmt::format("body.omega.{}", axis), [i](const State& s) { return s.omega[i]; });
    }
    check("body.lambda.e2e2", [](const State& s) { return s.lambda[1]; });
    check("body.lambda.e1e2", [](const State& s) { return s.lambda[5]; });
  }
}

}  // namespace
}  // namespace invar::benchmarks
