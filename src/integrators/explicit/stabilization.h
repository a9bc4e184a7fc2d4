// Stabilizations of the constraints, one class each, within the right-hand side. To add one: a class and a line in the
// list of stabilization.cc.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "invar/integrators/explicit/motion.h"
#include "invar/integrators/explicit/options.h"

namespace invar {

class Stabilization {
 public:
  virtual ~Stabilization() = default;
  virtual unsigned parts() const { return 0; }  // of PointParts, beyond those of (M1) to (M3)
  // Looks at the start of a step; `s` has Phi, Phi_dot and factors there.
  virtual bool holds_terms() const { return false; }
  virtual void begin_step(const Stage&, const Layout&) {}
  virtual bool depends_on_step() const { return false; }
  // Feedback with gains that grow as 1/h is evaluated in each stage and cannot be followed at full order: what is left.
  virtual int highest_order() const { return 100; }
  // Changes s.q_dot, which is v so far. True if the bias has to be evaluated with it.
  virtual bool correct_velocity(Stage&, ConstrainedSolver&, const Layout&, bool /*held*/) { return false; }
  // Adds to s.c, which is -bias so far.
  virtual void add_feedback(Stage&, const Layout&, bool /*held*/) {}
  // The fastest rate [1/s] at which violations are made to decay with steps h, and what it comes from; 0: none.
  virtual double fastest_rate(double /*h*/) const { return 0; }
  virtual std::string gains(double /*h*/) const { return ""; }
};

// `matched`: rate times step of gains that follow the step size.
std::unique_ptr<Stabilization> make_stabilization(const ExplicitOptions& options, double matched);
std::vector<std::string> stabilization_names();

}  // namespace invar
