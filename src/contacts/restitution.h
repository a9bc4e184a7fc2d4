// Damping of a contact that leaves a coefficient of restitution e. With N = F(d) (1 + a d') a free impact at speed v0 has an
// integral of energy that knows neither F nor the masses, and leaves with e v0 where
//
//   (R1)  A (1 + e) = ln[(1 + A)/(1 - e A)],    A = a v0
//
// 0 < e A < 1: the contact never pulls. Solved for c = -ln(1 - e A), which is of order one for all e.
#pragma once

namespace invar {

// A of (R1) for 0 < e <= 1; 0 for e = 1.
double calc_damping_number(double restitution);

}  // namespace invar
