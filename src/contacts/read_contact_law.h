// What contacts and joint limits share of their keys: the normal law, its damping, friction.
#pragma once

#include "invar/contacts/contact_losses.h"
#include "invar/spec/params.h"

namespace invar {

Schema contact_law_schema();
Schema contact_friction_schema();

struct ContactLawValues {
  NormalLawPtr law;
  ContactDamping damping;
};
// `radius` is the reduced radius of curvature (infinite between flat shapes), `mass` the reduced mass, 0 if it is not known.
ContactLawValues read_contact_law(const Params& law, double radius, double mass);
// Nothing with mu = 0. `weight` is the load that the elastic travel belongs to; 0 if it is not known.
FrictionLaw read_friction(const Params& friction, double mass, double weight);

}  // namespace invar
