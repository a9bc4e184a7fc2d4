// The program `invar`: reads the command line, calls one command and turns every way of ending into an exit code.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <system_error>

#include "command_line.h"
#include "commands.h"
#include "invar/core/error.h"
#include "invar/core/suggest.h"
#include "invar/core/version.h"
#include "invar/io/atomic_file.h"
#include "messages.h"

namespace {

using namespace invar;
using namespace invar::app;

int usage_error(const std::string& command, const std::string& message) {
  const std::string name = command.empty() ? "invar" : "invar " + command;
  print_message("{}: {}\nSee {} --help\n", name, message, name);
  return kUsage;
}

// Arguments that no option took: most often a misspelt option, so the nearest is named.
std::string about_extra(const CLI::App& command, const std::vector<std::string>& extras) {
  for (const std::string& extra : extras) {
    if (extra.size() < 2 || extra[0] != '-') continue;
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options()) {
      if (!option->get_lnames().empty()) known.push_back("--" + option->get_lnames()[0]);
    }
    const std::string name = extra.substr(0, extra.find('='));
    return fmt::format("unknown option \"{}\"; {}", name, suggestion(name, known, known.size()));
  }
  return fmt::format("\"{}\" is one argument too many", extras[0]);
}

int run(int argc, char** argv) {
  CLI::App app("Simulates constrained mechanical systems and keeps the invariants of their motion.", "invar");
  app.set_version_flag("--version", fmt::format("invar {}", version()));
  app.footer("Exit codes: 0 done, 1 usage, 2 bad model or option, 3 numerical failure, 4 a check or claim failed.");
  std::vector<std::string> names;
  std::vector<std::pair<CLI::App*, std::function<int()>>> actions;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.doc);
    sub->allow_extras();
    actions.emplace_back(sub, command.configure(*sub));
    names.push_back(command.name);
  }

  if (argc < 2) {
    print_message("{}", app.help());
    return kUsage;
  }
  const std::string first = argv[1];
  if (first.empty() || (first[0] != '-' && std::find(names.begin(), names.end(), first) == names.end())) {
    return usage_error("", fmt::format("unknown command \"{}\"; {}", first, suggestion(first, names)));
  }
  const std::string command = first[0] == '-' ? "" : first;
  try {
    app.parse(argc, argv);
    for (const auto& [sub, act] : actions) {
      if (!sub->parsed()) continue;
      if (const auto extras = sub->remaining(); !extras.empty()) return usage_error(command, about_extra(*sub, extras));
      return act();
    }
    return usage_error("", "no command");
  } catch (const CLI::ParseError& error) {
    // Help and version arrive as exceptions too.
    if (error.get_exit_code() == 0) return app.exit(error);
    return usage_error(command, error.what());
  } catch (const UsageError& error) {
    return usage_error(command, error.what());
  }
}

// The same, with every exception as a message and an exit code.
int run_safely(int argc, char** argv) {
  int code = kDone;
  try {
    code = run(argc, argv);
  } catch (const ModelError& error) {
    print_message("{}\n", error.what());
    code = kBadModel;
  } catch (const std::bad_alloc&) {
    print_message("invar: not enough memory\n");
    code = kNumericalFailure;
  } catch (const std::system_error& error) {
    // fmt::print throws when a full buffer cannot be written; end_output reports that. Others are refusals of the system.
    if (std::ferror(stdout) == 0) {
      print_message("invar: the system refuses: {}\n", error.what());
      code = kNumericalFailure;
    }
  } catch (const std::exception& error) {
    print_message("invar: this is a bug of the program, please report it: {}\n", error.what());
    code = kNumericalFailure;
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  secure_streams();
  remove_pending_files_at_signals();
  remember_command_line(argc, argv);
  return end_output(run_safely(argc, argv));
}
