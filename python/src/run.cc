// A whole run: what `invar run` does, with its table in memory.
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <sstream>

#include "column_store.h"
#include "invar/audit/findings.h"
#include "invar/core/error.h"
#include "invar/io/atomic_file.h"
#include "invar/report/report_page.h"
#include "invar/verify/verified_run.h"
#include "runs.h"

namespace invar::python {

namespace {

struct FinishedRun {
  std::shared_ptr<const Model> model;
  RunResult result;
  ColumnStore table;
  PackedReport page;
  bool has_page = false;
  std::vector<std::string> notes;
  nb::object failure;  // exception of a function of the program, or KeyboardInterrupt; None if there is none
};

struct Settings {
  bool verify = false, page = true, state = false;
  nb::object progress = nb::none();
  nb::list observers, events;
};

Settings read_settings(const nb::dict& d) {
  Settings s;
  s.verify = nb::cast<bool>(d["verify"]);
  s.page = nb::cast<bool>(d["page"]) && has_report_page();
  s.state = nb::cast<bool>(d["state"]);
  s.progress = d["progress"];
  s.observers = nb::cast<nb::list>(d["observers"]);
  s.events = nb::cast<nb::list>(d["events"]);
  return s;
}

std::unique_ptr<FinishedRun> run_model(const LoadedModel& loaded, const nb::dict& asked, const nb::dict& how) {
  auto done = std::make_unique<FinishedRun>();
  done->model = loaded.model;
  const RunSpec given = read_run_request(asked);
  const Settings settings = read_settings(how);
  std::vector<std::unique_ptr<PythonObserver>> observers;
  std::vector<std::unique_ptr<PythonEvent>> events;
  for (const nb::handle f : settings.observers) observers.push_back(std::make_unique<PythonObserver>(f));
  for (const nb::handle e : settings.events) events.push_back(std::make_unique<PythonEvent>(e));
  CallbackScope callbacks;
  Watch watch(callbacks, settings.progress);
  double end = 0;
  StepCallback follow([&](const State&, const State& s1, const StepReport&) {
    watch.set_times(s1.t, end);
    return Status{};
  });
  const RunClient client{.note = [&](const std::string& text) { done->notes.push_back(text); },
                         .interrupted = [&] { return watch.look(); }};
  const auto prepare = [&](ModelRun& run) {
    callbacks.forget();
    end = run.options().t_end;
    run.write_to(done->table, settings.state);
    if (settings.page) run.collect_page(done->page);
    run.add(follow);
    for (const auto& each : observers) run.add(*each);
    for (const auto& each : events) run.add(*each);
  };
  ErrorBands bands;
  try {
    const nb::gil_scoped_release unlock;
    if (settings.verify) {
      verify::VerifiedRun verified = verify::run_verified(*loaded.model, given, client, prepare);
      done->result = std::move(verified.result);
      bands = std::move(verified.bands);
    } else {
      ModelRun run(*loaded.model, given, client);
      prepare(run);
      done->result = run.execute();
    }
    done->has_page = settings.page && done->result.began;
    if (done->has_page)
      done->page.head = make_report_head(
          *loaded.model, to_json(done->result.certificate),
          {loaded.model->source.path, loaded.model->source.text, "", done->notes, "run", {}, std::move(bands)});
  } catch (const ModelError&) {
    callbacks.rethrow();  // a function of the program that failed is the reason
    throw;
  }
  done->failure = callbacks.failed() ? callbacks.take() : nb::object(nb::none());
  return done;
}

nb::list findings_of(const FinishedRun& r) {
  nb::list list;
  for (const Finding& f : judge(r.result.certificate)) {
    nb::dict d;
    d["name"] = f.name;
    d["value"] = f.value ? nb::object(nb::float_(*f.value)) : nb::object(nb::none());
    d["unit"] = f.unit;
    d["verdict"] = name(f.verdict);
    d["sentence"] = f.sentence;
    list.append(d);
  }
  return list;
}

std::string readable(const FinishedRun& r) {
  std::ostringstream text;
  print_readable(r.result.certificate, text, false);
  return text.str();
}

nb::object table_of(nb::handle self) {
  const ColumnStore& table = nb::cast<FinishedRun&>(self).table;
  return view_of(table.numbers().data(), static_cast<std::size_t>(table.rows()), table.columns(), self);
}

nb::object state_rows(nb::handle self, const std::vector<double>& numbers, const ColumnStore& table) {
  if (table.coordinates().empty()) return nb::none();
  return view_of(numbers.data(), static_cast<std::size_t>(table.rows()), table.coordinates().size(), self);
}

std::string make_page(const FinishedRun& r) {
  if (!r.has_page)
    throw ModelError({}, "page", "was not collected",
                     has_report_page() ? "run with page=True" : "Invar was built without the report page");
  return make_report_page(r.page);
}

void write(const FinishedRun& r, const std::string& path) {
  const auto writer = make_table_writer(path);
  r.table.write_to(*writer);
  if (r.has_page) writer->keep_report(r.page);
  writer->finish(to_json(r.result.certificate));
}

}  // namespace

void bind_run(nb::module_& m) {
  nb::class_<FinishedRun>(m, "Run")
      .def_prop_ro("names", [](const FinishedRun& r) { return r.table.names(); })
      .def_prop_ro("units", [](const FinishedRun& r) { return r.table.units(); })
      .def_prop_ro("table", &table_of)
      .def_prop_ro("q",
                   [](nb::handle self) {
                     const ColumnStore& table = nb::cast<FinishedRun&>(self).table;
                     return state_rows(self, table.q(), table);
                   })
      .def_prop_ro("v",
                   [](nb::handle self) {
                     const ColumnStore& table = nb::cast<FinishedRun&>(self).table;
                     return state_rows(self, table.v(), table);
                   })
      .def_prop_ro("coordinates", [](const FinishedRun& r) { return r.table.coordinates(); })
      .def_prop_ro("certificate_json", [](const FinishedRun& r) { return to_json(r.result.certificate); })
      .def_prop_ro("findings", &findings_of)
      .def_prop_ro("text", &readable)
      .def_prop_ro("ok", [](const FinishedRun& r) { return r.result.report.status.ok(); })
      .def_prop_ro("message", [](const FinishedRun& r) { return r.result.report.message(); })
      .def_prop_ro("stopped_by", [](const FinishedRun& r) { return r.result.report.stopped_by; })
      .def_prop_ro("state", [](const FinishedRun& r) { return State(r.result.report.state); })
      .def_prop_ro("notes", [](const FinishedRun& r) { return r.notes; })
      // Given away: an exception refers to what was called, and so to this object, a cycle that Python would not see.
      .def("take_failure", [](FinishedRun& r) { return std::exchange(r.failure, nb::none()); })
      .def("page", &make_page)
      .def("write", &write);
  m.def("run", &run_model);
}

}  // namespace invar::python
