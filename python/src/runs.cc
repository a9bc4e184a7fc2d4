#include "runs.h"

#include <fmt/format.h>

#include "values.h"

namespace invar::python {

RunSpec read_run_request(const nb::dict& asked) {
  ValueMap block;
  bool assembles = true;
  for (const auto& [key, value] : asked) {
    const std::string name = nb::cast<std::string>(key);
    if (value.is_none()) continue;
    if (name == "assembly")
      assembles = nb::cast<bool>(value);
    else
      block.set(name == "method" ? "name" : name, read_value(value, name));
  }
  RunSpec spec = read_run_spec(block.node(""));
  spec.assembles = assembles;
  spec.locations.clear();  // there is no file to point at
  return spec;
}

bool Watch::look() {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(50)) return scope_.failed();
  last_ = now;
  const nb::gil_scoped_acquire lock;
  if (scope_.failed()) return true;
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!progress_.is_none()) progress_(t_, end_);
    return false;
  } catch (nb::python_error& error) {
    CallbackScope::keep(error, "progress");
    return true;
  }
}

Status PythonObserver::step(const State&, const State& s1, const StepReport&, const Vector&) {
  const nb::gil_scoped_acquire lock;
  if (CallbackScope::has_failed()) return {StatusCode::kModelError, "an observer failed"};
  try {
    const nb::object answer = function_(s1);
    if (answer.ptr() == Py_False) return {StatusCode::kInterrupted, "by an observer"};
    return {};
  } catch (nb::python_error& error) {
    return {StatusCode::kModelError, CallbackScope::keep(error, "an observer")};
  }
}

PythonEvent::PythonEvent(nb::handle event)
    : name_(nb::cast<std::string>(event.attr("name"))), guard_(event.attr("guard")), action_(event.attr("action")) {}

double PythonEvent::guard(const State& s) {
  const nb::gil_scoped_acquire lock;
  if (CallbackScope::has_failed()) return -1;
  try {
    const nb::object answer = guard_(s);
    const double value = PyFloat_AsDouble(answer.ptr());
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    return value;
  } catch (nb::python_error& error) {
    CallbackScope::keep(error, fmt::format("the guard of \"{}\"", name_));  // whoever runs it sees this and ends
    return -1;
  }
}

EventAction PythonEvent::act(State& s) {
  const nb::gil_scoped_acquire lock;
  if (action_.is_none()) return EventAction::kStop;
  try {
    const nb::object copy = nb::cast(State(s));
    const nb::object answer = action_(copy);
    if (answer.ptr() == Py_False) return EventAction::kStop;
    const State& changed = nb::cast<const State&>(copy);
    const bool same = changed.q == s.q && changed.v == s.v && changed.z == s.z && changed.inputs.u == s.inputs.u;
    if (same) return EventAction::kContinue;
    s = changed;
    return EventAction::kStateChanged;
  } catch (nb::python_error& error) {
    CallbackScope::keep(error, fmt::format("the action of \"{}\"", name_));
    return EventAction::kStop;
  }
}

}  // namespace invar::python
