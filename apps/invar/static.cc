// invar static: reads the options; static_model.cc does the work.
#include <memory>

#include "commands.h"
#include "equilibrium_options.h"
#include "invar/io/table_writer.h"
#include "invar/report/report_page.h"
#include "options.h"
#include "static_model.h"

namespace invar::app {

Command static_command() {
  const auto configure = [](CLI::App& app) -> std::function<int()> {
    const auto request = std::make_shared<StaticRequest>();
    StaticRequest& r = *request;
    add_model(app, r.files.model);
    add_set(app, r.files.set);
    add_count(app, "--load-steps", r.load_steps, 1, "loads and weights grow in N steps; recorded in --out");
    app.add_flag("--arc-length", r.arc_length, "follow the load path by its arc length, beyond limit points");
    add_positive(app, "--arc-step", r.arc_step, "X",
                 "first step of the arc length, in sizes of the model; default 0.05");
    add_count(app, "--path-steps", r.path_steps, 1, "arc length: N steps, also beyond the full load");
    app.add_flag("--accept-unstable", r.accept_unstable, "take an unstable equilibrium if it is what is found first");
    add_spin(app, r.files.start);
    add_path(app, "--out", r.files.out, "FILE.csv|FILE.h5", "channels over the load factor");
    add_path(app, "--certificate", r.files.certificate, "FILE.json", "residual, stability, iterations");
    add_path(app, "--report", r.files.report, "FILE.html", "page with the mechanism along the load path");
    app.add_flag("--quiet", r.files.quiet, "print nothing but errors");
    app.footer("Example: invar static models/excavator.yaml");
    return [request] {
      if (request->files.report && !has_report_page())
        throw UsageError("--report: this program was built without the report page; build it with script/build");
      if (request->files.out) check_table_path(*request->files.out);
      if ((request->arc_step || request->path_steps) && !request->arc_length)
        throw UsageError("--arc-step and --path-steps need --arc-length");
      if (request->arc_length && request->load_steps)
        throw UsageError("--arc-length finds its own steps; leave --load-steps out");
      return static_model(*request);
    };
  };
  return {"static", "find a static equilibrium, or that of a steady spin", configure};
}

}  // namespace invar::app
