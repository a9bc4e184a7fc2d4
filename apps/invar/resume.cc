// invar resume: goes on with a run that was interrupted, from its last checkpoint.
#include <memory>

#include "commands.h"

namespace invar::app {

namespace {

std::function<int()> configure_resume(CLI::App& app) {
  const auto path = std::make_shared<std::string>();
  app.add_option("FILE", *path, "file of invar run --checkpoint")->required()->type_name("FILE");
  app.footer(
      "Example: invar run models/chain.yaml --end 100 --out chain.csv --checkpoint chain.keep; invar resume "
      "chain.keep");
  return [path] { return resume_run(*path); };
}

}  // namespace

Command resume_command() { return {"resume", "continue a run from its checkpoint", configure_resume}; }

}  // namespace invar::app
