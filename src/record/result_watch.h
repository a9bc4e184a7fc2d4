// ResultWatch: the numbers that the section `results` of a model asks for: the largest, least, mean, root mean square or last value of
// a formula of channels over a run, and the instants of the extremes. It looks at the end of every step, recorded or not; means are
// integrals over time by the trapezoidal rule.
#pragma once

#include <string>
#include <vector>

#include "invar/audit/certificate.h"
#include "invar/model/model.h"
#include "invar/record/channel_values.h"

namespace invar {

class ResultWatch {
 public:
  // `channels` are those of the results of the model, in their order (find_result_channels).
  ResultWatch(const Model& model, const std::vector<Channel>& channels, ChannelValues& values);
  void start(double t);  // of a run, or of one that is resumed: after archive()
  void step(double t);
  std::vector<NamedResult> results() const;
  void archive(Archive& a);

 private:
  struct Sums {
    bool begun = false;
    double t_first = 0, t_last = 0, last = 0, least = 0, largest = 0, t_least = 0, t_largest = 0, integral = 0,
           square = 0;
    void look(double t, double value);
    void archive(Archive& a);
  };
  void look(double t);

  const Model& model_;
  ChannelValues& values_;
  ChannelValues::Selection selection_;
  std::vector<double> now_;
  std::vector<Sums> sums_;
};

}  // namespace invar
