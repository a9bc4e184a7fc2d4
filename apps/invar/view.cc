// invar view: the report page of a stored result.
#include <fmt/format.h>

#include <filesystem>

#include "commands.h"
#include "invar/io/atomic_file.h"
#include "invar/io/output_check.h"
#include "invar/report/report_page.h"
#include "options.h"

namespace invar::app {

namespace {

struct ViewRequest {
  std::string result;
  std::optional<std::string> out;
  bool quiet = false;
};

int view_result(const ViewRequest& request) {
  if (!has_report_page())
    throw UsageError("this program was built without the report page; build it with script/build");
  const std::string out =
      request.out.value_or(std::filesystem::path(request.result).replace_extension(".html").string());
  check_outputs({{"--out", out}}, {find_input("the result itself", request.result)});
  const PackedReport report = read_packed_report(request.result);
  write_file_atomically(out, make_report_page(report));
  if (!request.quiet) fmt::print("report: {}\n", out);
  return kDone;
}

std::function<int()> configure_view(CLI::App& app) {
  const auto request = std::make_shared<ViewRequest>();
  app.add_option("RESULT", request->result, "result of invar run --out FILE.h5")->required()->type_name("FILE.h5");
  add_path(app, "--out", request->out, "FILE.html", "the page; default: the name of the result with .html");
  app.add_flag("--quiet", request->quiet, "print nothing but errors");
  app.footer("Example: invar run models/bicycle.yaml --out bicycle.h5 && invar view bicycle.h5");
  return [request] { return view_result(*request); };
}

}  // namespace

Command view_command() { return {"view", "make the report page of a stored result", configure_view}; }

}  // namespace invar::app
