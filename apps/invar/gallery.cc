// invar gallery: runs many models and writes a page with a moving picture of each, beside their report pages.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "command_line.h"
#include "commands.h"
#include "gallery_runs.h"
#include "invar/core/parallel.h"
#include "invar/io/atomic_file.h"
#include "invar/io/output_check.h"
#include "invar/report/report_page.h"
#include "messages.h"
#include "options.h"
#include "progress.h"
#include "shipped_models.h"
#include "text_table.h"

namespace invar::app {

namespace {

namespace fs = std::filesystem;

struct GalleryRequest {
  std::vector<std::string> models;
  std::string out = "out/gallery";
  std::optional<double> end, limit;
  bool quiet = false;
};

// Pages are named after model files, so these must differ, and no page may be a model.
void check_names(const std::vector<std::string>& models, const std::string& folder) {
  std::map<std::string, std::string> seen;
  for (const std::string& model : models) {
    const std::string name = fs::path(model).stem().string();
    if (name == "index")
      throw UsageError(fmt::format("the page of {} would be index.html, that of the gallery", model));
    const auto [other, is_new] = seen.emplace(name, model);
    if (!is_new) throw UsageError(fmt::format("the pages of {} and {} would have one name", other->second, model));
  }
  std::vector<OutputFile> pages = {{"--out", (fs::path(folder) / "index.html").string()}};
  std::vector<InputFile> inputs;
  for (const std::string& model : models) {
    pages.push_back({"--out", (fs::path(folder) / (fs::path(model).stem().string() + ".html")).string()});
    inputs.push_back(find_input("the model file", model));
  }
  check_outputs(pages, inputs);
}

void print_runs(const std::vector<GalleryRun>& runs) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(runs.size());
  for (const GalleryRun& run : runs)
    rows.push_back({run.completed ? "ok" : "failed", run.tile.name, fmt::format("{:.2f} s", run.seconds), run.summary});
  fmt::print("{}", aligned(rows, false, 2, output_width()));
}

int make_gallery(const GalleryRequest& request) {
  if (!has_report_page())
    throw UsageError("this program was built without the report page; build it with script/build");
  const std::vector<std::string> models = request.models.empty() ? shipped_models() : find_models(request.models);
  check_names(models, request.out);
  std::error_code error;
  fs::create_directories(request.out, error);
  if (error) fail_writing(request.out, error.message(), "give another folder with --out");
  const std::string index = (fs::path(request.out) / "index.html").string();
  AtomicFile page(index);  // a folder that cannot be written is found before the runs

  GalleryLimits limits;
  limits.end = request.end.value_or(limits.end);
  limits.seconds = request.limit.value_or(limits.seconds);
  limits.threads = static_cast<int>(std::min(core_count(), models.size()));
  const bool terminal = !request.quiet && is_terminal(stderr);
  const auto runs = run_gallery(models, request.out, limits, [&](const std::string& text) {
    if (terminal) print_message("\r\033[K{}", text.substr(0, 100));
  });
  if (terminal) print_message("\r\033[K");

  std::vector<GalleryTile> tiles;
  std::ptrdiff_t failed = 0;
  for (const GalleryRun& run : runs) {
    tiles.push_back(run.tile);
    if (run.completed) continue;
    ++failed;
    print_message("{}: {}\n", run.tile.name, run.summary);
  }
  page.write(make_gallery_page(tiles, command_line()));
  page.commit();
  print_results([&] {
    if (request.quiet) return;
    print_runs(runs);
    fmt::print("\ngallery: {}\n", index);
  });
  return failed == 0 ? kDone : kNumericalFailure;
}

std::function<int()> configure_gallery(CLI::App& app) {
  const auto request = std::make_shared<GalleryRequest>();
  app.add_option("MODEL", request->models, "model files (YAML); default: all that ship")->type_name("FILE");
  app.add_option("--out", request->out, "folder of the pages")->type_name("DIR")->capture_default_str();
  add_positive(app, "--end", request->end, "SECONDS",
               "longest time of a run; default 120, and never beyond the model's own");
  add_positive(app, "--limit", request->limit, "SECONDS", "longest computation of a run; default 8");
  app.add_flag("--quiet", request->quiet, "print nothing but errors");
  app.footer(
      "Writes DIR/index.html, to open in a browser, and DIR/NAME.html for each model.\n"
      "Exit code 3: some model failed; its tile says why, the others are complete.");
  return [request] { return make_gallery(*request); };
}

}  // namespace

Command gallery_command() { return {"gallery", "run many models and show them side by side", configure_gallery}; }

}  // namespace invar::app
