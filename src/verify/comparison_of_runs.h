// Compares a run with two of larger steps at their common instants: the estimated error of the positions as a whole and of each
// channel, at its largest and over time.
#pragma once

#include "invar/audit/certificate.h"
#include "invar/verify/convergence.h"
#include "invar/verify/motion_sampler.h"

namespace invar::verify {

struct RunTriple {
  const MotionSamples& run;
  const MotionSamples& coarse;
  const MotionSamples& coarser;
  double order = 2;  // of the method
  double ratio = 2;  // of the steps
};

// Differences of the positions as a whole, and of channel i.
Differences position_differences(const RunTriple& runs, const Configuration& configuration);
Differences channel_differences(const RunTriple& runs, int i);

// Fills what the certificate says of the accuracy of the motion, and the bands.
void write_accuracy(const RunTriple& runs, const Configuration& configuration, const std::vector<Channel>& channels,
                    Certificate& certificate, ErrorBands& bands);

}  // namespace invar::verify
