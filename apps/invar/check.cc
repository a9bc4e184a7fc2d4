// invar check: reads the options; check_model does the work.
#include <memory>

#include "commands.h"
#include "options.h"

namespace invar::app {

Command check_command() {
  const auto configure = [](CLI::App& app) -> std::function<int()> {
    const auto request = std::make_shared<CheckRequest>();
    add_model(app, request->model);
    add_set(app, request->set);
    app.add_flag("--channels", request->channels,
                 "list the channels that outputs may name, with units, and nothing else");
    app.footer("Counts coordinates, constraints and freedoms; names redundant and conflicting constraints.");
    return [request] { return check_model(*request); };
  };
  return {"check", "look at a model without running it", configure};
}

}  // namespace invar::app
