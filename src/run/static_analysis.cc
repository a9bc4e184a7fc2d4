#include "invar/run/static_analysis.h"

#include <fmt/format.h>

#include <chrono>

#include "invar/equilibrium/arc_length.h"
#include "invar/record/recorder.h"
#include "invar/report/path_report.h"
#include "invar/run/model_start.h"
#include "invar/run/run.h"

namespace invar {

StaticAnalysis::StaticAnalysis(const Model& model, StaticAnalysisOptions options)
    : model_(model), options_(std::move(options)), channels_(find_channels(model)), system_(model.assembly) {
  check_start(model);
  start_ = find_start(model, system_);
  if (!options_.arc_length) return;
  if (options_.equilibrium.spins())
    throw ModelError({"`arc_length`", 0, 0}, "", "does not go together with a spin", "leave one of them out");
  if (EquilibriumProblem(system_, model.initial.t).loads().empty())
    throw ModelError({"`arc_length`", 0, 0}, "", "needs loads: weights or applied forces", "the model has none");
}

const StaticCertificate& StaticAnalysis::run() {
  const auto begin = std::chrono::steady_clock::now();
  find();
  add_notes();
  problem_.emplace(system_, model_.initial.t, found_.spin, model_.initial.inputs.u);
  if (found_.report.point.q.size()) problem_->set_length(found_.report.point.q);
  fill_certificate(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  return certificate_;
}

void StaticAnalysis::find() {
  StaticOptions options;
  options.load_steps = options_.load_steps;
  options.accept_unstable = options_.accept_unstable;
  options.interrupted = options_.interrupted;
  options.progress = options_.progress;
  if (!options_.arc_length) {
    found_ = find_equilibrium(model_, system_, options_.equilibrium, options);
    return;
  }
  ArcLengthOptions arc;
  arc.static_options = options;
  if (options_.arc_step) arc.step = *options_.arc_step, arc.longest = 2 * *options_.arc_step;
  if (options_.path_steps) arc.pass = true, arc.max_steps = *options_.path_steps;
  EquilibriumProblem problem(system_, model_.initial.t, {}, model_.initial.inputs.u);
  found_.report = follow_arc(problem, start_, arc);
  check_elements(model_, found_.report);
  found_.state = start_;
  found_.state.q = found_.report.point.q;
}

void StaticAnalysis::add_notes() {
  const StartSpec& wanted = options_.equilibrium;
  if (!wanted.spins() && wanted.velocities == StartVelocities::kRest)
    if (const auto spin = find_start_spin(model_, system_))
      found_.notes.push_back(
          fmt::format("the start turns with {:.6g} rad/s, and this is the equilibrium at rest; {} finds "
                      "that of the spin",
                      spin->spin->norm(), spin->joint.empty() ? "`spin`" : "`joint` " + spin->joint));
  if (const std::string warning = find_element_warning(model_, found_.state.q); !warning.empty())
    found_.notes.push_back(warning);
}

void StaticAnalysis::fill_certificate(double seconds) {
  const StaticReport& r = found_.report;
  StaticCertificate& c = certificate_;
  c.model = model_.name;
  c.method = r.method;
  c.status = r.status.ok() ? "completed" : "stopped";
  c.message = r.status.ok() ? "" : r.status.message();
  c.determined = r.point.q.size() > 0;
  c.stability = r.point.stability.kind;
  c.unstable_directions = r.point.stability.negative;
  c.neutral_directions = r.point.stability.neutral;
  c.degrees_of_freedom = r.point.stability.freedoms;
  c.load_factor = r.point.factor;
  c.residual = r.point.residual;
  c.force_scale = r.force_scale;
  c.constraint_position_max = r.violation;
  c.length = problem_->length();
  c.potential_energy = r.V;
  c.iterations = r.iterations;
  c.factorizations = r.factorizations;
  c.load_cuts = r.cuts;
  c.unstable_equilibria_left = r.left_unstable;
  if (r.unstable_from >= 0) c.path_unstable_from = r.unstable_from;
  c.place_uncertainty = r.place_noise;
  if (r.softest_coordinate >= 0) c.softest_coordinate = system_.layout().coordinate_name(r.softest_coordinate);
  for (const int i : r.limit_points) c.limit_factors.push_back(calc_limit_factor(r.path, i));
  c.spin = found_.spin.is_zero() ? 0 : found_.spin.omega().norm();
  c.coordinates = system_.coordinates();
  c.constraints = system_.rows();
  c.points = static_cast<long long>(r.path.size());
  c.wall_seconds = seconds;
}

void StaticAnalysis::write_path(TableWriter& writer) const {
  std::vector<std::string> names{"t", "load_factor"}, units{"1", "1"};
  for (const Channel& channel : channels_) {
    names.push_back(channel.name);
    units.push_back(channel.unit);
  }
  writer.begin(names, units);
  std::vector<double> row;
  for (const LoadPoint& point : found_.report.path) {
    const Snapshot s = make_snapshot(*problem_, point);
    row.assign({static_cast<double>(writer.rows()), point.factor});
    for (const Channel& channel : channels_) row.push_back(channel.value(s));
    if (!writer.row(row).ok()) break;
  }
}

PackedReport StaticAnalysis::pack_path() const {
  std::vector<Snapshot> frames;
  const LoadPoint first{0, start_.q, Vector::Zero(system_.rows()), 0, 0, {}};
  frames.push_back(make_snapshot(*problem_, first));
  for (const LoadPoint& point : found_.report.path) frames.push_back(make_snapshot(*problem_, point));
  for (std::size_t i = 0; i < frames.size(); ++i) frames[i].t = static_cast<double>(i);
  return pack_snapshots(model_, frames);
}

}  // namespace invar
