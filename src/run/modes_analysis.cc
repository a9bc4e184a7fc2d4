#include "invar/run/modes_analysis.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "invar/core/json.h"
#include "invar/core/version.h"
#include "invar/record/recorder.h"
#include "invar/report/path_report.h"
#include "invar/run/inertia_check.h"
#include "invar/run/model_start.h"
#include "invar/run/run.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/kinks.h"

namespace invar {

namespace {

constexpr double kSteady = 1e-8;    // accelerations left, relative to all
constexpr double kModeSeconds = 2;  // of a page, for each mode

std::string kink_note(const std::string& part) {
  return fmt::format(
      "\"{}\" is at a kink: to one side or both its force changes at another rate than the linearization takes, so the "
      "modes hold neither for small nor for large motions across it; start a little to one side for the modes there",
      part);
}

}  // namespace

ModesAnalysis::ModesAnalysis(const Model& model, ModesAnalysisOptions options)
    : model_(model), options_(std::move(options)), system_(model.assembly) {
  check_start(model);
  find_channels(model);  // wrong outputs are reported first
}

void ModesAnalysis::find_equilibrium_basis(const StartSpec& wanted) {
  StaticOptions options;
  options.accept_unstable = wanted.spins();
  ModelEquilibrium found = find_equilibrium(model_, system_, wanted, options);
  basis_.status = found.report.status;
  basis_.state = found.state;
  basis_.lambda = found.report.point.lambda;
  basis_.spin = found.spin;
  notes_ = found.notes;
  basis_.from_equilibrium = true;
  if (!basis_.status.ok()) return;
  // A spin that was not asked for and has a support that stands: the motion is linearized as it is at this angle.
  basis_.frozen = found.inferred && !found.spin.turns_all();
  basis_.moving = basis_.frozen || (found.spin.is_zero() && basis_.state.v.cwiseAbs().maxCoeff() > 1e-12);
  if (basis_.frozen) basis_.spin = {};
  if (found.report.point.stability.kind == Stability::kUnstable && found.spin.is_zero())
    notes_.push_back("the equilibrium is unstable");
}

void ModesAnalysis::find_start_basis() {
  basis_.state = find_start(model_, system_);
  const InitialConditionsReport initial = solve_initial_conditions(system_, basis_.state);
  basis_.status = initial.status;
  if (!basis_.status.ok()) return;
  if (const std::string moved = initial.summary(system_.layout()); !moved.empty()) notes_.push_back(moved);
  const Vector& v = basis_.state.v;
  basis_.moving = v.cwiseAbs().maxCoeff() > 1e-12;
  AccelerationSolver solver(system_);
  Vector& a = basis_.acceleration;
  if (!solver.solve(basis_.state, a, basis_.lambda)) {
    basis_.status = {StatusCode::kSingular, "while computing accelerations at the start"};
    return;
  }
  PointEval eval;
  system_.eval(basis_.state, basis_.lambda, kForces, eval);
  Vector inertia = Vector::Zero(a.size());
  add_product(system_.K_pattern(), calc_mass(system_, basis_.state), a, inertia);
  const double forces = std::max(eval.U_q.cwiseAbs().maxCoeff(), eval.Q.cwiseAbs().maxCoeff());
  if (!basis_.moving && inertia.cwiseAbs().maxCoeff() > 1e-6 * forces)
    notes_.push_back(
        "the start is no equilibrium: frequencies are those of the stiffness there; `start: equilibrium` finds one");
}

// About a start that moves. Where its coefficients change in world axes and everything turns as one, in axes that turn.
ModesReport ModesAnalysis::find_moving_modes(const EquilibriumProblem& problem, const ModesOptions& options) {
  ModesReport report = find_steady_modes(problem, basis_.state, options);
  if (basis_.frozen)  // accelerations towards the axis are left in world axes, though the motion is steady
    report.notes = {
        "what turns has a support that stands: the eigenvalues are those of coefficients frozen at this angle"};
  if (basis_.from_equilibrium || !report.status.ok() || options_.turning_axes) return report;
  const bool steady = report.imbalance < kSteady;
  if (steady && !report.changing) return report;
  const auto spin = find_start_spin(model_, system_);
  if (spin && spin->joint.empty()) {
    const SpinField field(system_.layout(), *spin->spin, *spin->about,
                          std::vector<bool>(system_.layout().nodes().size(), true));
    EquilibriumProblem turning(system_, basis_.state.t, field);
    turning.set_length(basis_.state.q);
    report = find_modes(turning, basis_.state.q, basis_.lambda, options);
    Vector inertia = Vector::Zero(system_.coordinates()), wanted = inertia;
    add_product(system_.K_pattern(), system_.M(), basis_.acceleration, inertia);
    field.add_inertia_force(system_, basis_.state.q, 1, wanted);
    report.notes.push_back(fmt::format("the start turns as one with {:.6g} rad/s: modes in axes that turn with it{}",
                                       spin->spin->norm(),
                                       (inertia - wanted).norm() <= kSteady * wanted.norm()
                                           ? ""
                                           : ". It is no equilibrium of that spin, centrifugal forces have not yet "
                                             "stretched it: `start: equilibrium` finds the one that is"));
  } else if (!steady) {
    report.notes.emplace_back("`start: equilibrium` finds a steady state nearby, if there is one");
  }
  return report;
}

const Status& ModesAnalysis::run() {
  if (options_.equilibrium)
    find_equilibrium_basis(*options_.equilibrium);
  else
    find_start_basis();
  if (const std::string warning = find_element_warning(model_, basis_.state.q); !warning.empty())
    notes_.push_back(warning);
  if (basis_.status.ok())
    if (const std::string failure = find_element_failure(model_, basis_.state.q); !failure.empty())
      basis_.status = {StatusCode::kBeyondTheory, failure};
  status_ = basis_.status;
  if (!status_.ok()) return status_;
  check_inertia(system_, model_, basis_.state);
  EquilibriumProblem problem(system_, basis_.state.t, basis_.spin, model_.initial.inputs.u);
  problem.set_length(basis_.state.q);
  ModesOptions options;
  options.number = options_.number;
  options.sparse = options_.sparse;
  options.z = basis_.state.z;
  options.axes_spin = options_.turning_axes.value_or(Vector3::Zero());
  report_ =
      basis_.moving ? find_moving_modes(problem, options) : find_modes(problem, basis_.state.q, basis_.lambda, options);
  for (const std::string& part : find_kinks(system_, basis_.state.t, basis_.state.q, basis_.state.v, problem.length()))
    report_.notes.push_back(kink_note(part));
  notes_.insert(notes_.end(), report_.notes.begin(), report_.notes.end());
  return status_ = report_.status;
}

PackedReport ModesAnalysis::pack_modes(double amplitude) const {
  constexpr int kFrames = 48;
  std::vector<Snapshot> frames;
  int k = 0;
  for (const Mode& mode : report_.modes) {
    if (mode.rigid) continue;
    for (int i = 0; i < kFrames; ++i) {
      const double phase = 4 * std::numbers::pi * i / kFrames;
      State s = basis_.state;
      s.v.setZero(s.q.size());
      s.q += amplitude * (std::sin(phase) * mode.real + std::cos(phase) * mode.imaginary);
      assemble_positions(system_, s);
      Snapshot frame;
      frame.t = kModeSeconds * (k + static_cast<double>(i) / kFrames);
      frame.q = s.q;
      frame.v = frame.v_raw = frame.a = Vector::Zero(s.q.size());
      frame.lambda = frame.lambda_raw = Vector::Zero(system_.rows());
      frames.push_back(std::move(frame));
    }
    ++k;
  }
  if (frames.empty()) {  // without modes the page shows the state
    Snapshot frame;
    frame.q = basis_.state.q;
    frame.v = frame.v_raw = frame.a = Vector::Zero(frame.q.size());
    frame.lambda = frame.lambda_raw = Vector::Zero(system_.rows());
    frames.push_back(std::move(frame));
  }
  return pack_snapshots(model_, frames);
}

std::vector<ReportChapter> ModesAnalysis::chapters() const {
  std::vector<ReportChapter> chapters;
  int k = 0;
  for (const Mode& mode : report_.modes) {
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
  return chapters;
}

std::string ModesAnalysis::certificate_json() const {
  Json json;
  json["model"] = model_.name;
  json["method"] = "modes, " + report_.kind;
  json["status"] = status_.ok() ? "completed" : "stopped";
  json["message"] = status_.ok() ? "" : status_.message();
  json["coordinates"] = system_.coordinates();
  json["constraints"] = system_.rows();
  json["degrees_of_freedom"] = report_.freedoms;
  json["rigid"] = report_.rigid;
  json["version"] = version();
  return json_lines(json) + "\n";
}

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
  Json json;
  json["model"] = model.name;
  json["linearized"] = report.kind;
  json["freedoms"] = report.freedoms;
  json["degrees_of_freedom"] = report.freedoms;
  json["rigid"] = report.rigid;
  json["notes"] = report.notes;
  json["coordinates"] = Json::array();
  for (int i = 0; i < layout.coordinates(); ++i) json["coordinates"].push_back(layout.coordinate_name(i));
  json["modes"] = Json::array();
  const auto list = [](const Vector& x) { return std::vector<double>(x.begin(), x.end()); };
  for (const Mode& mode : report.modes)
    json["modes"].push_back({{"real", mode.value.real()},
                             {"imaginary", mode.value.imag()},
                             {"frequency_hz", mode.frequency()},
                             {"damping_ratio", mode.damping_ratio()},
                             {"rigid", mode.rigid},
                             {"part", mode.part},
                             {"share", mode.share},
                             {"damped_frequency_hz", mode.frequency()},
                             {"undamped_frequency_hz", mode.undamped_frequency()},
                             {"damped_angular_frequency", std::abs(mode.value.imag())},
                             {"undamped_angular_frequency", 2 * std::numbers::pi * mode.undamped_frequency()},
                             {"shape_real", list(mode.real)},
                             {"shape_imaginary", list(mode.imaginary)}});
  return json_lines(json) + "\n";
}

}  // namespace invar
