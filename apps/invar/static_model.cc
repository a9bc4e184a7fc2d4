// `invar static`: finds the equilibrium, writes the files, prints what holds it.
#include <fmt/format.h>

#include <chrono>

#include "command_line.h"
#include "commands.h"
#include "equilibrium_options.h"
#include "interrupt.h"
#include "invar/core/version.h"
#include "invar/equilibrium/arc_length.h"
#include "invar/io/json.h"
#include "invar/record/recorder.h"
#include "invar/report/path_report.h"
#include "invar/report/report_page.h"
#include "invar/run/run.h"
#include "invar/spec/schema.h"
#include "invar/system/constraint_rank.h"
#include "messages.h"
#include "outputs.h"
#include "progress.h"
#include "static_model.h"
#include "text_table.h"

namespace invar::app {

namespace {

constexpr double kVisibleNoise = 1e-6;  // of a place, in sizes of the model: it shows in the digits that are printed

std::string triple(const Vector3& x) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0] + 0.0, x[1] + 0.0, x[2] + 0.0);
}

std::string stability_text(const StabilityReport& s) {
  std::string text = name(s.kind);
  if (s.kind == Stability::kUnstable) text += fmt::format(" in {} of {} directions", s.negative, s.freedoms);
  const bool neutral = s.kind == Stability::kNeutral;
  if (s.neutral > 0)
    text += fmt::format("{} in {} of {} directions", neutral ? "" : ", neutral", s.neutral, s.freedoms);
  if (s.kind == Stability::kStable && s.freedoms == 0) text += ": nothing can move";
  return text;
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

// The flat JSON object of --certificate.
std::string certificate_json(const Model& model, const AssembledSystem& system, const ModelEquilibrium& found,
                             double seconds) {
  const StaticReport& r = found.report;
  std::string out;
  const auto add = [&](const char* key, const std::string& value) {
    out += fmt::format("{}  \"{}\": {}", out.empty() ? "" : ",\n", key, value);
  };
  const auto count = [](long long value) { return std::to_string(value); };
  add("model", json_quoted(model.name));
  add("method", json_quoted("static, " + r.method));
  add("status", json_quoted(r.status.ok() ? "completed" : "stopped"));
  add("message", json_quoted(r.status.ok() ? "" : r.status.message()));
  add("stability", json_quoted(r.point.q.size() ? name(r.point.stability.kind) : "not determined"));
  add("unstable_directions", count(r.point.stability.negative));
  add("neutral_directions", count(r.point.stability.neutral));
  add("degrees_of_freedom", count(r.point.stability.freedoms));
  add("load_factor", json_number(r.point.factor));
  add("residual", json_number(r.point.residual));
  add("force_scale", json_number(r.force_scale));
  add("constraint_position_max", json_number(r.violation));
  add("potential_energy", json_number(r.V));
  add("newton_iterations", count(r.iterations));
  add("factorizations", count(r.factorizations));
  add("load_cuts", count(r.cuts));
  add("unstable_equilibria_left", count(r.left_unstable));
  add("path_unstable_from", r.unstable_from < 0 ? "null" : json_number(r.unstable_from));
  add("place_uncertainty", json_number(r.place_noise));
  add("limit_points", count(static_cast<long long>(r.limit_points.size())));
  for (std::size_t i = 0; i < r.limit_points.size(); ++i)
    add(fmt::format("limit_factor_{}", i + 1).c_str(), json_number(calc_limit_factor(r.path, r.limit_points[i])));
  add("spin", found.spin.is_zero() ? "0" : json_number(found.spin.omega().norm()));
  add("coordinates", count(system.coordinates()));
  add("constraints", count(system.rows()));
  add("wall_seconds", json_number(seconds));
  add("version", json_quoted(version()));
  return "{\n" + out + "\n}\n";
}

Certificate page_certificate(const Model& model, const AssembledSystem& system, const StaticReport& r, double seconds) {
  Certificate c;
  c.model = model.name;
  c.method = "static, " + r.method;
  c.options = stability_text(r.point.stability);
  c.t_end = c.t_reached = r.point.factor;
  c.status = r.status.ok() ? "completed" : "stopped";
  c.message = r.status.ok() ? "" : r.status.message();
  c.coordinates = system.coordinates();
  c.constraints = system.rows();
  c.degrees_of_freedom = r.point.stability.freedoms;
  c.newton_iterations = r.iterations;
  c.factorizations = r.factorizations;
  c.steps = static_cast<long long>(r.path.size());
  c.wall_seconds = seconds;
  c.constraint_position_max = r.violation;
  c.energy_initial = c.energy_final = r.V;
  return c;
}

void print_result(const Model& model, const ModelEquilibrium& found, const EquilibriumProblem& problem) {
  const StaticReport& r = found.report;
  fmt::print("model          {}\n", model.name);
  fmt::print("equilibrium    {}, found by {} in {} iterations\n", stability_text(r.point.stability), r.method,
             r.iterations);
  if (!found.spin.is_zero() && r.point.stability.kind == Stability::kUnstable)
    fmt::print("               judged without gyroscopic forces; invar modes has them\n");
  if (found.spin.is_zero() && r.point.stability.kind == Stability::kUnstable)
    fmt::print("               not where the model comes to rest: the slightest push makes it fall away\n");
  if (r.left_unstable > 0)
    fmt::print("               {} unstable one{} left on the way\n", r.left_unstable, r.left_unstable == 1 ? "" : "s");
  if (r.unstable_from >= 0)
    fmt::print("               the load path is unstable from load factor {:.6g} on{}\n", r.unstable_from,
               r.point.stability.kind == Stability::kUnstable ? "" : "; it goes on along a stable one beside it");
  if (!found.spin.is_zero())
    fmt::print("spin           {} rad/s about a line through {} m\n", triple(found.spin.omega()),
               triple(found.spin.about()));
  fmt::print("residual       {:.2e} of forces up to {:.4g}; constraints {:.1e}\n", r.point.residual, r.force_scale,
             r.violation);
  fmt::print("energy         potential {:.9g} J\n", r.V);
  for (std::size_t i = 0; i < r.limit_points.size(); ++i)
    fmt::print("limit point    load factor {:.6g}\n", calc_limit_factor(r.path, r.limit_points[i]));
  if (r.path.size() > 1)
    fmt::print("path           {} points up to load factor {:.6g}\n", r.path.size(), r.point.factor);

  const Snapshot s = make_snapshot(problem, r.point);
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

// Channels over the load factor.
void write_table(const Model& model, const StaticReport& r, const EquilibriumProblem& problem, TableWriter& writer) {
  const std::vector<Channel> channels = find_channels(model);
  std::vector<std::string> names{"t", "load_factor"}, units{"1", "1"};  // t counts the points
  for (const Channel& channel : channels) {
    names.push_back(channel.name);
    units.push_back(channel.unit);
  }
  writer.begin(names, units);
  std::vector<double> row;
  for (const LoadPoint& point : r.path) {
    const Snapshot s = make_snapshot(problem, point);
    row.assign({static_cast<double>(writer.rows()), point.factor});
    for (const Channel& channel : channels) row.push_back(channel.value(s));
    if (!writer.row(row).ok()) break;
  }
}

}  // namespace

int static_model(const StaticRequest& request) {
  InputFileLog inputs;
  const auto model = load_model(request.files.model, request.files.set);
  find_channels(*model);  // wrong outputs are said first
  check_start(*model);
  const EquilibriumRequest wanted = find_start(*model, request.files).value_or(EquilibriumRequest{});
  const InterruptGuard interrupt;
  Outputs outputs = open_outputs(request.files, inputs);
  const AssembledSystem system(model->assembly);
  StaticOptions options;
  options.load_steps = request.load_steps.value_or(1);
  options.accept_unstable = request.accept_unstable;
  options.interrupted = [&] { return interrupt.requested(); };
  const auto start = std::chrono::steady_clock::now();
  ModelEquilibrium found;
  {
    Counter counter(!request.files.quiet && is_terminal(stderr));
    options.progress = [&](double factor, int iteration, double residual) {
      counter.show(factor, iteration, residual);
    };
    if (request.arc_length) {
      if (wanted.spins())
        throw ModelError({"--arc-length", 0, 0}, "", "does not go together with a spin", "leave one of them out");
      ArcLengthOptions arc;
      arc.static_options = options;
      if (request.arc_step) arc.step = *request.arc_step, arc.longest = 2 * *request.arc_step;
      if (request.path_steps) arc.pass = true, arc.max_steps = *request.path_steps;
      EquilibriumProblem problem(system, model->initial.t);
      if (problem.loads().empty())
        throw ModelError({"--arc-length", 0, 0}, "", "needs loads: weights or applied forces", "the model has none");
      found.report = follow_arc(problem, model->initial, arc);
      check_elements(*model, found.report);
      found.state = model->initial;
      found.state.q = found.report.point.q;
    } else {
      found = find_equilibrium(*model, system, wanted, options);
    }
  }
  if (!wanted.spins() && wanted.velocities == StartVelocities::kRest)
    if (const auto spin = find_start_spin(*model, system))
      found.notes.push_back(
          fmt::format("the start turns with {:.6g} rad/s, and this is the equilibrium at rest; {} finds "
                      "that of the spin",
                      spin->spin->norm(), spin->joint.empty() ? "--spin" : "--joint " + spin->joint));
  if (const std::string warning = find_element_warning(*model, found.state.q); !warning.empty())
    found.notes.push_back(warning);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  StaticReport& report = found.report;
  EquilibriumProblem problem(system, model->initial.t, found.spin);
  if (report.point.q.size()) problem.set_length(report.point.q);
  if (!request.files.quiet)
    for (const std::string& text : found.notes) print_message("note: {}\n", text);
  if (!request.files.quiet && report.status.ok() && report.left_unstable > 0 &&
      report.point.stability.kind == Stability::kUnstable)
    print_message(
        "note: no stable equilibrium was found: no way down from {} unstable one{} ended in a stable one; start the "
        "model "
        "elsewhere, or there is none\n",
        report.left_unstable, report.left_unstable == 1 ? "" : "s");
  if (!request.files.quiet && report.status.ok() && report.place_noise > kVisibleNoise)
    print_message(
        "note: rounding of the internal forces leaves the place uncertain by about {:.1e} of the size of the model "
        "along its "
        "softest direction, most in {}\n",
        report.place_noise, system.layout().coordinate_name(report.softest_coordinate));
  const std::string json = certificate_json(*model, system, found, seconds);
  if (outputs.table) write_table(*model, report, problem, *outputs.table);
  std::string page_text;
  if (outputs.report) {
    std::vector<Snapshot> frames;
    LoadPoint first{0, model->initial.q, Vector::Zero(system.rows()), 0, 0, {}};
    frames.push_back(make_snapshot(problem, first));  // as given, then the path
    for (const LoadPoint& point : report.path) frames.push_back(make_snapshot(problem, point));
    for (std::size_t i = 0; i < frames.size(); ++i) frames[i].t = static_cast<double>(i);
    PackedReport page = pack_snapshots(*model, frames);
    std::vector<std::string> notes = found.notes;
    page.head = make_report_head(*model, page_certificate(*model, system, report, seconds),
                                 {request.files.model, inputs.files.front().text, command_line(), notes, "static"});
    page_text = make_report_page(page);
  }
  outputs.finish(json, page_text);
  if (!report.status.ok()) {
    print_message("no equilibrium: {}\n", report.status.message());
    return kNumericalFailure;
  }
  if (!request.files.quiet) print_result(*model, found, problem);
  return kDone;
}

}  // namespace invar::app
