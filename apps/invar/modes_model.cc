// `invar modes`: finds the state to linearize about, its modes, and writes and prints them.
#include "modes_model.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "command_line.h"
#include "commands.h"
#include "equilibrium_options.h"
#include "invar/io/json.h"
#include "invar/record/recorder.h"
#include "invar/report/path_report.h"
#include "invar/report/report_page.h"
#include "invar/run/inertia_check.h"
#include "invar/run/run.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/spec/schema.h"
#include "invar/system/kinks.h"
#include "messages.h"
#include "outputs.h"
#include "text_table.h"

namespace invar::app {

namespace {

constexpr double kSteady = 1e-8;  // accelerations left, relative to all

// The state, its multipliers and its spin.
struct Basis {
  State state;
  Vector lambda, acceleration;
  SpinField spin;
  bool moving = false, from_equilibrium = false;
  bool frozen = false;  // a part spins on a support that stands
  std::vector<std::string> notes;
  Status status;
};

Basis find_equilibrium_basis(const Model& model, const AssembledSystem& system, const EquilibriumRequest& wanted) {
  Basis basis;
  StaticOptions options;
  options.accept_unstable = wanted.spins();
  ModelEquilibrium found = find_equilibrium(model, system, wanted, options);
  basis.status = found.report.status;
  basis.state = found.state;
  basis.lambda = found.report.point.lambda;
  basis.spin = found.spin;
  basis.notes = found.notes;
  basis.from_equilibrium = true;
  if (!basis.status.ok()) return basis;
  // A spin that was not asked for and has a support that stands: the motion is linearized as it is at this angle.
  basis.frozen = found.inferred && !found.spin.turns_all();
  basis.moving = basis.frozen || (found.spin.is_zero() && basis.state.v.cwiseAbs().maxCoeff() > 1e-12);
  if (basis.frozen) basis.spin = {};
  if (found.report.point.stability.kind == Stability::kUnstable && found.spin.is_zero())
    basis.notes.push_back("the equilibrium is unstable");
  return basis;
}

Basis find_basis(const Model& model, const AssembledSystem& system, const ModesRequest& request) {
  Basis basis;
  if (const auto wanted = find_start(model, request.files)) {
    // A file may ask for an equilibrium for its runs alone: modes are about the start unless told otherwise.
    if (request.files.from_equilibrium || request.files.at_rest || request.files.equilibrium.spins())
      return find_equilibrium_basis(model, system, *wanted);
  }
  basis.state = model.initial;
  const InitialConditionsReport initial = solve_initial_conditions(system, basis.state);
  basis.status = initial.status;
  if (!basis.status.ok()) return basis;
  if (const std::string moved = initial.summary(system.layout()); !moved.empty()) basis.notes.push_back(moved);
  const Vector& v = basis.state.v;
  basis.moving = v.cwiseAbs().maxCoeff() > 1e-12;
  AccelerationSolver solver(system);
  Vector& a = basis.acceleration;
  if (!solver.solve(basis.state, a, basis.lambda)) {
    basis.status = {StatusCode::kSingular, "while computing accelerations at the start"};
    return basis;
  }
  PointEval eval;
  system.eval(basis.state, basis.lambda, kForces, eval);
  Vector inertia = Vector::Zero(a.size());
  add_product(system.K_pattern(), calc_mass(system, basis.state), a, inertia);
  const double forces = std::max(eval.U_q.cwiseAbs().maxCoeff(), eval.Q.cwiseAbs().maxCoeff());
  if (!basis.moving && inertia.cwiseAbs().maxCoeff() > 1e-6 * forces)
    basis.notes.push_back(
        "the start is no equilibrium: frequencies are those of the stiffness there; --from-equilibrium finds one");
  return basis;
}

// About a start that moves. Where its coefficients change in world axes and everything turns as one, in axes that turn.
ModesReport find_moving_modes(const Model& model, const EquilibriumProblem& problem, Basis& basis,
                              const ModesRequest& request, const ModesOptions& options) {
  ModesReport report = find_steady_modes(problem, basis.state, options);
  if (basis.frozen)  // accelerations towards the axis are left in world axes, though the motion is steady
    report.notes = {
        "what turns has a support that stands: the eigenvalues are those of coefficients frozen at this angle"};
  if (basis.from_equilibrium || !report.status.ok() || request.turning_axes) return report;
  const bool steady = report.imbalance < kSteady;
  if (steady && !report.changing) return report;
  const AssembledSystem& system = problem.system();
  const auto spin = find_start_spin(model, system);
  if (spin && spin->joint.empty()) {
    const SpinField field(system.layout(), *spin->spin, *spin->about,
                          std::vector<bool>(system.layout().nodes().size(), true));
    EquilibriumProblem turning(system, basis.state.t, field);
    turning.set_length(basis.state.q);
    report = find_modes(turning, basis.state.q, basis.lambda, options);
    Vector inertia = Vector::Zero(system.coordinates()), wanted = inertia;
    add_product(system.K_pattern(), system.M(), basis.acceleration, inertia);
    field.add_inertia_force(system, basis.state.q, 1, wanted);
    report.notes.push_back(fmt::format("the start turns as one with {:.6g} rad/s: modes in axes that turn with it{}",
                                       spin->spin->norm(),
                                       (inertia - wanted).norm() <= kSteady * wanted.norm()
                                           ? ""
                                           : ". It is no equilibrium of that spin, centrifugal forces have not yet "
                                             "stretched it: --from-equilibrium finds the one that is"));
  } else if (!steady) {
    report.notes.emplace_back("--from-equilibrium finds a steady state nearby, if there is one");
  }
  return report;
}

std::string kink_note(const std::string& part) {
  return fmt::format(
      "\"{}\" is at a kink: to one side or both its force changes at another rate than the linearization takes, so the "
      "modes hold neither for small nor for large motions across it; start a little to one side for the modes there",
      part);
}

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

constexpr double kModeSeconds = 2;  // of the page, a mode

// Each mode swings twice, one after the other, brought back onto the constraints.
std::vector<Snapshot> swing(const AssembledSystem& system, const Basis& basis, const ModesReport& report,
                            double amplitude) {
  constexpr int kFrames = 48;
  std::vector<Snapshot> frames;
  int k = 0;
  for (const Mode& mode : report.modes) {
    if (mode.rigid) continue;
    for (int i = 0; i < kFrames; ++i) {
      const double phase = 4 * std::numbers::pi * i / kFrames;
      State s = basis.state;
      s.v.setZero(s.q.size());
      s.q += amplitude * (std::sin(phase) * mode.real + std::cos(phase) * mode.imaginary);
      assemble_positions(system, s);
      Snapshot frame;
      frame.t = kModeSeconds * (k + static_cast<double>(i) / kFrames);
      frame.q = s.q;
      frame.v = frame.v_raw = frame.a = Vector::Zero(s.q.size());
      frame.lambda = frame.lambda_raw = Vector::Zero(system.rows());
      frames.push_back(std::move(frame));
    }
    ++k;
  }
  if (frames.empty()) {  // without modes the page shows the state
    Snapshot frame;
    frame.q = basis.state.q;
    frame.v = frame.v_raw = frame.a = Vector::Zero(frame.q.size());
    frame.lambda = frame.lambda_raw = Vector::Zero(system.rows());
    frames.push_back(std::move(frame));
  }
  return frames;
}

std::string page(const Model& model, const AssembledSystem& system, const ModesRequest& request, const Basis& basis,
                 const ModesReport& report, const std::string& text) {
  PackedReport packed = pack_snapshots(model, swing(system, basis, report, request.amplitude.value_or(0.1)));
  std::vector<ReportChapter> chapters;
  int k = 0;
  for (const Mode& mode : report.modes) {
    if (mode.rigid) continue;
    ReportChapter chapter{kModeSeconds * k, kModeSeconds * (k + 1), fmt::format("mode {}", k + 1), {}};
    const bool swings = mode.value.imag() != 0;
    const bool damped = swings && mode.value.real() != 0;
    chapter.facts.push_back(swings ? fmt::format("{:.6g} Hz{}", mode.frequency(), damped ? " damped" : "")
                                   : "no oscillation");
    if (damped) chapter.facts.push_back(fmt::format("{:.6g} Hz undamped", mode.undamped_frequency()));
    chapter.facts.push_back(
        swings ? fmt::format("damping ratio {:.3g}", mode.damping_ratio())
               : fmt::format("{} {:.4g} 1/s", mode.value.real() < 0 ? "decays" : "grows", std::abs(mode.value.real())));
    chapter.facts.push_back(fmt::format("{} ({:.0f}%)", mode.part, 100 * mode.share));
    chapters.push_back(std::move(chapter));
    ++k;
  }
  Certificate c;
  c.model = model.name;
  c.method = "modes, " + report.kind;
  c.t_end = c.t_reached = kModeSeconds * k;
  c.coordinates = system.coordinates();
  c.constraints = system.rows();
  c.degrees_of_freedom = report.freedoms;
  packed.head = make_report_head(
      model, c, {request.files.model, text, command_line(), basis.notes, "modes", std::move(chapters)});
  return make_report_page(packed);
}

}  // namespace

// `angular_frequency` is the undamped one, `frequency_hz` the damped one: names of files written before both were there.
std::string modes_csv(const ModesReport& report) {
  std::string text =
      "mode,real,imaginary,frequency_hz,angular_frequency,damping_ratio,part,share,damped_frequency_hz,"
      "undamped_frequency_hz,damped_angular_frequency,undamped_angular_frequency\n";
  int k = 0;
  for (const Mode& mode : report.modes)
    text +=
        fmt::format("{},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{},{:.6g},{:.17g},{:.17g},{:.17g},{:.17g}\n",
                    mode.rigid ? 0 : ++k, mode.value.real(), mode.value.imag(), mode.frequency(), std::abs(mode.value),
                    mode.damping_ratio(), mode.part, mode.share, mode.frequency(), mode.undamped_frequency(),
                    std::abs(mode.value.imag()), 2 * std::numbers::pi * mode.undamped_frequency());
  return text;
}

std::string modes_json(const Model& model, const ModesReport& report) {
  const Layout& layout = model.assembly->layout;
  std::string names, modes, notes;
  for (int i = 0; i < layout.coordinates(); ++i) names += (i ? "," : "") + json_quoted(layout.coordinate_name(i));
  for (const std::string& note : report.notes) notes += (notes.empty() ? "" : ",") + json_quoted(note);
  const auto list = [](const Vector& x) {
    std::string text;
    for (int i = 0; i < x.size(); ++i) text += (i ? "," : "") + json_number(x[i]);
    return "[" + text + "]";
  };
  for (const Mode& mode : report.modes)
    modes += fmt::format(
        "{}{{\"real\":{},\"imaginary\":{},\"frequency_hz\":{},\"damping_ratio\":{},\"rigid\":{},\"part\":{},"
        "\"share\":{},\"damped_frequency_hz\":{},\"undamped_frequency_hz\":{},\"damped_angular_frequency\":{},"
        "\"undamped_angular_frequency\":{},\"shape_real\":{},\"shape_imaginary\":{}}}",
        modes.empty() ? "" : ",", json_number(mode.value.real()), json_number(mode.value.imag()),
        json_number(mode.frequency()), json_number(mode.damping_ratio()), mode.rigid, json_quoted(mode.part),
        json_number(mode.share), json_number(mode.frequency()), json_number(mode.undamped_frequency()),
        json_number(std::abs(mode.value.imag())), json_number(2 * std::numbers::pi * mode.undamped_frequency()),
        list(mode.real), list(mode.imaginary));
  return json_indented(fmt::format("{{\"model\":{},\"linearized\":{},\"freedoms\":{},\"degrees_of_freedom\":{},"
                                   "\"rigid\":{},\"notes\":[{}],\"coordinates\":[{}],\"modes\":[{}]}}",
                                   json_quoted(model.name), json_quoted(report.kind), report.freedoms, report.freedoms,
                                   report.rigid, notes, names, modes)) +
         "\n";
}

int modes_model(const ModesRequest& request) {
  InputFileLog inputs;
  const auto model = load_model(request.files.model, request.files.set);
  check_start(*model);
  find_channels(*model);  // wrong outputs are reported first
  TextOutputs outputs = open_text_outputs(request.files.out, request.files.report, inputs);
  const AssembledSystem system(model->assembly);
  Basis basis = find_basis(*model, system, request);
  if (const std::string warning = find_element_warning(*model, basis.state.q); !warning.empty())
    basis.notes.push_back(warning);
  const auto print_notes = [&] {
    if (!request.files.quiet)
      for (const std::string& text : basis.notes) print_message("note: {}\n", text);
  };
  if (basis.status.ok())
    if (const std::string failure = find_element_failure(*model, basis.state.q); !failure.empty())
      basis.status = {StatusCode::kBeyondTheory, failure};
  if (!basis.status.ok()) {
    print_notes();
    print_message("no state to linearize about: {}\n", basis.status.message());
    return kNumericalFailure;
  }
  check_inertia(system, *model, basis.state);
  EquilibriumProblem problem(system, basis.state.t, basis.spin);
  problem.set_length(basis.state.q);
  ModesOptions options;
  options.number = request.number.value_or(10);
  options.sparse = request.sparse;
  options.axes_spin = request.turning_axes.value_or(Vector3::Zero());
  ModesReport report = basis.moving ? find_moving_modes(*model, problem, basis, request, options)
                                    : find_modes(problem, basis.state.q, basis.lambda, options);
  for (const std::string& part : find_kinks(system, basis.state.t, basis.state.q, basis.state.v, problem.length()))
    report.notes.push_back(kink_note(part));
  basis.notes.insert(basis.notes.end(), report.notes.begin(), report.notes.end());
  print_notes();
  if (!report.status.ok()) {
    print_message("no modes: {}\n", report.status.message());
    return kNumericalFailure;
  }
  const bool json = request.files.out && request.files.out->ends_with(".json");
  outputs.finish(!outputs.out ? ""
                 : json       ? modes_json(*model, report)
                              : modes_csv(report),
                 outputs.report ? page(*model, system, request, basis, report, inputs.files.front().text) : "");
  if (!request.files.quiet) print_modes(*model, report);
  return kDone;
}

}  // namespace invar::app
