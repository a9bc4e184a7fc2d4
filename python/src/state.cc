// States as Python sees them: copies, whose arrays may be changed and given back.
#include "invar/core/state.h"
#include "bindings.h"

namespace invar::python {

namespace {

template <Vector State::*kMember>
nb::object view(nb::handle self) {
  Vector& x = nb::cast<State&>(self).*kMember;
  return nb::cast(nb::ndarray<nb::numpy, double>(x.data(), {static_cast<std::size_t>(x.size())}, self),
                  nb::rv_policy::reference);
}

template <Vector State::*kMember>
void set(State& s, nb::handle value) {
  s.*kMember = read_vector(value, "state", (s.*kMember).size());
}

}  // namespace

void bind_state(nb::module_& m) {
  nb::class_<State>(m, "State", "Time, coordinates q, velocities v, internal variables z and inputs u.")
      .def_rw("t", &State::t, "time [s]")
      .def_prop_rw("q", &view<&State::q>, &set<&State::q>, "coordinates")
      .def_prop_rw("v", &view<&State::v>, &set<&State::v>, "velocities")
      .def_prop_rw("z", &view<&State::z>, &set<&State::z>, "internal variables")
      .def_prop_rw(
          "u",
          [](nb::handle self) {
            Vector& x = nb::cast<State&>(self).inputs.u;
            return nb::cast(nb::ndarray<nb::numpy, double>(x.data(), {static_cast<std::size_t>(x.size())}, self),
                            nb::rv_policy::reference);
          },
          [](State& s, nb::handle value) { s.inputs.u = read_vector(value, "state", s.inputs.u.size()); }, "inputs")
      .def(
          "copy", [](const State& s) { return State(s); }, "A copy.")
      .def("__copy__", [](const State& s) { return State(s); })
      .def("__getstate__",
           [](const State& s) {
             return nb::make_tuple(s.t, array_of(s.q), array_of(s.v), array_of(s.z), array_of(s.inputs.u));
           })
      .def("__setstate__", [](State& s, const nb::tuple& parts) {
        new (&s) State{nb::cast<double>(parts[0]),
                       read_vector(parts[1], "q"),
                       read_vector(parts[2], "v"),
                       read_vector(parts[3], "z"),
                       {read_vector(parts[4], "u")}};
      });
}

}  // namespace invar::python
