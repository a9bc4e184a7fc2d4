// Every claim of every example of the papers has the verdict that we expect, and the documentation has the numbers of the run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sys/file.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "invar/plot/markup.h"
#include "paths.h"
#include "reproduce/data_file.h"
#include "reproduce/doc_block.h"
#include "reproduce/reproduce.h"

namespace invar::reproduce {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Compares, or writes with INVAR_UPDATE_DOCS=1 (script/test --update-docs). Several examples may write to one file at once.
void check_block(const DocBlock& block) {
  const std::string path = source_path(block.file);
  if (!std::getenv("INVAR_UPDATE_DOCS")) {
    const std::string documented = find_block(read_text(path), block.key);
    EXPECT_TRUE(same_up_to_numbers(documented, block.text))
        << block.file << ", block " << block.key
        << " is not what is measured; run script/test --update-docs\ndocumented:\n"
        << documented << "measured:\n"
        << block.text;
    return;
  }
  FILE* lock = std::fopen(path.c_str(), "r+");
  ASSERT_NE(lock, nullptr) << path;
  flock(fileno(lock), LOCK_EX);
  const std::string text = replace_block(read_text(path), block);
  std::ofstream(path) << text;
  std::fclose(lock);
}

class Papers : public ::testing::TestWithParam<std::string> {};

TEST_P(Papers, claims_have_the_expected_verdicts) {
  const auto results = run_examples(find_examples(GetParam()));
  ASSERT_EQ(results.size(), 1u);
  const ExampleReport& report = results[0].report;
  EXPECT_FALSE(report.claims.empty());
  for (const Claim& claim : report.claims) {
    std::string numbers;
    for (const Check* check : claim.checks())
      numbers += fmt::format("\n  {} = {:g} {}, bound {}", plot::to_plain(check->what), check->value, check->unit,
                             plot::to_plain(check->bound_text()));
    EXPECT_EQ(to_text(claim.verdict()), to_text(claim.expected)) << claim.key << numbers;
    EXPECT_TRUE(claim.as_expected()) << claim.key << numbers;
  }
  // The table in docs/ is the one that the program writes now.
  const std::string documented = read_text(source_path("docs/reproduced-claims.md"));
  EXPECT_NE(documented.find(summary_section(results[0])), std::string::npos)
      << "write it anew: invar reproduce --summary docs/reproduced-claims.md";
  for (const DocBlock& block : report.docs) check_block(block);
  for (const PageTable& table : report.tables) {
    EXPECT_GE(table.rows.size(), 2u) << table.key;
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.headings.size()) << table.key << " " << row[0];
  }
  for (const Figure& figure : report.figures) {
    EXPECT_FALSE(data_tables(figure, figure.key).empty() && figure.key != "fig1") << figure.key;
    for (const plot::Panel& panel : figure.chart.panels)
      for (const plot::Series& s : panel.series) EXPECT_EQ(s.x.size(), s.y.size()) << figure.key << " " << s.name;
  }
}

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const Example& example : examples()) ids.push_back(example.id());
  return ids;
}

INSTANTIATE_TEST_SUITE_P(Reproduced, Papers, ::testing::ValuesIn(all_ids()), [](const auto& example) {
  std::string name = example.param;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
});

}  // namespace
}  // namespace invar::reproduce
