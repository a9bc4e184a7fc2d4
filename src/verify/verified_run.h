// A run with an estimate of the error of its motion : runs with larger steps go on beside it and are
// compared with it over the whole time. The run itself is the same to the last bit as without them.
#pragma once

#include "invar/run/run.h"
#include "invar/verify/companion.h"

namespace invar::verify {

// As ModelRun::execute(), before which `prepare` is called; the certificate has the estimates too, and `bands` those over time.
struct VerifiedRun {
  RunResult result;
  ErrorBands bands;
};
VerifiedRun run_verified(const Model& model, const RunSpec& given, const RunClient& client,
                         const std::function<void(ModelRun&)>& prepare = {});

}  // namespace invar::verify
