// `invar run`: loads, runs, writes the files, prints the certificate.
#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <sstream>

#include "command_line.h"
#include "commands.h"
#include "events_table.h"
#include "interrupt.h"
#include "invar/audit/findings.h"
#include "invar/model/model.h"
#include "invar/report/report_page.h"
#include "invar/run/run.h"
#include "invar/verify/verified_run.h"
#include "messages.h"
#include "outputs.h"
#include "progress.h"
#include "run_keeper.h"

namespace invar::app {

namespace {

verify::VerifiedRun run_as_asked(const Model& model, const RunRequest& request, const RunClient& client,
                                 const std::function<void(ModelRun&)>& prepare, RunKeeper* keeper,
                                 const std::vector<std::string>& notes) {
  RunSpec given = request.run;
  given.options = MethodOptions::parse(request.options);
  given.start = find_start(request.start, model);
  if (request.verify) return verify::run_verified(model, given, client, prepare);
  ModelRun run(model, given, client);
  prepare(run);
  return {.result = keeper ? keeper->execute(run, notes) : run.execute(), .bands = {}};
}

}  // namespace

int run_model(const RunRequest& request, const Checkpoint* resumed) {
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
  std::optional<RunKeeper> keeper;
  if (request.checkpoint) keeper.emplace(request, inputs, resumed);
  // A run that is resumed has the notes of its beginning already.
  bool repeats_notes = resumed != nullptr;
  const RunClient client{.note =
                             [&](const std::string& text) {
                               if (repeats_notes) return;
                               texts.notes.push_back(with_flags(text));
                               if (!request.quiet) print_message("note: {}\n", text);
                             },
                         .interrupted = [&] { return interrupt.requested(); }};
  StepCallback show_progress([&](const State& s0, const State& s1, const StepReport&) {
    progress->update(s1.t, s1.t - s0.t);
    return Status{};
  });
  const bool collects = outputs.report || stores_report;
  const auto [result, bands] = run_as_asked(
      *model, request, client,
      [&](ModelRun& run) {
        progress = std::make_unique<Progress>(0, run.options().t_end, !request.quiet && is_terminal(stderr));
        if (outputs.table) run.write_to(keeper ? keeper->keep_rows_of(*outputs.table) : *outputs.table, request.state);
        if (collects) run.collect_page(report);
        run.add(show_progress);
        if (resumed) texts.notes = resumed->notes;
        repeats_notes = false;
      },
      keeper ? &*keeper : nullptr, texts.notes);
  texts.error_bands = bands;
  if (progress) progress->finish();
  const std::string json = to_json(result.certificate);
  // A run that did not begin has nothing to show; older files stay.
  const bool leaves_out = !result.began && (outputs.table || outputs.report);
  if (!result.began) outputs.table.reset(), outputs.report.reset();
  if (collects && result.began) report.head = make_report_head(*model, with_flags(json), texts);
  if (stores_report && result.began) outputs.table->keep_report(report);
  outputs.finish(json, outputs.report ? make_report_page(report) : "");
  if (keeper) keeper->finish();
  const Certificate& certificate = result.certificate;
  if (result.began) write_events_beside(request.out, certificate);
  if (leaves_out && !request.quiet)
    print_message("note: nothing was simulated, so no results are written but the certificate\n");
  print_results([&] {
    std::ostringstream text;
    print_readable(certificate, text, wants_color(stdout));
    if (!request.quiet) std::cout << with_flags(text.str());
    if (outputs.report && !request.quiet) fmt::print("\nreport: {}\n", *request.report);
  });
  if (!result.report.status.ok()) {
    print_message("{}\n", result.report.message());
    return kNumericalFailure;
  }
  if (!request.strict || overall_verdict(certificate) == "kept") return kDone;
  for (const Finding& finding : judge(certificate))
    if (finding.verdict == Verdict::kLarge) print_message("not kept: {}: {}\n", finding.name, finding.sentence);
  return kCheckFailed;
}

}  // namespace invar::app
