// The commands of the program. A new one is a file that defines NAME_command() and a line in commands() (commands.cc).
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "invar/io/checkpoint_file.h"
#include "run_request.h"

namespace invar::app {

// What the program answers to the shell; documented for users.
enum ExitCode : int {
  kDone = 0,
  kUsage = 1,             // the command line is wrong
  kBadModel = 2,          // ModelError: a model, an option of a method, a file
  kNumericalFailure = 3,  // the run stopped early; what was computed so far is written
  kCheckFailed = 4,       // a check or a claim does not hold
};

// The command line is wrong; ends the program with kUsage.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Command {
  std::string name;
  std::string doc;  // one line
  // Adds the options and returns what to do once they are read; that returns an exit code. It may throw UsageError and
  // ModelError.
  std::function<std::function<int()>(CLI::App&)> configure;
};

const std::vector<Command>& commands();

Command run_command();
Command resume_command();
Command check_command();
Command list_command();
Command reproduce_command();
Command compare_command();
Command view_command();
Command static_command();
Command modes_command();
Command gallery_command();

// With a checkpoint, goes on from there.
int run_model(const RunRequest& request, const Checkpoint* resumed = nullptr);
int resume_run(const std::string& path);
struct CheckRequest {
  std::string model;
  Overrides set;
  bool channels = false;
};
int check_model(const CheckRequest& request);

}  // namespace invar::app
