// invar reproduce: runs the papers' examples, writes figures and pages, prints claim by claim what holds.
#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "invar/io/atomic_file.h"
#include "invar/plot/markup.h"
#include "messages.h"
#include "options.h"
#include "progress.h"
#include "reproduce/reproduce.h"
#include "text_table.h"

namespace invar::app {

namespace {

using namespace invar::reproduce;

struct ReproduceRequest {
  std::string what;
  std::string out = "reproduction";
  std::optional<std::string> summary;
  bool list = false;
};

void print_claims(const ExampleResult& result) {
  fmt::print("{}: {} ({:.1f} s)\n", result.example->id(), plot::to_plain(result.example->title), result.seconds);
  std::vector<std::vector<std::string>> rows = {{"verdict", "claim", "measured", "bound", "what"}};
  for (const Claim& claim : result.report.claims) {
    bool first = true;
    const std::string verdict =
        (claim.ours ? "ours: " : "") + to_text(claim.verdict()) + (claim.as_expected() ? "" : " (!)");
    for (const Check* check : claim.checks()) {
      rows.push_back({first ? verdict : "", first ? claim.key : "",
                      fmt::format("{:#.3g} {}", check->value, plot::to_plain(check->unit)),
                      (check->passes() ? "" : "not ") + check->plain_bound(), plot::to_plain(check->what)});
      first = false;
    }
  }
  fmt::print("{}\n", aligned(rows, true, 2, output_width()));
}

void print_tables(const ExampleResult& result) {
  for (const reproduce::PageTable& table : result.report.tables) {
    std::vector<std::vector<std::string>> rows = {table.headings};
    rows.insert(rows.end(), table.rows.begin(), table.rows.end());
    for (auto& row : rows)
      for (auto& cell : row) cell = plot::to_plain(cell);
    fmt::print("{}{}{}\n{}\n", table.number, table.number.empty() ? "" : ": ", plot::to_plain(table.caption),
               aligned(rows, true, 2, output_width()));
  }
}

int reproduce_papers(const ReproduceRequest& request) {
  const auto chosen = find_examples(request.what);
  if (request.list) {
    for (const Example* example : chosen) fmt::print("{:<30} {}\n", example->id(), plot::to_plain(example->title));
    return kDone;
  }
  prepare_folder(request.out);
  if (request.summary) const PendingFile probe(*request.summary);  // throws where it cannot be created
  const bool terminal = is_terminal(stderr);
  size_t number = 0;
  const auto results = run_examples(chosen, [&](const Example& example) {
    ++number;
    if (terminal) print_message("\r\033[K{}/{} {}", number, chosen.size(), example.id());
  });
  if (terminal) print_message("\r\033[K");
  const std::string page = write_results(results, request.out, request.what.empty(), request.summary);
  int unexpected = 0;
  for (const auto& result : results) {
    print_results([&] {
      print_claims(result);
      print_tables(result);
    });
    for (const Claim& claim : result.report.claims) {
      if (claim.as_expected()) continue;
      ++unexpected;
      print_message("{}: claim \"{}\" is not as expected ({}): \"{}\"\n", result.example->id(), claim.key,
                    to_text(claim.expected), plot::to_plain(claim.says));
    }
  }
  print_results([&] { fmt::print("{}\n", page); });
  return unexpected == 0 ? kDone : kCheckFailed;
}

std::function<int()> configure_reproduce(CLI::App& app) {
  const auto request = std::make_shared<ReproduceRequest>();
  app.add_option("paper", request->what, "a paper or one of its examples; default: all")->type_name("PAPER[/EXAMPLE]");
  app.add_option("--out", request->out, "folder for pages, figures and data")->type_name("DIR")->capture_default_str();
  add_path(app, "--summary", request->summary, "FILE.md", "table of claims and verdicts without times");
  app.add_flag("--list", request->list, "only say which examples there are");
  app.footer(
      "Example: invar reproduce bauchau2003/rigid_body --out figures\nExit code 4: a claim has another verdict than "
      "expected.");
  return [request] { return reproduce_papers(*request); };
}

}  // namespace

Command reproduce_command() {
  return {"reproduce", "repeat the examples of the papers and check their claims", configure_reproduce};
}

}  // namespace invar::app
