// All methods on a model, measured.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <thread>

#include "callables.h"
#include "invar/compare/output.h"
#include "runs.h"

namespace invar::python {

namespace {

nb::dict compare_methods(const LoadedModel& loaded, const std::string& methods, double budget,
                         std::optional<double> end, std::optional<double> step, nb::handle progress) {
  compare::Request request;
  request.model = loaded.model->name;
  if (!methods.empty()) request.candidates = compare::parse_candidates(methods);
  request.budget = budget;
  request.end = end;
  request.step = step;
  CallbackScope callbacks;
  Watch watch(callbacks, nb::none());
  const std::thread::id caller = std::this_thread::get_id();
  const nb::object shown = nb::borrow(progress);
  compare::Hooks hooks;
  // Signals belong to the thread that asked.
  hooks.cancelled = [&] { return std::this_thread::get_id() == caller ? watch.look() : callbacks.failed(); };
  hooks.progress = [&](double part, const std::string& what) {
    if (shown.is_none()) return;
    const nb::gil_scoped_acquire lock;
    try {
      shown(part, what);
    } catch (nb::python_error&) {  // a bar that fails does not end the comparison
    }
  };
  compare::Comparison comparison;
  compare::Advice advice;
  std::string json, page;
  {
    const nb::gil_scoped_release unlock;
    comparison = compare::run_comparison(*loaded.model, request, hooks);
    if (!comparison.reference.made_by.empty() || comparison.prescribed) {
      advice = compare::advise(comparison);
      json = compare::to_json(comparison, advice);
      page = compare::to_page(comparison, advice, "");
    }
  }
  callbacks.rethrow();
  nb::dict d;
  d["json"] = json;
  d["page"] = page;
  d["failures"] = comparison.reference.failures;
  d["reference"] = comparison.reference.made_by;
  d["rows"] = comparison.prescribed ? compare::reaction_rows(comparison) : compare::advice_rows(comparison);
  d["notes"] = compare::notes_of(comparison);
  nb::list recommendations;
  for (const compare::Recommendation& r : advice.recommendations) {
    nb::dict each;
    each["purpose"] = r.purpose;
    each["candidate"] = r.candidate;
    each["step"] = r.step;
    each["adaptive"] = r.adaptive;
    each["reason"] = r.reason;
    recommendations.append(each);
  }
  d["advice"] = recommendations;
  return d;
}

}  // namespace

void bind_compare(nb::module_& m) {
  m.def("compare", &compare_methods, nb::arg("model"), nb::arg("methods"), nb::arg("budget"), nb::arg("end").none(),
        nb::arg("step").none(), nb::arg("progress").none());
}

}  // namespace invar::python
