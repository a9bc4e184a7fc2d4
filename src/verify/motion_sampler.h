// MotionSampler: follows a run and keeps its configuration and the values of its channels at the samples
// (SimulationOptions::sample_every) and at its end, for the comparison with other runs.
#pragma once

#include <vector>

#include "invar/audit/instant.h"
#include "invar/model/model.h"
#include "invar/simulate/simulation.h"
#include "invar/verify/configuration.h"

namespace invar::verify {

// What is kept of a run, one row per sample. A row that is missing is NaN.
struct MotionSamples {
  int places = 0, channels = 0;  // numbers per row
  std::vector<double> t, configurations, values;
  std::vector<double> end_configuration, end_values;  // at the end; empty if the run stopped before
  double t_end = 0;
  long long steps = 0;
  bool completed = false;
  std::string message;  // why it did not

  std::size_t rows() const { return t.size(); }
  const double* configuration(std::size_t row) const { return configurations.data() + row * places; }
  const double* value_row(std::size_t row) const { return values.data() + row * channels; }
};

class MotionSampler final : public StepObserver {
 public:
  // `channels` are those of the model; the run ends at `t_end`, unless it stops.
  MotionSampler(const Model& model, const MechanicalSystem& system, std::vector<Channel> channels, const Vector& q0,
                double t_end);

  Status start(const State& s) override;
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda) override;
  void pass(const State& /*after*/, const TransitionReport& report) override { now_.add(report); }
  void sample(const SampledState& sampled) override;

  // After the run.
  MotionSamples finish(const SimulationReport& report);
  const Configuration& configuration() const { return configuration_; }

 private:
  void evaluate(const State& s, const Accounts& accounts, const Vector& lambda, double* configuration, double* values);

  std::vector<Channel> channels_;
  Configuration configuration_;
  Instant instant_;
  double t_end_;
  unsigned needs_ = 0;
  Vector lambda_;
  Accounts before_, within_, now_;      // at the start of the last step, at a sample in it, at its end
  std::vector<double> angles_, turns_;  // of channels that are angles, to make them continuous
  MotionSamples samples_;
};

}  // namespace invar::verify
