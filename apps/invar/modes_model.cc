// `invar modes`: finds the modes, writes the files, prints them.
#include "modes_model.h"

#include <fmt/format.h>

#include "command_line.h"
#include "commands.h"
#include "messages.h"
#include "outputs.h"
#include "text_table.h"

namespace invar::app {

namespace {

std::string number_text(double value) { return value == 0 ? "0" : fmt::format("{:.8g}", value); }

std::string freedoms_text(int count) { return fmt::format("{} degree{} of freedom", count, count == 1 ? "" : "s"); }

// Why there is no table of modes; empty if there is one.
std::string no_modes_text(const ModesReport& report) {
  if (report.freedoms == 0)
    return "The constraints leave no degree of freedom: nothing can vibrate, and there are no modes.";
  for (const Mode& mode : report.modes)
    if (!mode.rigid) return "";
  return report.rigid > 0 ? "All eigenvalues are zero: nothing holds the model in place here, and nothing vibrates."
                          : "There are no modes: no degree of freedom has mass.";
}

// Damped and undamped frequencies are both listed wherever they differ.
void print_modes(const Model& model, const ModesReport& report) {
  fmt::print("model          {}\n", model.name);
  fmt::print("linearized     {}, {}\n", report.kind, freedoms_text(report.freedoms));
  if (report.rigid > 0)
    fmt::print("rigid          {} zero eigenvalue{}{}\n", report.rigid, report.rigid == 1 ? "" : "s",
               report.kind == "conservative" ? " (double)" : "");
  if (const std::string text = no_modes_text(report); !text.empty()) {
    fmt::print("\n{}\n", text);
    return;
  }
  bool damped = false;
  for (const Mode& mode : report.modes) damped |= mode.value.imag() != 0 && mode.value.real() != 0;
  std::vector<std::vector<std::string>> rows;
  if (damped)
    rows.push_back({"mode", "damped [Hz]", "damped [rad/s]", "undamped [Hz]", "undamped [rad/s]", "damping ratio",
                    "eigenvalue [1/s]", "moves most"});
  else
    rows.push_back({"mode", "frequency [Hz]", "frequency [rad/s]", "damping ratio", "eigenvalue [1/s]", "moves most"});
  int k = 0;
  for (const Mode& mode : report.modes) {
    if (mode.rigid) continue;
    const std::complex<double> s = mode.value;
    const bool swings = s.imag() != 0;
    std::string value = number_text(s.real());
    if (swings) value += fmt::format(" +-{:.8g}i", std::abs(s.imag()));
    const auto cell = [&](double x) { return swings ? number_text(x) : "-"; };
    std::vector<std::string> row{std::to_string(++k), cell(mode.frequency()), cell(std::abs(s.imag()))};
    if (damped) row.insert(row.end(), {cell(mode.undamped_frequency()), cell(std::abs(s))});
    row.insert(row.end(), {swings ? number_text(mode.damping_ratio()) : (s.real() < 0 ? "decays" : "grows"), value,
                           fmt::format("{} ({:.0f} %)", mode.part, 100 * mode.share)});
    rows.push_back(std::move(row));
  }
  fmt::print("\n{}", aligned(rows, true, 0, output_width()));
}

std::string page(const Model& model, const ModesRequest& request, const ModesAnalysis& analysis,
                 const std::string& model_text) {
  PackedReport packed = analysis.pack_modes(request.amplitude.value_or(0.1));
  std::vector<std::string> notes;
  for (const std::string& note : analysis.notes()) notes.push_back(with_flags(note));
  packed.head =
      make_report_head(model, with_flags(analysis.certificate_json()),
                       {request.files.model, model_text, command_line(), notes, "modes", analysis.chapters()});
  return make_report_page(packed);
}

}  // namespace

int modes_model(const ModesRequest& request) {
  InputFileLog inputs;
  const auto model = load_model(request.files.model, request.files.set);
  ModesAnalysis analysis(*model, {.equilibrium = find_start(request.files.start, *model),
                                  .number = request.number.value_or(10),
                                  .sparse = request.sparse,
                                  .turning_axes = request.turning_axes});
  TextOutputs outputs = open_text_outputs(request.files.out, request.files.report, inputs);
  const Status& status = analysis.run();
  if (!request.files.quiet)
    for (const std::string& text : analysis.notes()) print_message("note: {}\n", text);
  if (!status.ok()) {
    print_message("{}: {}\n", analysis.has_basis() ? "no modes" : "no state to linearize about", status.message());
    return kNumericalFailure;
  }
  const ModesReport& report = analysis.report();
  const bool json = request.files.out && request.files.out->ends_with(".json");
  outputs.finish(!outputs.out ? ""
                 : json       ? modes_json(*model, report)
                              : modes_csv(report),
                 outputs.report ? page(*model, request, analysis, inputs.files.front().text) : "");
  if (!request.files.quiet) print_modes(*model, report);
  return kDone;
}

}  // namespace invar::app
