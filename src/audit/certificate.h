// Certificate: what a run kept of the invariants, and what it cost. One flat JSON object; the keys are part of what users
// rely on (docs: certificate). Numbers that do not apply are null, never NaN.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "invar/audit/motion_accuracy.h"
#include "invar/audit/verdict.h"

namespace invar {

// A number that the section `results` of a model asks for; NaN if there is none.
struct NamedResult {
  std::string name;
  double value = 0;
};

// What happened at an instant between two steps. Of several things at an instant, the last one has the energies.
struct EventRecord {
  double t = 0;
  std::string name;
  double work_drives = 0, work_events = 0, dissipated = 0;  // [J]
  long long degrees_of_freedom = -1;                        // afterwards; -1: as before

  template <class A>
  void archive(A& a) {
    a("t", t);
    a("name", name);
    a("work_drives", work_drives);
    a("work_events", work_events);
    a("dissipated", dissipated);
    a("degrees_of_freedom", degrees_of_freedom);
  }
};

struct Certificate {
  std::string model;
  std::string method;
  std::string options;         // "order=4, form=reduced"
  std::optional<double> step;  // s; null with step control
  double t_end = 0, t_reached = 0;
  std::string status = "completed";  // or "stopped"
  std::string message;               // why it stopped

  long long coordinates = 0, constraints = 0, degrees_of_freedom = 0, redundant_constraints = 0;
  long long steps = 0, rejected_steps = 0, newton_iterations = 0, factorizations = 0;
  double wall_seconds = 0;

  // Largest absolute residual over all rows and recorded steps; the mid value as the scheme enforces it.
  std::optional<double> constraint_position_max, constraint_velocity_max, constraint_velocity_mid_max,
      constraint_acceleration_max;
  std::string worst_constraint;

  double energy_initial = 0, energy_final = 0, energy_scale = 0;  // J
  // Largest |E - E0 - work in + dissipation| over the run, J.
  std::optional<double> energy_balance_error_max;
  double work_applied = 0, work_drives = 0, dissipated_physical = 0, dissipated_numerical = 0;
  double work_events = 0, dissipated_events = 0;  // at instants between steps
  long long event_count = 0;
  std::vector<EventRecord> events;  // the first of them

  // Of that what contacts took out, by damping along the normal and by friction [J]; the deepest penetration [m]. Null
  // without contacts.
  std::optional<double> dissipated_contact, dissipated_friction, penetration_max;

  // Null where gravity or ground makes them not conserved.
  std::optional<double> linear_momentum_drift_max, angular_momentum_drift_max;

  // Beyond the promised keys.
  // Largest |E - E0 - work in + physical dissipation|, J: what the method takes out by design counts as lost.
  std::optional<double> energy_drift_max;
  // Residuals relative to the terms of their rows, and sizes of the terms of the momenta (audit/residual_scale.h).
  std::optional<double> constraint_position_relative_max, constraint_velocity_relative_max,
      constraint_velocity_mid_relative_max, constraint_acceleration_relative_max, linear_momentum_scale,
      angular_momentum_scale;
  // Largest kinetic energy of the part of velocities across the constraints [J], sampled as the accelerations are: energy that
  // the balance counts and the motion does not have.
  std::optional<double> energy_normal_max;
  // Largest residuals of a start that was not assembled; the run begins with them, and the maxima above leave them out.
  std::optional<double> start_position_violation, start_velocity_violation;
  // Of the quantities that the model declares as conserved: largest drift relative to their terms, and which one.
  std::optional<double> conserved_drift_max;
  std::string conserved_worst;
  std::optional<double> tolerance;  // of the step control

  // Accuracy of the motion as a whole and of each output; estimated by --verify only.
  std::optional<double> motion_error_estimate, motion_order, motion_error_time, motion_size;
  std::string motion_accuracy{name(ConvergenceKind::kNotEstimated)};
  std::string motion_message;
  std::string motion_unit = "m";  // 1 where nothing has a place
  std::vector<OutputAccuracy> outputs;
  std::vector<NamedResult> results;

