// The state of a system as a value, and views of it: what terms and systems are evaluated at.
//
// State: time, coordinates q, velocities v, internal variables z of the terms, and the inputs u in force. Names of all of
// them are in the Layout. Inputs are constant over a step; they are kept beside the state because whatever reads a state,
// or starts from it, needs them too.
#pragma once

#include "invar/core/types.h"

namespace invar {

struct Inputs {
  Vector u{};
};

struct State {
  double t = 0.0;
  Vector q{};
  Vector v{};
  Vector z{};
  Inputs inputs{};
};

// At a point. Of a whole system, or the few entries that one term reads: then q, v, z, u are its local ones.
struct At {
  double t = 0;
  VecView q, v, z, u;

  At(double time, VecView at, VecView rate = {}, VecView internals = {}, VecView inputs = {})
      : t(time), q(at), v(rate), z(internals), u(inputs) {}
  At(const State& s) : t(s.t), q(s.q), v(s.v), z(s.z), u(s.inputs.u) {}  // NOLINT: implicit on purpose

  // The same with other values of some.
  At with_q(VecView other) const { return {t, other, v, z, u}; }
  At with_v(VecView other) const { return {t, q, other, z, u}; }
  At with_z(VecView other) const { return {t, q, v, other, u}; }
  At with_inputs(VecView other) const { return {t, q, v, z, other}; }
  At with_t_q(double time, VecView other) const { return {time, other, v, z, u}; }
};

// Across a step, from (t0, q0, z0) to (t1, q1). What z becomes is up to the terms (terms/memory_force.h).
struct Across {
  double t0 = 0, t1 = 0;
  VecView q0, q1, z0, u;

  Across(double start, double end, VecView from, VecView to, VecView internals = {}, VecView inputs = {})
      : t0(start), t1(end), q0(from), q1(to), z0(internals), u(inputs) {}
  Across(const State& s0, double end, VecView to) : t0(s0.t), t1(end), q0(s0.q), q1(to), z0(s0.z), u(s0.inputs.u) {}

  double h() const { return t1 - t0; }
  double t_m() const { return 0.5 * (t0 + t1); }
};

}  // namespace invar
