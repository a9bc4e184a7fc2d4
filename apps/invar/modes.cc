// invar modes: reads the options; modes_model.cc does the work.
#include <memory>

#include "commands.h"
#include "equilibrium_options.h"
#include "invar/report/report_page.h"
#include "modes_model.h"
#include "options.h"

namespace invar::app {

Command modes_command() {
  const auto configure = [](CLI::App& app) -> std::function<int()> {
    const auto request = std::make_shared<ModesRequest>();
    ModesRequest& r = *request;
    add_model(app, r.files.model);
    add_set(app, r.files.set);
    add_count(app, "--number", r.number, 1, "how many modes beside the rigid ones; default 10");
    add_start(app, r.files.start, "about the equilibrium nearby, not the start as given");
    add_vector3(app, "--turning-axes", r.turning_axes, "\"X, Y, Z\"",
                "steady turns: angular velocity of the axes in which the motion is steady [rad/s]");
    app.add_flag("--sparse", r.sparse, "Lanczos iteration also for small systems");
    add_path(app, "--out", r.files.out, "FILE.csv|FILE.json", "eigenvalues; with shapes in JSON");
    add_path(app, "--report", r.files.report, "FILE.html", "page with the modes in motion, one after the other");
    add_positive(app, "--amplitude", r.amplitude, "X", "of the modes on the page, in sizes of the model; default 0.1");
    app.add_flag("--quiet", r.files.quiet, "print nothing but errors");
    app.footer("Example: invar modes models/bicycle.yaml --set v0=5 --set w0=0");
    return [request] {
      const RunRequest& files = request->files;
      if (files.report && !has_report_page())
        throw UsageError("--report: this program was built without the report page; build it with script/build");
      if (files.out && !files.out->ends_with(".csv") && !files.out->ends_with(".json"))
        throw UsageError("--out " + *files.out + " must end with .csv or .json");
      return modes_model(*request);
    };
  };
  return {"modes", "linearize: natural frequencies, damping, mode shapes", configure};
}

}  // namespace invar::app
