#include <cstdlib>

#include "bindings.h"
#include "invar/core/version.h"
#include "invar/report/report_page.h"

NB_MODULE(_core, m) {
  using namespace invar::python;
  // At exit, what an unfinished traceback still holds is no leak of ours; the tests look.
  nb::set_leak_warnings(std::getenv("INVAR_LEAK_WARNINGS") != nullptr);
  m.doc() = "The library behind the package invar; use the package.";
  m.attr("__version__") = invar::version();
  m.attr("has_report_page") = invar::has_report_page();
  bind_errors(m);
  bind_schemas(m);
  bind_state(m);
  bind_model(m);
  bind_builder(m);
  bind_run(m);
  bind_simulation(m);
  bind_system(m);
  bind_analysis(m);
  bind_compare(m);
}
