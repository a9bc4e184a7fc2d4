// `invar static`: finds the equilibrium, writes the files, prints what holds it.
#include "static_model.h"

#include <fmt/format.h>

#include "command_line.h"
#include "commands.h"
#include "interrupt.h"
#include "invar/record/recorder.h"
#include "invar/report/report_page.h"
#include "messages.h"
#include "outputs.h"
#include "progress.h"
#include "text_table.h"

namespace invar::app {

namespace {

std::string triple(const Vector3& x) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0] + 0.0, x[1] + 0.0, x[2] + 0.0);
}

// One line, written over itself, on a terminal only.
class Counter {
 public:
  explicit Counter(bool enabled) : enabled_(enabled) {}
  ~Counter() {
    if (shown_) print_message("\r\x1b[K");
  }
  void show(double factor, int iteration, double residual) {
    if (!enabled_) return;
    shown_ = true;
    print_message("\rload factor {:.4g}, iteration {}, residual {:.1e}\x1b[K", factor, iteration, residual);
  }

 private:
  bool enabled_, shown_ = false;
};

void print_result(const Model& model, const StaticAnalysis& analysis) {
  const StaticCertificate& c = analysis.certificate();
  const SpinField& spin = analysis.found().spin;
  fmt::print("model          {}\n", model.name);
  fmt::print("equilibrium    {}, found by {} in {} iterations\n", stability_text(c), c.method, c.iterations);
  if (!spin.is_zero() && c.stability == Stability::kUnstable)
    fmt::print("               judged without gyroscopic forces; invar modes has them\n");
  if (spin.is_zero() && c.stability == Stability::kUnstable)
    fmt::print("               not where the model comes to rest: the slightest push makes it fall away\n");
  if (c.unstable_equilibria_left > 0)
    fmt::print("               {} unstable one{} left on the way\n", c.unstable_equilibria_left,
               c.unstable_equilibria_left == 1 ? "" : "s");
  if (c.path_unstable_from)
    fmt::print("               the load path is unstable from load factor {:.6g} on{}\n", *c.path_unstable_from,
               c.stability == Stability::kUnstable ? "" : "; it goes on along a stable one beside it");
  if (!spin.is_zero())
    fmt::print("spin           {} rad/s about a line through {} m\n", triple(spin.omega()), triple(spin.about()));
  fmt::print("residual       {:.2e} of forces up to {:.4g}; constraints {:.1e}\n", c.residual, c.force_scale,
             c.constraint_position_max);
  fmt::print("energy         potential {:.9g} J\n", c.potential_energy);
  for (const double factor : c.limit_factors) fmt::print("limit point    load factor {:.6g}\n", factor);
  if (c.points > 1) fmt::print("path           {} points up to load factor {:.6g}\n", c.points, c.load_factor);

  const Snapshot s = analysis.snapshot();
  std::vector<std::vector<std::string>> rows{{"reactions", "force [N]", "torque [N m]"}};
  for (const auto& joint : model.joints) {
    if (!joint->has_places()) continue;
    const Wrench w = joint->calc_reaction(s);
    rows.push_back({"  " + joint->name(), triple(w.force), triple(w.torque)});
    if (rows.size() > 41) break;
  }
  if (rows.size() > 1) fmt::print("\n{}", aligned(rows, true, 0, output_width()));
  if (rows.size() > 41) fmt::print("  ... and more; name them in outputs\n");
  rows = {{"outputs", ""}};
  for (const Channel& channel : find_channels(model))
    if (!channel.name.starts_with("energy.") && !channel.name.starts_with("constraint."))
      rows.push_back({"  " + channel.name, fmt::format("{:.9g} {}", channel.value(s) + 0.0, channel.unit)});
  if (rows.size() > 1) fmt::print("\n{}", aligned(rows, true, 0, output_width()));
}

void print_notes(const StaticAnalysis& analysis) {
  const StaticCertificate& c = analysis.certificate();
  for (const std::string& text : analysis.notes()) print_message("note: {}\n", text);
  if (!c.completed()) return;
  if (c.unstable_equilibria_left > 0 && c.stability == Stability::kUnstable)
    print_message(
        "note: no stable equilibrium was found: no way down from {} unstable one{} ended in a stable one; start the "
        "model elsewhere, or there is none\n",
        c.unstable_equilibria_left, c.unstable_equilibria_left == 1 ? "" : "s");
  for (const Finding& finding : judge(c))
    if (finding.name == "place") print_message("note: {}\n", finding.sentence);
}

std::string page(const Model& model, const StaticRequest& request, const StaticAnalysis& analysis,
                 const std::string& model_text) {
  PackedReport packed = analysis.pack_path();
  std::vector<std::string> notes;
  for (const std::string& note : analysis.notes()) notes.push_back(with_flags(note));
  packed.head = make_report_head(model, with_flags(to_json(analysis.certificate())),
                                 {request.files.model, model_text, command_line(), notes, "static"});
  return make_report_page(packed);
}

}  // namespace

int static_model(const StaticRequest& request) {
  InputFileLog inputs;
  const auto model = load_model(request.files.model, request.files.set);
  const InterruptGuard interrupt;
  std::optional<Counter> counter;
  const auto wanted = find_start(request.files.start, *model);
  StaticAnalysis analysis(*model, {.equilibrium = wanted ? *wanted : model->run.start.value_or(StartSpec{}),
                                   .load_steps = request.load_steps.value_or(1),
                                   .accept_unstable = request.accept_unstable,
                                   .arc_length = request.arc_length,
                                   .arc_step = request.arc_step,
                                   .path_steps = request.path_steps,
                                   .progress =
                                       [&](double factor, int iteration, double residual) {
                                         if (counter) counter->show(factor, iteration, residual);
                                       },
                                   .interrupted = [&] { return interrupt.requested(); }});
  Outputs outputs = open_outputs(request.files, inputs);
  counter.emplace(!request.files.quiet && is_terminal(stderr));
  const StaticCertificate& certificate = analysis.run();
  counter.reset();
  if (!request.files.quiet) print_notes(analysis);
  if (outputs.table) analysis.write_path(*outputs.table);
  outputs.finish(to_json(certificate),
                 outputs.report ? page(*model, request, analysis, inputs.files.front().text) : "");
  if (!certificate.completed()) {
    print_message("no equilibrium: {}\n", certificate.message);
    return kNumericalFailure;
  }
  if (!request.files.quiet) print_result(*model, analysis);
  return kDone;
}

}  // namespace invar::app
