// Equilibria and modes.
#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "callables.h"
#include "column_store.h"
#include "invar/audit/findings.h"
#include "invar/record/channel_set.h"
#include "invar/run/modes_analysis.h"
#include "invar/run/static_analysis.h"
#include "runs.h"

namespace invar::python {

namespace {

nb::dict static_equilibrium(const LoadedModel& loaded, const nb::dict& asked, const nb::dict& how) {
  const RunSpec given = read_run_request(asked);
  CallbackScope callbacks;
  Watch watch(callbacks, nb::none());
  StaticAnalysisOptions options;
  options.equilibrium = given.start ? *given.start : loaded.model->run.start.value_or(StartSpec{});
  options.load_steps = nb::cast<int>(how["load_steps"]);
  options.accept_unstable = nb::cast<bool>(how["accept_unstable"]);
  options.arc_length = nb::cast<bool>(how["arc_length"]);
  options.path_steps = nb::cast<std::optional<int>>(how["path_steps"]);
  options.interrupted = [&] { return watch.look(); };
  StaticAnalysis analysis(*loaded.model, options);
  ColumnStore path;
  std::string page;
  {
    const nb::gil_scoped_release unlock;
    analysis.run();
    analysis.write_path(path);
    if (has_report_page() && analysis.certificate().completed()) {
      PackedReport packed = analysis.pack_path();
      packed.head =
          make_report_head(*loaded.model, to_json(analysis.certificate()),
                           {loaded.model->source.path, loaded.model->source.text, "", analysis.notes(), "static"});
      page = make_report_page(packed);
    }
  }
  callbacks.rethrow();
  nb::dict d;
  d["certificate"] = to_json(analysis.certificate());
  d["state"] = State(analysis.found().state);
  d["notes"] = analysis.notes();
  d["names"] = path.names();
  d["units"] = path.units();
  Matrix rows = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      path.numbers().data(), static_cast<Eigen::Index>(path.rows()), static_cast<Eigen::Index>(path.columns()));
  d["table"] = array_of(rows);
  d["page"] = page;
  nb::dict values, units, reactions;
  if (analysis.certificate().completed()) {
    const Snapshot s = analysis.snapshot();
    for (const Channel& channel : find_channels(*loaded.model)) {
      values[channel.name.c_str()] = channel.value(s);
      units[channel.name.c_str()] = channel.unit;
    }
    for (const auto& joint : loaded.model->joints) {
      if (!joint->has_places()) continue;
      const Wrench w = joint->calc_reaction(s);
      reactions[joint->name().c_str()] = nb::make_tuple(array_of(Vector(w.force)), array_of(Vector(w.torque)));
    }
  }
  d["values"] = values;
  d["value_units"] = units;
  d["reactions"] = reactions;
  return d;
}

nb::dict find_modes_of(const LoadedModel& loaded, const nb::dict& asked, int number, bool sparse, double amplitude) {
  const RunSpec given = read_run_request(asked);
  CallbackScope callbacks;
  ModesAnalysis analysis(*loaded.model,
                         {.equilibrium = given.start, .number = number, .sparse = sparse, .turning_axes = {}});
  std::string page;
  Status status;
  {
    const nb::gil_scoped_release unlock;
    status = analysis.run();
    if (status.ok() && has_report_page()) {
      PackedReport packed = analysis.pack_modes(amplitude);
      packed.head = make_report_head(
          *loaded.model, analysis.certificate_json(),
          {loaded.model->source.path, loaded.model->source.text, "", analysis.notes(), "modes", analysis.chapters()});
      page = make_report_page(packed);
    }
  }
  callbacks.rethrow();
  nb::dict d;
  d["ok"] = status.ok();
  d["message"] = status.ok() ? std::string() : status.message();
  d["notes"] = analysis.notes();
  d["page"] = page;
  nb::list modes;
  if (status.ok()) {
    d["kind"] = analysis.report().kind;
    d["degrees_of_freedom"] = analysis.report().freedoms;
    d["rigid"] = analysis.report().rigid;
    d["state"] = State(analysis.state());
    for (const Mode& mode : analysis.report().modes) {
      nb::dict each;
      each["eigenvalue"] = mode.value;
      each["rigid"] = mode.rigid;
      each["frequency"] = mode.frequency();
      each["undamped_frequency"] = mode.undamped_frequency();
      each["damping_ratio"] = mode.damping_ratio();
      each["part"] = mode.part;
      each["share"] = mode.share;
      each["real"] = array_of(mode.real);
      each["imaginary"] = array_of(mode.imaginary);
      modes.append(each);
    }
  }
  d["modes"] = modes;
  return d;
}

}  // namespace

void bind_analysis(nb::module_& m) {
  m.def("static_equilibrium", &static_equilibrium);
  m.def("modes", &find_modes_of);
}

}  // namespace invar::python
