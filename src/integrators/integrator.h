// Integrator: one step from a State to the next on a MechanicalSystem. It keeps only its own history, and declares in
// Traits what it claims; a generic suite measures every claim.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "invar/core/archive.h"
#include "invar/core/catalog.h"
#include "invar/core/state.h"
#include "invar/core/status.h"
#include "invar/spec/params.h"
#include "invar/system/mechanical_system.h"

namespace invar {

struct Traits {
  int order = 2;  // of the coordinates, on smooth problems
  bool is_implicit = true;
  bool symmetric = false;         // a step back with -h returns to the start
  bool conserves_energy = false;  // energy balance to round-off
  // Momenta of free systems to round-off. Only linear momentum where planar bodies are involved: their angle is no
  // director, and two-point forces on lever arms balance their moments to second order in the step only.
  bool conserves_momentum = false;
  bool dissipates = false;          // energy never rises by itself
  bool position_exact = false;      // Phi = 0 at step ends to round-off
  bool velocity_exact = false;      // Phi_dot = 0 at step ends to round-off
  bool velocity_mid_exact = false;  // mean-value velocity constraint to round-off
  // Order of the error estimate that comes with each step; 0: none, and step-size control doubles steps instead.
  int error_order = 0;
  // Its predictor needs steps of one size: step-size control changes them seldom, and runs have constant ones unless a
  // tolerance is given.
  bool prefers_equal_steps = false;
  // Systems the method cannot treat are refused with a message.
  bool treats_rheonomic = true;        // drives
  bool treats_nonholonomic = true;     // velocity rows
  bool treats_nonlinear_rows = false;  // velocity rows that are not linear in the velocities
  bool treats_variable_mass = false;   // MechanicalSystem::has_variable_mass()
  bool treats_internals = false;       // forces with internal variables: it sets s1.z
  bool takes_middle = false;           // these pass a step by the rule of the middle (MemoryForce (Z3)): fast ones ring
  bool goes_back = false;              // some of its substeps go back in time
  // A start that violates the constraints is corrected along the run, without an impulse that spoils the motion.
  bool corrects_start = false;
};

struct StepReport {
  Status status;
  int iterations = 0;
  int factorizations = 0;
  // Energy bookkeeping of the step [J], and the velocity constraint as the scheme enforces it.
  double work_applied = 0, work_drives = 0, dissipated_physical = 0, dissipated_numerical = 0;
  // work_drives row by row: numbers of the integrator, which change with its next step. Empty without drives.
  std::span<const double> drive_work;
  // Multipliers mu of the velocity constraints, row by row, of methods that have them [Bauchau2003] eq. (35): numbers of the
  // integrator, as drive_work.
  std::span<const double> mu;
  double velocity_mid_max = 0;
  int velocity_mid_row = -1;  // where it is largest; -1: the scheme does not enforce velocities over steps
  // Why the motion from the start of this step on may be another one than that of the model: a text that lasts; empty: no doubt.
  std::string_view doubt;
  double local_error = 0;  // estimate for the largest error of a coordinate; only with Traits::error_order

  // Books the work of each row, which the caller keeps.
  void book_drives(const Vector& by_row) {
    drive_work = {by_row.data(), static_cast<std::size_t>(by_row.size())};
    work_drives = by_row.sum();
  }
  // Its numbers; what its spans refer to is the caller's.
  void archive(Archive& a);
};

// What has happened at an instant from which a motion goes on without its history: forces or their derivatives have jumped, an
// event has changed the state.
struct Change {
  // By how much the event has raised the energy of the system [J]. Not known: the energy that is there counts from now on.
  std::optional<double> energy = 0.0;
  bool rows = false;  // other constraints are in force

  void add(const Change& other) {
    if (energy) energy = other.energy ? *energy + *other.energy : other.energy;
    rows = rows || other.rows;
  }
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual Traits traits() const = 0;
  // Forgets its history: the next step starts from somewhere else and is, to the last bit, that of a new integrator.
  virtual void reset() = 0;
  // The next step starts where the last one did, which failed or was rejected, or has another size: forgets what would mislead
  // it, and keeps what stays true of the run, such as its energy at the start.
  virtual void restart() { reset(); }
  // The motion goes on from s, where the last step ended or an event has put the system: forgets what would mislead the next
  // step, which is that of a new integrator up to rounding, and keeps what stays true of the run, such as the energy that it
  // should have.
  virtual void continue_from(const State& /*s*/, const Change& /*change*/) { reset(); }
  // All that the next step depends on, so that a run that was stored and resumed goes on bit for bit. A method without it
  // cannot be stored.
  virtual void archive(Archive& a);
  // From s0 over h (which may be negative for symmetric schemes) to s1, which must not be s0. On failure s1 is undefined.
  virtual StepReport step(const State& s0, double h, State& s1) = 0;
  // Multipliers of the last step as the scheme solves for them.
  virtual const Vector& lambda() const = 0;
  // The step size of a run with constant steps, told before its first step: a step that fails is divided, and shorter ones
  // follow. Part of the options, not of the history: reset() keeps it.
  virtual void set_nominal_step(double /*h*/) {}
  // Called before the first step of a run whose steps are chosen by StepReport::local_error.
  virtual void ask_for_errors() {}
  // What the user should know before a run with steps of size h: gains beyond a stability bound and the like.
  virtual std::vector<std::string> notes(double /*h*/) const { return {}; }
};

// A method of `--method`: its options are `--option NAME=VALUE` or the model's method block.
struct MethodType {
  std::string name, doc, reference;
  Schema schema;
  std::function<std::unique_ptr<Integrator>(const MechanicalSystem&, const Params&)> make;
};

const Catalog<MethodType>& method_types();

}  // namespace invar
