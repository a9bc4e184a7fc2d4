// Recorder: turns accepted steps into rows of channel values, at every step or every `every` seconds.
#pragma once

#include <optional>
#include <vector>

#include "invar/audit/audit.h"
#include "invar/io/table_writer.h"
#include "invar/model/model.h"
#include "invar/solve/acceleration.h"

namespace invar {

// Channels every run offers beside those of the parts: energy.*, work.*, dissipated.*, constraint.*, step.*; energy.strain
// where there are beams or cables.
void offer_run_channels(const Model& model, ChannelList& out);

// All channels that outputs may name: those of the parts, then those of every run.
ChannelList offer_channels(const Model& model);

// The channels asked for, in order; throws ModelError with the nearest name.
std::vector<Channel> find_channels(const Model& model);

// Adds the work of a step to the sums of the snapshot.
void add_drive_work(const StepReport& report, Snapshot& snapshot);
// The multipliers of velocity constraints of a step, if its method has them.
void keep_mu(const StepReport& report, Snapshot& snapshot);

class Recorder {
 public:
  Recorder(const MechanicalSystem& system, std::vector<Channel> channels, std::optional<double> every, Audit& audit);

  // Rows go to the writer, if there is one.
  void set_writer(TableWriter* writer) { writer_ = writer; }
  Status start(const State& s);
  Status step(const State& s0, const State& s1, const StepReport& report, const Vector& lambda_raw);
  // Recorded even if it is no multiple of `every`.
  Status last(const State& s);
  void archive(Archive& a);

 private:
  void begin_table();
  Status record(const State& s);

  const MechanicalSystem& system_;
  std::vector<Channel> channels_;
  std::optional<double> every_;
  Audit& audit_;
  TableWriter* writer_ = nullptr;
  AccelerationSolver acceleration_;
  Snapshot snapshot_;
  std::vector<double> row_;
  std::vector<double> turns_;  // of angles, to make them continuous
  std::vector<double> angles_;
  unsigned needs_ = 0;
  double t0_ = 0, last_time_ = -1e300;
  long long next_ = 0;
  long long sampled_ = 0;
};

}  // namespace invar
