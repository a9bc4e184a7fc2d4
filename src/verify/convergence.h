// How large the error of a run is, from runs with larger steps beside it. With the error e(h) = C h^p, and x_1, x_2, x_3 the
// same quantity computed with the steps h, r h and r^2 h,
//
//   |x_2 - x_3| / |x_1 - x_2| = r^p                                                                            (1)
//   e(h) = |x_1 - x_2| / (r^p - 1)                                                                             (2)
//
// [Hairer1993] sec. II.4. (1) gives the order that is observed, (2) the error. The differences are the largest up to an
// instant, so that a zero of one of them does not matter. A doubt makes the estimate larger, never smaller.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "invar/audit/motion_accuracy.h"

namespace invar::verify {

// Of one quantity. NaN where a run has no value.
struct Differences {
  std::vector<double> fine;    // |x_1 - x_2| at the instants of comparison, in order
  std::vector<double> coarse;  // |x_2 - x_3|; fewer where that run ended early
  double size = 0;             // range of the quantity over the run
  double rounding = 0;         // differences up to this are rounding
};

struct ErrorEstimate {
  ConvergenceKind kind = ConvergenceKind::kConverged;
  double error = 0;             // largest over the run
  std::optional<double> order;  // observed; none where differences are rounding or there is no third run
  double factor = 0;            // of |x_1 - x_2|, that gives the error
  std::string message;          // why the three runs do not converge as they should
};

// `order` is that of the method, `ratio` is r.
ErrorEstimate estimate_error(const Differences& differences, double order, double ratio);

}  // namespace invar::verify
