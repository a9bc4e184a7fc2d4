// What the timing programs share: a model with a method, stepped as fast as possible, timed as the best of a few runs.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "invar/integrators/integrator.h"
#include "invar/model/model.h"
#include "invar/spec/model_file.h"
#include "invar/system/assembled_system.h"

namespace invar::bench {

struct Timed {
  double seconds = 0;  // best of the runs
  long long steps = 0, iterations = 0, factorizations = 0;
  double energy_error = 0;  // |E - E0 - work| at the end, J
  State end;
  bool ok = false;
  double per_step() const { return seconds / static_cast<double>(steps); }
};

class Bench {
 public:
  // A model of the folder models/.
  explicit Bench(const std::string& model, const Overrides& parameters = {});

  // Steps of size h up to t_end, without recording; options such as {{"order", "4"}}. The first step, which analyses and
  // pivots, is taken but neither timed nor counted.
  Timed run(const std::string& method, const Overrides& options, double h, double t_end, int repeats = 3) const;
  // Time of one sparse factorization and one solve of the KKT matrix at the start, s.
  double factorization_seconds() const;

  const AssembledSystem& system() const { return *system_; }
  const State& start() const { return start_; }

 private:
  std::shared_ptr<const Model> model_;
  std::unique_ptr<AssembledSystem> system_;
  State start_;
};

// Time of this thread [s]: other programs on the machine count less than they do on the wall clock.
double thread_seconds();
// Best time of `repeats` calls, s.
double best_seconds(const std::function<void()>& work, int repeats);
// Slope of log y over log x by least squares.
double fitted_exponent(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace invar::bench
