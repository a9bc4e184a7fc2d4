// invar run: reads the options; run_model does the work.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "command_line.h"
#include "commands.h"
#include "equilibrium_options.h"
#include "invar/core/error.h"
#include "invar/io/checkpoint_file.h"
#include "invar/io/table_writer.h"
#include "invar/report/report_page.h"
#include "options.h"

namespace invar::app {

namespace {

void check(const RunRequest& request) {
  if (request.report && !has_report_page())
    throw UsageError("--report: this program was built without the report page; build it with script/build");
  if (request.out) check_table_path(*request.out);
  if (request.state && (!request.out || !request.out->ends_with(".h5"))) {
    throw UsageError("--state needs --out FILE.h5: a CSV file has no place for the state");
  }
  if (request.checkpoint && request.verify)
    throw UsageError("--checkpoint cannot be combined with --verify: the runs beside it are not stored");
}

void add_run_options(CLI::App& app, RunRequest& r) {
  add_model(app, r.model);
  app.add_option_function<std::string>(
         "--method", [&r](const std::string& name) { r.run.method = name; }, "integration method (invar list methods)")
      ->type_name("NAME");
  CLI::Option* step = add_positive(app, "--step", r.run.step, "SECONDS", "constant step size");
  add_positive(app, "--tolerance", r.run.tolerance, "TOL", "error allowed a step; the step size follows")
      ->excludes(step);
  app.add_flag(
      "--no-assembly", [&r](std::int64_t) { r.run.assembles = false; },
      "starts as the file says, also where that violates the constraints; the method corrects it along the run");
  add_positive(app, "--max-step", r.run.max_step, "SECONDS", "largest step where the step size follows a tolerance")
      ->excludes(step);
  add_positive(app, "--end", r.run.end, "SECONDS", "time of the end");
  add_start(app, r.start,
            "start from the equilibrium nearby (invar static), of the spin that the start is if it is one");
  add_set(app, r.set);
  add_assignments(app, "--option", r.options, "an option of the method; may be repeated");
  add_path(app, "--out", r.out, "FILE.csv|FILE.h5", "channels over time");
  add_positive(app, "--every", r.run.every, "SECONDS", "time between recorded instants; default: every step");
  app.add_flag("--state", r.state, "store all coordinates and velocities too (HDF5)");
  add_path(app, "--certificate", r.certificate, "FILE.json", "what the run kept of the invariants");
  add_path(app, "--report", r.report, "FILE.html", "page with the moving mechanism, charts and the certificate");
  app.add_flag("--verify", r.verify, "estimate the error of the motion by runs with larger steps beside this one");
  app.add_flag("--strict", r.strict, "exit with code 4 if a line of the certificate is red");
  CLI::Option* checkpoint = add_path(app, "--checkpoint", r.checkpoint, "FILE",
                                     "keeps the run as it is, to be continued after an interruption (invar resume)");
  add_positive(app, "--checkpoint-every", r.checkpoint_every, "SECONDS", "time between checkpoints; default 60")
      ->needs(checkpoint);
  app.add_flag("--quiet", r.quiet, "print nothing but errors");
  app.footer("Example: invar run models/n_four_bar.yaml --set N=4 --method ep --step 0.001 --end 5 --out four_bar.csv");
}

std::function<int()> configure_run(CLI::App& app) {
  const auto request = std::make_shared<RunRequest>();
  add_run_options(app, *request);
  return [request] {
    check(*request);
    return run_model(*request);
  };
}

}  // namespace

int resume_run(const std::string& path) {
  Checkpoint checkpoint = read_checkpoint(path);
  // Names are relative to the folder in which the run was started.
  const std::string file = std::filesystem::absolute(path).string();
  std::error_code error;
  std::filesystem::current_path(checkpoint.folder, error);
  if (error)
    throw ModelError({path, 0, 0}, "", fmt::format("belongs to a run in the folder {}", checkpoint.folder),
                     "which cannot be entered: " + error.message());
  CLI::App app;
  const auto request = std::make_shared<RunRequest>();
  add_run_options(app, *request);
  std::vector<std::string> words(checkpoint.arguments.rbegin(), checkpoint.arguments.rend());
  app.parse(words);
  request->checkpoint = file;
  remember_command_line(checkpoint.arguments);
  return run_model(*request, &checkpoint);
}

Command run_command() { return {"run", "simulate a model", configure_run}; }

}  // namespace invar::app
