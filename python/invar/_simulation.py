"""Simulations that are stepped: inputs, states, observers, events, checkpoints."""
import pickle

from . import _core
from ._errors import ModelError, SimulationError, python_names


class Event:
    """Something that happens when guard(state) rises through zero: the step ends there, then action(state) is called.

    The action may change the state's q, v and z, in agreement with the constraints; the motion goes on from there. It ends the run
    by returning False; without an action the event ends the run.
    """

    def __init__(self, name, guard, action=None):
        self.name, self.guard, self.action = name, guard, action


class Inputs:
    """Inputs of the steps to come, by name: sim.inputs["motor.voltage"] = 3."""

    def __init__(self, core):
        self._core = core

    def __getitem__(self, name):
        return self._core.inputs[name]

    def __setitem__(self, name, value):
        self._core.set_input(name, float(value))

    def __iter__(self):
        return iter(self._core.inputs)

    def __len__(self):
        return len(self._core.inputs)

    def keys(self):
        return self._core.inputs.keys()

    def __repr__(self):
        return repr(self._core.inputs)


class Simulation:
    """A model that is stepped.

        sim = model.simulation(method="ep", step=1e-3)
        while sim.t < 1:
            sim.inputs["motor.voltage"] = 5 * (1 - sim["hinge.angle"])
            sim.step()

    A step that cannot be made raises SimulationError; the simulation then stands at the last good state.
    """

    def __init__(self, model, asked, observers=(), events=()):
        self.model, self._asked = model, asked
        self._observers, self._events = list(observers), list(events)
        self._core = _core.Simulation(model._built(), asked)
        for function in self._observers:
            self._core.observe(function)
        for event in self._events:
            self._core.add_event(event)

    def step(self, count=1):
        """Makes steps; returns the time."""
        for _ in range(count):
            if not self._core.step():
                self._fail()
        return self._core.t

    def run_to(self, t):
        """Steps until t is reached or an event ends the run (`stopped_by`); returns the time."""
        if not self._core.run_to(t):
            self._fail()
        return self._core.t

    def _fail(self):
        error = SimulationError(python_names(self._core.message))
        error.result = None
        raise error

    @property
    def t(self):
        """Time [s]."""
        return self._core.t

    @property
    def steps(self):
        """Number of steps since the start."""
        return self._core.steps

    @property
    def state(self):
        """A copy of the state; assign a changed one to go on from there, as from a start. It must satisfy the constraints."""
        return self._core.state

    @state.setter
    def state(self, state):
        self._core.state = state

    @property
    def inputs(self):
        return Inputs(self._core)

    @property
    def energy(self):
        """Kinetic and potential energy [J]."""
        return self._core.energy

    @property
    def stopped_by(self):
        """Name of the event that ended the run, or ""."""
        return self._core.stopped_by

    @property
    def last_step(self):
        """Iterations, works and dissipations [J] of the last call of step()."""
        return self._core.last_step

    def __getitem__(self, channel):
        """The present value of a channel."""
        return self._core.value(str(channel))

    def checkpoint(self, path=None):
        """All that lasts from one step to the next, as bytes, or written to a file: a resumed run is the same to the last bit."""
        data = pickle.dumps((_core.__version__, self._core.save()))
        if path is None:
            return data
        with open(path, "wb") as file:
            file.write(data)
        return None

    def resume(self, checkpoint):
        """Goes on from a checkpoint of a simulation of the same model with the same arguments: bytes, or the name of a file."""
        if not isinstance(checkpoint, bytes):
            with open(checkpoint, "rb") as file:
                checkpoint = file.read()
        version, data = pickle.loads(checkpoint)
        if version != _core.__version__:
            raise ModelError(f"the checkpoint was written by version {version}, this is {_core.__version__}")
        self._core.restore(data)

    def copy(self):
        """A simulation that goes on from here independently; observers and events are shared."""
        other = Simulation(self.model, self._asked, self._observers, self._events)
        other._core.restore(self._core.save())
        return other

    def __repr__(self):
        return f"<Simulation of {self.model.name} at t = {self.t:g} s, {self.steps} steps>"
