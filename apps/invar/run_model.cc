// `invar run`: loads, runs, writes the files, prints the certificate.
#include <fmt/format.h>

#include <iostream>

#include "commands.h"
#include "invar/model/model.h"
#include "invar/results/run.h"
#include "invar/simulate/interrupt.h"
#include "invar/simulate/progress.h"
#include "outputs.h"

namespace invar::app {

int run_model(const RunRequest& request) {
  const auto model = load_model(request.model, request.set);
  Outputs outputs = open_outputs(request);
  const InterruptGuard interrupt;
  std::unique_ptr<Progress> progress;
  RunHooks hooks;
  hooks.writer = outputs.table.get();
  hooks.interrupted = [&] { return interrupt.requested(); };
  hooks.note = [&](const std::string& text) {
    if (!request.quiet) fmt::print(stderr, "note: {}\n", text);
  };
  hooks.progress = [&](double t, double t_end, double h) {
    if (!progress) progress = std::make_unique<Progress>(0, t_end, !request.quiet && is_terminal(stderr));
    progress->update(t, h);
  };
  const RunResult result = run(*model, request, hooks);
  if (progress) progress->finish();
  const std::string json = to_json(result.certificate);
  if (outputs.table) outputs.table->finish(json);
  if (outputs.certificate) {
    outputs.certificate->write(json);
    outputs.certificate->commit();
  }
  if (!request.quiet) print_readable(result.certificate, std::cout, wants_color(stdout));
  if (result.report.status.ok()) return kDone;
  fmt::print(stderr, "{}\n", result.report.message());
  return kNumericalFailure;
}

}  // namespace invar::app
