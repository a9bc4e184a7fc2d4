// Motions without a degree of freedom: drives and constraints prescribe where everything is at any time, and the equations
// of motion only give the forces that this takes. There is nothing to integrate, so errors of the motion say nothing, and any
// step is stable. What a step decides is how finely the outputs are sampled: reactions change faster than positions, and a
// force that jumps between two instants is not seen at either.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "invar/compare/trial.h"
#include "invar/core/state.h"
#include "invar/core/status.h"
#include "invar/model/model.h"

namespace invar::compare {

// The outputs of a prescribed motion over time, and how well steps resolve them.
struct PrescribedMotion {
  // Outputs between the instants of a step are read off a straight line. This is the root mean square of its error over
  // time, relative to the size of the output, of the one where it is largest: a jump counts by the time that it blurs.
  struct Resolution {
    double step = 0, error = 0;
    std::string channel;  // with this error
  };
  std::vector<Resolution> resolutions;  // from the largest step to the smallest
  double fine_step = 0;                 // of the samples that they are measured against [s]
  Status status;                        // not ok: the constraints could not be satisfied at some time
};

// Whether the constraints of a model leave no degree of freedom at the start.
bool is_prescribed(const Model& model);

// Samples the outputs of the model up to the end of the problem.
PrescribedMotion sample_prescribed(const Model& model, const Problem& problem, const std::function<bool()>& cancelled);

// Outputs of a state whose accelerations and multipliers follow from it: those of channels, each at its size.
class OutputsOfState {
 public:
  explicit OutputsOfState(const Model& model);
  ~OutputsOfState();
  OutputsOfState(OutputsOfState&&) noexcept;
  OutputsOfState& operator=(OutputsOfState&&) = delete;
  OutputsOfState(const OutputsOfState&) = delete;
  OutputsOfState& operator=(const OutputsOfState&) = delete;

  const std::vector<Channel>& channels() const;
  // Empty if the accelerations cannot be computed.
  Vector at(const State& s);
  State find_start() const;
  // The state that the constraints prescribe at a time, from one nearby.
  Status prescribe(double t, State& s);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace invar::compare
