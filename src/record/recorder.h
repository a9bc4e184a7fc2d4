// Recorder: turns accepted steps into rows of a table, at every step or every `every` seconds. Without a table it only says
// which instants are recorded.
#pragma once

#include <optional>
#include <vector>

#include "invar/audit/instant.h"
#include "invar/io/table_writer.h"
#include "invar/record/channel_set.h"
#include "invar/record/channel_values.h"

namespace invar {

class Recorder {
 public:
  Recorder(Instant& instant, ChannelValues& values, std::optional<double> every)
      : instant_(instant), values_(values), every_(every) {}

  // Rows of these channels go to the writer. Before the start.
  void write_to(TableWriter& writer, std::vector<Channel> channels);

  void start();
  // Asked once after each step: is its end to be recorded?
  bool is_due();
  // The present instant. Not ok where velocities or accelerations that the table needs cannot be computed.
  Status record();
  // The last instant of a run, even if it is no multiple of `every`.
  Status last() { return instant_.state().t > last_time_ ? record() : Status{}; }
  bool needs_accelerations() const { return writer_ && (selection_.needs & kNeedsAcceleration); }
  void archive(Archive& a);

 private:
  void begin_table();

  Instant& instant_;
  ChannelValues& values_;
  std::optional<double> every_;
  TableWriter* writer_ = nullptr;
  std::vector<Channel> channels_;
  ChannelValues::Selection selection_;
  std::vector<double> row_;
  double t0_ = 0, last_time_ = -1e300;
  long long next_ = 0;
};

}  // namespace invar
