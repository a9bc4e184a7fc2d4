// A model that is stepped from Python.
#include "invar/core/error.h"
#include "invar/run/model_simulation.h"
#include "runs.h"

namespace invar::python {

namespace {

class Stepped {
 public:
  Stepped(const LoadedModel& loaded, const nb::dict& asked) : simulation_(loaded.model, read_run_request(asked)) {}

  ModelSimulation& get() { return simulation_; }

  void observe(nb::handle function) {
    observers_.push_back(std::make_unique<PythonObserver>(function));
    simulation_.simulation().add(*observers_.back());
  }
  void add_event(nb::handle event) {
    events_.push_back(std::make_unique<PythonEvent>(event));
    simulation_.simulation().add(*events_.back());
  }

  // Whether the step was made; if not, message() says why not.
  bool step() {
    CallbackScope callbacks;
    {
      const nb::gil_scoped_release unlock;
      report_ = simulation_.step();
    }
    callbacks.rethrow();
    return report_.status.ok();
  }

  bool run_to(double t) {
    struct Interrupted {};
    CallbackScope callbacks;
    Watch watch(callbacks, nb::none());
    {
      const nb::gil_scoped_release unlock;
      try {
        // Between two steps nothing is lost: the next call goes on from there.
        simulation_.run_to(t, [&] {
          if (watch.look()) throw Interrupted();
        });
      } catch (const Interrupted&) {
      }
    }
    callbacks.rethrow();
    return simulation_.simulation().report().status.ok();
  }

  std::string message() { return simulation_.simulation().report().message(); }
  std::string stopped_by() { return simulation_.simulation().report().stopped_by; }
  nb::dict last_step() const {
    nb::dict d;
    d["iterations"] = report_.iterations;
    d["factorizations"] = report_.factorizations;
    d["work_applied"] = report_.work_applied;
    d["work_drives"] = report_.work_drives;
    d["dissipated_physical"] = report_.dissipated_physical;
    d["dissipated_numerical"] = report_.dissipated_numerical;
    return d;
  }

  nb::bytes save() {
    Archive a;
    simulation_.archive(a);
    return nb::bytes(a.bytes().data(), a.bytes().size());
  }
  void restore(const nb::bytes& bytes) {
    Archive a(std::string(bytes.c_str(), bytes.size()));
    simulation_.archive(a);
    a.finish();
  }

 private:
  ModelSimulation simulation_;
  std::vector<std::unique_ptr<PythonObserver>> observers_;
  std::vector<std::unique_ptr<PythonEvent>> events_;
  StepReport report_;
};

nb::dict inputs_of(Stepped& s) {
  nb::dict d;
  const auto& infos = s.get().system().layout().inputs();
  for (std::size_t i = 0; i < infos.size(); ++i)
    d[infos[i].full_name().c_str()] = s.get().state().inputs.u[static_cast<Eigen::Index>(i)];
  return d;
}

void set_state(Stepped& s, const State& given) {
  const State& now = s.get().state();
  if (given.q.size() != now.q.size() || given.v.size() != now.v.size() || given.z.size() != now.z.size())
    throw ModelError({}, "state", "belongs to another model");
  if (!given.q.allFinite() || !given.v.allFinite() || !given.z.allFinite())
    throw ModelError({}, "state", "has a number that is not finite");
  s.get().start_from(given);
}

}  // namespace

void bind_simulation(nb::module_& m) {
  nb::class_<Stepped>(m, "Simulation")
      .def(nb::init<const LoadedModel&, const nb::dict&>())
      .def("step", &Stepped::step)
      .def("run_to", &Stepped::run_to)
      .def("observe", &Stepped::observe)
      .def("add_event", &Stepped::add_event)
      .def_prop_ro("last_step", &Stepped::last_step)
      .def_prop_ro("message", &Stepped::message)
      .def_prop_ro("stopped_by", &Stepped::stopped_by)
      .def_prop_ro("t", [](Stepped& s) { return s.get().state().t; })
      .def_prop_rw(
          "state", [](Stepped& s) { return State(s.get().state()); }, &set_state)
      .def_prop_ro("steps", [](Stepped& s) { return s.get().simulation().report().steps; })
      .def_prop_ro("energy", [](Stepped& s) { return s.get().calc_energy(); })
      .def_prop_ro("inputs", &inputs_of)
      .def("set_input", [](Stepped& s, const std::string& name, double value) { s.get().set_input(name, value); })
      .def("value",
           [](Stepped& s, const std::string& channel) {
             CallbackScope callbacks;
             const double value = s.get().value(channel);
             callbacks.rethrow();
             return value;
           })
      .def("save", &Stepped::save)
      .def("restore", &Stepped::restore);
}

}  // namespace invar::python
