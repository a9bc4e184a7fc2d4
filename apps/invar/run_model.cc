// `invar run`: loads, runs, writes the files, prints the certificate.
#include <fmt/format.h>

#include <iostream>

#include "command_line.h"
#include "commands.h"
#include "interrupt.h"
#include "invar/audit/findings.h"
#include "invar/model/model.h"
#include "invar/report/report_page.h"
#include "invar/run/run.h"
#include "invar/verify/verified_run.h"
#include "messages.h"
#include "outputs.h"
#include "progress.h"

namespace invar::app {

namespace {

verify::VerifiedRun run_as_asked(const Model& model, const RunRequest& request, const RunHooks& hooks) {
  if (!request.verify) return {.result = invar::run(model, request, hooks), .bands = {}};
  return verify::run_verified(
      model, [&] { return load_model(request.model, request.set); }, request, hooks);
}

}  // namespace

int run_model(const RunRequest& request) {
  InputFileLog inputs;
  const auto model = load_model(request.model, request.set);
  const InterruptGuard interrupt;  // before there is a file that a signal might leave behind
  Outputs outputs = open_outputs(request, inputs);
  // A page shows the run; an HDF5 file keeps what a page needs. Other runs collect nothing.
  const bool stores_report = request.out && request.out->ends_with(".h5");
  PackedReport report;
  ReportTexts texts;
  if (outputs.report || stores_report) texts = {request.model, inputs.files.front().text, command_line(), {}};
  std::unique_ptr<Progress> progress;
  RunHooks hooks;
  hooks.writer = outputs.table.get();
  if (outputs.report || stores_report) hooks.report = &report;
  hooks.interrupted = [&] { return interrupt.requested(); };
  hooks.note = [&](const std::string& text) {
    texts.notes.push_back(text);
    if (!request.quiet) print_message("note: {}\n", text);
  };
  hooks.progress = [&](double t, double t_end, double h) {
    if (!progress) progress = std::make_unique<Progress>(0, t_end, !request.quiet && is_terminal(stderr));
    progress->update(t, h);
  };
  const auto [result, bands] = run_as_asked(*model, request, hooks);
  texts.error_bands = bands;
  if (progress) progress->finish();
  const std::string json = to_json(result.certificate);
  // A run that did not begin has nothing to show; older files stay.
  const bool leaves_out = !result.began && (outputs.table || outputs.report);
  if (!result.began) outputs.table.reset(), outputs.report.reset();
  if (hooks.report && result.began) report.head = make_report_head(*model, result.certificate, texts);
  if (stores_report && result.began) outputs.table->keep_report(report);
  outputs.finish(json, outputs.report ? make_report_page(report) : "");
  const Certificate& certificate = result.certificate;
  if (leaves_out && !request.quiet)
    print_message("note: nothing was simulated, so no results are written but the certificate\n");
  print_results([&] {
    if (!request.quiet) print_readable(certificate, std::cout, wants_color(stdout));
    if (outputs.report && !request.quiet) fmt::print("\nreport: {}\n", *request.report);
  });
  if (!result.report.status.ok()) {
    print_message("{}\n", result.report.message());
    return kNumericalFailure;
  }
  if (!request.strict || overall_verdict(certificate) == "kept") return kDone;
  for (const Finding& finding : judge(certificate))
    if (finding.verdict == FindingVerdict::kLarge) print_message("not kept: {}: {}\n", finding.name, finding.sentence);
  return kCheckFailed;
}

}  // namespace invar::app