  // What an audit of invariants cannot see: drives whose rate jumps, branches that may have been left,
  // elements beyond their theory. A run with warnings did not keep everything.
  std::vector<std::string> warnings;
  std::string version;  // of Invar; filled by to_json if empty

  bool completed() const { return status == "completed"; }
};

// Calls visit(key, member) for every key, in the order of the file: the only list of the keys.
template <class SomeCertificate, class Visitor>
void visit_keys(SomeCertificate& c, Visitor&& visit) {
  visit("model", c.model);
  visit("method", c.method);
  visit("options", c.options);
  visit("step", c.step);
  visit("t_end", c.t_end);
  visit("t_reached", c.t_reached);
  visit("status", c.status);
  visit("message", c.message);
  visit("coordinates", c.coordinates);
  visit("constraints", c.constraints);
  visit("degrees_of_freedom", c.degrees_of_freedom);
  visit("redundant_constraints", c.redundant_constraints);
  visit("steps", c.steps);
  visit("rejected_steps", c.rejected_steps);
  visit("newton_iterations", c.newton_iterations);
  visit("factorizations", c.factorizations);
  visit("wall_seconds", c.wall_seconds);
  visit("constraint_position_max", c.constraint_position_max);
  visit("constraint_velocity_max", c.constraint_velocity_max);
  visit("constraint_velocity_mid_max", c.constraint_velocity_mid_max);
  visit("constraint_acceleration_max", c.constraint_acceleration_max);
  visit("worst_constraint", c.worst_constraint);
  visit("energy_initial", c.energy_initial);
  visit("energy_final", c.energy_final);
  visit("energy_scale", c.energy_scale);
  visit("energy_balance_error_max", c.energy_balance_error_max);
  visit("work_applied", c.work_applied);
  visit("work_drives", c.work_drives);
  visit("dissipated_physical", c.dissipated_physical);
  visit("dissipated_numerical", c.dissipated_numerical);
  visit("linear_momentum_drift_max", c.linear_momentum_drift_max);
  visit("angular_momentum_drift_max", c.angular_momentum_drift_max);
  visit("work_events", c.work_events);
  visit("dissipated_events", c.dissipated_events);
  visit("event_count", c.event_count);
  visit("events", c.events);
  visit("dissipated_contact", c.dissipated_contact);
  visit("dissipated_friction", c.dissipated_friction);
  visit("penetration_max", c.penetration_max);
  visit("energy_drift_max", c.energy_drift_max);
  visit("constraint_position_relative_max", c.constraint_position_relative_max);
  visit("constraint_velocity_relative_max", c.constraint_velocity_relative_max);
  visit("constraint_velocity_mid_relative_max", c.constraint_velocity_mid_relative_max);
  visit("constraint_acceleration_relative_max", c.constraint_acceleration_relative_max);
  visit("energy_normal_max", c.energy_normal_max);
  visit("linear_momentum_scale", c.linear_momentum_scale);
  visit("angular_momentum_scale", c.angular_momentum_scale);
  visit("start_position_violation", c.start_position_violation);
  visit("start_velocity_violation", c.start_velocity_violation);
  visit("conserved_drift_max", c.conserved_drift_max);
  visit("conserved_worst", c.conserved_worst);
  visit("tolerance", c.tolerance);
  visit("motion_error_estimate", c.motion_error_estimate);
  visit("motion_order", c.motion_order);
  visit("motion_error_time", c.motion_error_time);
  visit("motion_size", c.motion_size);
  visit("motion_accuracy", c.motion_accuracy);
  visit("motion_message", c.motion_message);
  visit("motion_unit", c.motion_unit);
  visit("results", c.results);
  visit("warnings", c.warnings);
  visit("version", c.version);
  // A key for each output: its name follows a prefix.
  visit("output_error_estimate.", c.outputs);
}

// One key per line, then `verdict` and `findings` (audit/findings.h); ends with a newline.
std::string to_json(const Certificate& certificate);

// For the terminal, at most 80 columns unless a name is longer; with ANSI colors if wanted.
void print_readable(const Certificate& certificate, std::ostream& out, bool color);

}  // namespace invar
