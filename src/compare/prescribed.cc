#include "invar/compare/prescribed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "invar/compare/loads.h"
#include "invar/record/channel_set.h"
#include "invar/run/model_start.h"
#include "invar/solve/acceleration.h"
#include "invar/solve/initial_conditions.h"
#include "invar/system/assembled_system.h"
#include "invar/system/constraint_rank.h"

namespace invar::compare {

namespace {

constexpr int kFinerSamples = 16;    // samples for each step of the model file
constexpr int kMostSamples = 20000;  // for long runs fewer
constexpr int kFewestIntervals = 4;  // of the largest step that is looked at
constexpr double kSilent = 1e-9;     // outputs that are rounding beside the largest of their unit do not count

}  // namespace

struct OutputsOfState::Parts {
  const Model& model;
  AssembledSystem system;
  AccelerationSolver solver;
  std::vector<Channel> channels;
  Snapshot snapshot;

  explicit Parts(const Model& the_model) : model(the_model), system(model.assembly), solver(system) {
    for (const Channel& c : find_channels(model))
      if (!c.name.starts_with("energy.") && !c.name.starts_with("constraint.") && !c.name.starts_with("work.") &&
          !c.name.starts_with("dissipated.") && !c.name.starts_with("step.") && !c.is_angle &&
          c.name.find("lambda_raw") == std::string::npos)
        channels.push_back(c);
  }
};

OutputsOfState::OutputsOfState(const Model& model) : parts_(std::make_unique<Parts>(model)) {}
OutputsOfState::~OutputsOfState() = default;
OutputsOfState::OutputsOfState(OutputsOfState&&) noexcept = default;

const std::vector<Channel>& OutputsOfState::channels() const { return parts_->channels; }

Vector OutputsOfState::at(const State& s) {
  Snapshot& x = parts_->snapshot;
  x.t = s.t;
  x.q = s.q;
  x.z = s.z;
  x.v = s.v;
  if (!parts_->solver.project_velocity(s, x.v)) return {};
  x.v_raw = x.v;
  if (!parts_->solver.solve(At(s).with_v(x.v), x.a, x.lambda)) return {};
  x.lambda_raw = x.lambda;
  Vector out(static_cast<Eigen::Index>(parts_->channels.size()));
  for (std::size_t i = 0; i < parts_->channels.size(); ++i)
    out[static_cast<Eigen::Index>(i)] = parts_->channels[i].value(x);
  return out;
}

State OutputsOfState::find_start() const { return invar::find_start(parts_->model, parts_->system); }

Status OutputsOfState::prescribe(double t, State& s) {
  s.q += (t - s.t) * s.v;
  s.t = t;
  return solve_initial_conditions(parts_->system, s).status;
}

bool is_prescribed(const Model& model) {
  const AssembledSystem system(model.assembly);
  State s = find_start(model, system);
  if (!solve_initial_conditions(system, s).status.ok()) return false;
  return find_rank(system, s).freedoms == 0;
}

PrescribedMotion sample_prescribed(const Model& model, const Problem& problem, const std::function<bool()>& cancelled) {
  PrescribedMotion out;
  OutputsOfState outputs(model);
  const double t0 = model.initial.t, span = problem.end - t0;
  const double steps = std::max(1.0, std::round(span / problem.step));
  int finer = kFinerSamples;
  while (finer > 2 && steps * finer > kMostSamples) finer /= 2;
  const int count = static_cast<int>(steps) * finer;
  out.fine_step = span / count;
  State s = outputs.find_start();
  std::vector<Vector> samples;
  for (int i = 0; i <= count; ++i) {
    if (cancelled && cancelled()) return out;
    out.status = outputs.prescribe(t0 + i * out.fine_step, s);
    if (!out.status.ok()) return out;
    samples.push_back(outputs.at(s));
    if (samples.back().size() == 0 && !outputs.channels().empty()) {
      out.status = {StatusCode::kSingular, fmt::format("while computing accelerations at t = {:g} s", s.t)};
      return out;
    }
  }
  const auto channels = outputs.channels().size();
  if (channels == 0) return out;
  Vector low = samples[0], high = samples[0], size = samples[0].cwiseAbs();
  for (const Vector& x : samples) {
    low = low.cwiseMin(x);
    high = high.cwiseMax(x);
    size = size.cwiseMax(x.cwiseAbs());
  }
  for (std::size_t c = 0; c < channels; ++c) {
    const auto i = static_cast<Eigen::Index>(c);
    double unit = 0;
    for (std::size_t k = 0; k < channels; ++k)
      if (outputs.channels()[k].unit == outputs.channels()[c].unit)
        unit = std::max(unit, size[static_cast<Eigen::Index>(k)]);
    if (!(high[i] - low[i] > kSilent * unit)) size[i] = std::numeric_limits<double>::infinity();
  }
  for (int stride = count; stride >= 2; --stride) {
    // Steps that are those of the file times powers of two.
    const double ratio = static_cast<double>(stride) / finer;
    if (std::abs(std::log2(ratio) - std::round(std::log2(ratio))) > 1e-9 || stride * kFewestIntervals > count) continue;
    Vector squares = Vector::Zero(size.size());
    const int end = count / stride * stride;
    for (int begin = 0; begin < end; begin += stride)
      for (int k = 1; k < stride; ++k) {
        const double share = static_cast<double>(k) / stride;
        const Vector line = (1 - share) * samples[static_cast<std::size_t>(begin)] +
                            share * samples[static_cast<std::size_t>(begin + stride)];
        squares += (line - samples[static_cast<std::size_t>(begin + k)]).cwiseAbs2();
      }
    PrescribedMotion::Resolution resolution{stride * out.fine_step, 0, {}};
    Eigen::Index at = 0;
    resolution.error = (squares / end).cwiseSqrt().cwiseQuotient(size).maxCoeff(&at);
    resolution.channel = outputs.channels()[static_cast<std::size_t>(at)].name;
    out.resolutions.push_back(resolution);
  }
  return out;
}

}  // namespace invar::compare
