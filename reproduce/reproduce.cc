#include "reproduce/reproduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "invar/core/error.h"
#include "invar/io/atomic_file.h"
#include "invar/io/output_check.h"
#include "invar/plot/markup.h"
#include "invar/plot/svg.h"
#include "invar/plot/ticks.h"
#include "reproduce/data_file.h"

namespace invar::reproduce {

std::vector<ExampleResult> run_examples(const std::vector<const Example*>& chosen,
                                        const std::function<void(const Example&)>& starting) {
  std::vector<ExampleResult> results;
  for (const Example* example : chosen) {
    if (starting) starting(*example);
    const auto begin = std::chrono::steady_clock::now();
    ExampleResult result{example, example->run(), 0};
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    results.push_back(std::move(result));
  }
  return results;
}

void prepare_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail_writing(folder, error.message(), "give another folder with --out");
  const PendingFile probe((std::filesystem::path(folder) / "index.html").string());  // throws where none can be created
}

namespace {

// All or none: files appear under their names once the last of them is complete.
void write_together(const std::vector<std::pair<std::string, std::string>>& files) {
  std::vector<OutputFile> outputs;
  for (const auto& [name, text] : files) outputs.push_back({"--out", name});
  check_outputs(outputs, {});
  std::vector<std::unique_ptr<AtomicFile>> open;
  for (const auto& [name, text] : files) {
    open.push_back(std::make_unique<AtomicFile>(name));
    open.back()->write(text);
    open.back()->complete();
  }
  for (const auto& file : open) file->commit();
}

}  // namespace

std::string write_results(const std::vector<ExampleResult>& results, const std::string& folder, bool with_index,
                          const std::optional<std::string>& summary) {
  namespace fs = std::filesystem;
  std::vector<std::pair<std::string, std::string>> files;  // names and texts
  const auto add = [&files](const fs::path& name, std::string text) { files.emplace_back(name, std::move(text)); };
  const fs::path root(folder);
  std::string page;
  for (const Paper& paper : papers()) {
    std::vector<const ExampleResult*> of_paper;
    for (const auto& result : results)
      if (result.example->paper == paper.key) of_paper.push_back(&result);
    if (of_paper.empty()) continue;
    prepare_folder((root / paper.key).string());
    for (const ExampleResult* result : of_paper) {
      for (const PageTable& table : result->report.tables)
        add(root / paper.key / (result->example->name + "_" + table.key + ".csv"), to_csv(table));
      for (const Figure& figure : result->report.figures) {
        const std::string name = result->example->name + "_" + figure.key;
        add(root / paper.key / (name + ".svg"), plot::to_svg(figure.chart, paper.key + "-" + name));
        for (const DataTable& table : data_tables(figure, name))
          add(root / paper.key / (table.name + ".csv"), to_csv(table));
      }
    }
    const auto in_paper =
        std::count_if(examples().begin(), examples().end(), [&](const Example& e) { return e.paper == paper.key; });
    const bool whole = static_cast<long>(of_paper.size()) == in_paper;
    page = (root / (whole ? paper.key + ".html" : paper.key + "_" + of_paper[0]->example->name + ".html")).string();
    add(page, paper_page(paper, of_paper, paper.key));
  }
  if (with_index) {
    page = (root / "index.html").string();
    add(page, index_page(results));
  }
  if (summary) add(*summary, summary_markdown(results));
  write_together(files);
  return page;
}

std::string summary_section(const ExampleResult& result) {
  const auto cell = [](const std::string& text) {
    std::string out;
    for (const char c : plot::to_html(text)) out += c == '|' ? "\\|" : std::string(1, c);
    return out;
  };
  std::string out = fmt::format("\n## {}: {}\n", result.example->id(), plot::to_html(result.example->title));
  for (const bool ours : {false, true}) {
    std::string rows;
    for (const Claim& claim : result.report.claims) {
      if (claim.ours != ours) continue;
      std::string measured;
      for (const Check* check : claim.checks()) {
        if (!check->repeatable) continue;
        measured += fmt::format("{}{} {}{}", measured.empty() ? "" : "<br>", cell(check->what),
                                check->passes() ? "" : "**not** ", cell(check->bound_text()));
      }
      const std::string comment = claim.comment.empty() ? "" : fmt::format(" *{}*", cell(claim.comment));
      rows += fmt::format("| {}{} | {} | {} | {} |\n", cell(claim.says), comment, cell(claim.where),
                          to_text(claim.verdict()), measured);
    }
    if (!rows.empty())
      out += fmt::format("\n| {} | where | verdict | measured |\n|---|---|---|---|\n{}",
                         ours ? "ours, not in the paper" : "the paper says", rows);
  }
  return out;
}

std::string summary_markdown(const std::vector<ExampleResult>& results) {
  std::string out =
      "# Claims of the papers, measured\n\nWritten by `invar reproduce --summary docs/reproduced-claims.md`: verdicts "
      "and "
      "bounds. The measured\nnumbers are on the pages that `invar reproduce` writes ([how](reproduce.md)).\n";
  for (const ExampleResult& result : results) out += summary_section(result);
  return out;
}

}  // namespace invar::reproduce
