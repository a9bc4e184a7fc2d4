// invar compare: all methods on one model, measured, with advice.
#include <fmt/format.h>

#include <memory>

#include "command_line.h"
#include "commands.h"
#include "interrupt.h"
#include "invar/compare/output.h"
#include "invar/model/model.h"
#include "invar/record/recorder.h"
#include "messages.h"
#include "options.h"
#include "outputs.h"
#include "progress.h"
#include "text_table.h"

namespace invar::app {

namespace {

using namespace invar::compare;

struct CompareRequest {
  Request request;
  std::string methods;
  std::optional<double> budget;
  std::optional<std::string> out, report;
  bool quiet = false;
};

void print_advice(const Advice& advice) {
  std::vector<std::vector<std::string>> rows;
  for (const Recommendation& a : advice.recommendations)
    rows.push_back({a.purpose, a.candidate.empty() ? "none" : a.candidate,
                    a.reason + (a.options.empty() ? "" : ": " + a.options)});
  fmt::print("advice\n{}\n", aligned(rows, false, 2, output_width()));
}

void print_prescribed(const Comparison& comparison, const Advice& advice) {
  for (const std::string& line : wrapped(prescribed_text(comparison), output_width())) fmt::print("{}\n", line);
  if (const Rows rows = resolution_rows(comparison); rows.size() > 1)
    fmt::print("\n{}", aligned(rows, true, 2, output_width()));
  fmt::print("\nreactions and other outputs at the step of {:g} s, beside those that the constraints prescribe\n{}\n",
             comparison.problem.step, with_flags(aligned(reaction_rows(comparison), true, 2, output_width())));
  print_advice(advice);
}

void print(const Comparison& comparison, const Advice& advice) {
  const Reference& r = comparison.reference;
  fmt::print("{}: to t = {:g} s, steps around {:g} s, {:.1f} s of processor time in {:.1f} s\n", comparison.model_name,
             comparison.problem.end, comparison.problem.step, comparison.cpu_seconds, comparison.seconds);
  if (comparison.prescribed) {
    print_prescribed(comparison, advice);
    for (const std::string& note : notes_of(comparison)) fmt::print("note: {}\n", with_flags(note));
    return;
  }
  fmt::print("reference: {}, known to {:.1e} of the motion{}\n\n", r.made_by, r.accuracy,
             r.confirmed_by.empty() ? "" : ", confirmed by " + r.confirmed_by);
  fmt::print("{}\n", with_flags(aligned(advice_rows(comparison), true, 2, output_width())));
  fmt::print("at the step of {:g} s, or the cheapest tolerance to {:g} (!: oscillates from step to step)\n{}\n",
             comparison.problem.step, kEverydayError,
             with_flags(aligned(invariant_rows(comparison), true, 2, output_width())));
  if (const Rows rows = result_rows(comparison); rows.size() > 1)
    fmt::print("results of the same runs\n{}\n", aligned(rows, true, 2, output_width()));
  print_advice(advice);
  std::vector<std::vector<std::string>> rows;
  for (const Criterion& c : advice.criteria)
    rows.push_back({c.source, c.agrees ? "agrees" : "disagrees", c.says + ": " + c.measured});
  if (!rows.empty()) fmt::print("literature\n{}", aligned(rows, false, 2, output_width()));
  for (const std::string& note : notes_of(comparison)) fmt::print("note: {}\n", with_flags(note));
}

int compare_methods(CompareRequest& c) {
  if (!c.methods.empty()) c.request.candidates = parse_candidates(c.methods);
  if (c.budget) c.request.budget = *c.budget;
  InputFileLog inputs;
  const auto model = load_model(c.request.model, c.request.set);
  find_channels(*model);  // wrong outputs are reported first
  TextOutputs outputs = open_text_outputs(c.out, c.report, inputs);
  const InterruptGuard interrupt;
  const bool terminal = !c.quiet && is_terminal(stderr);
  Hooks hooks;
  hooks.cancelled = [&] { return interrupt.requested(); };
  hooks.progress = [&](double part, const std::string& what) {
    if (terminal) print_message("\r\033[K{:3.0f}% {}", 100 * part, what);
  };
  const Comparison comparison = run_comparison(*model, c.request, hooks);
  if (terminal) print_message("\r\033[K");
  if (interrupt.requested()) {
    print_message("interrupted: nothing written\n");
    return kNumericalFailure;
  }
  if (comparison.reference.made_by.empty() && !comparison.prescribed) {
    print_message("no method came through twice to t = {:g} s, so there is nothing to compare with:\n",
                  comparison.problem.end);
    for (const auto& failure : comparison.reference.failures) print_message("  {}\n", failure);
    print_message("try a smaller --step, an earlier --end or a larger --budget\n");
    return kNumericalFailure;
  }
  const Advice advice = advise(comparison);
  outputs.finish(outputs.out ? to_json(comparison, advice) : "",
                 outputs.report ? to_page(comparison, advice, command_line(), with_flags) : "");
  if (!c.quiet) print(comparison, advice);
  return kDone;
}

std::function<int()> configure_compare(CLI::App& app) {
  const auto c = std::make_shared<CompareRequest>();
  add_model(app, c->request.model);
  app.add_option("--methods", c->methods, "e.g. ep,ed:alpha=0.5,explicit:integrator=rk4; default: all")
      ->type_name("A,B,...");
  add_positive(
      app, "--budget", c->budget, "SECONDS",
      "processor time on each core for all runs together, about; more by the clock on a busy machine; default 30");
  add_positive(app, "--step", c->request.step, "SECONDS", "the middle of the steps tried; default: of the model file");
  add_positive(app, "--end", c->request.end, "SECONDS", "time of the end; default: of the model file");
  add_set(app, c->request.set);
  add_path(app, "--out", c->out, "FILE.json", "all trials and the advice");
  add_path(app, "--report", c->report, "FILE.html", "page with the diagrams");
  app.add_flag("--quiet", c->quiet, "print nothing but errors");
  app.footer("Example: invar compare models/braun_slider_crank.yaml --end 10 --report which_method.html");
  return [c] { return compare_methods(*c); };
}

}  // namespace

Command compare_command() { return {"compare", "try all methods on a model and say which to use", configure_compare}; }

}  // namespace invar::app
