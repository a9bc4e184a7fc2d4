// Runs that start from the equilibrium of a steady spin (docs/model-file.md, key `start`) instead of the state of the file.
#pragma once

#include "reproduce/recording.h"

namespace invar::reproduce {

// What the joint carries spins about its axis at the rate of the file.
Recording record_from_spin(const std::string& model, const Settings& settings, const std::string& joint);

}  // namespace invar::reproduce
