"""Models: from files, by name, or made in code; what can be asked of them."""
from . import _analysis, _core, _equations, _parts, _sources
from ._errors import CallbackError, SimulationError
from ._progress import make_progress
from ._result import Result
from ._simulation import Simulation


class _File:
    """A model that is text, with values of its parameters."""

    def __init__(self, text, path, parameters):
        self.text, self.path, self.parameters = text, path, dict(parameters)

    def build(self, outputs):
        return _core.load_text(self.text, self.path, self.parameters, outputs)

    def with_parameters(self, values):
        return _File(self.text, self.path, {**self.parameters, **values})


class _Code:
    """A model made in code: the steps, so that it can be built again with other values or outputs."""

    def __init__(self, steps=(), parameters=()):
        self.recipe, self.steps, self.parameters = _core.Recipe(), [], dict(parameters)
        for step in steps:
            self.apply(*step)

    def apply(self, what, *arguments):
        getattr(self.recipe, what)(*arguments)  # refused at once where the schema says so
        self.steps.append((what, *arguments))

    def build(self, outputs):
        return self.recipe.build(self.parameters, outputs)

    def with_parameters(self, values):
        return _Code(self.steps, {**self.parameters, **values})


def load(model, /, **parameters) -> "Model":
    """Reads a model file, or a model that ships by its bare name: load("swing.yaml", spin=5), load("four_bar").

    Keywords are values of its parameters: numbers, or formulas of the other ones as text.
    """
    path = _sources.find_model(model)
    built = _core.load(path, parameters, None)
    loaded = Model._of(_File(built.text, path, parameters))
    loaded._cache[repr(None)] = built
    return loaded


def load_text(text, /, name="model.yaml", **parameters) -> "Model":
    """A model from YAML text; `name` stands in messages, and its folder is where tables are looked for."""
    model = Model._of(_File(text, name, parameters))
    model._built()
    return model


class Model(_parts.PartMethods):
    """A model of a mechanical system.

    Made in code with the words of a model file; every type of the catalogs is a method:

        m = invar.Model(gravity=[0, 0, -9.81])
        arm = m.rigid_body("arm", mass=2, inertia=[0.01, 0.17, 0.17], position=[0.5, 0, 0])
        m.revolute("hinge", m.ground, arm, at=[0, 0, 0], axis=[0, 1, 0])
        r = m.run(step=0.005, end=10, outputs=["hinge.angle"])

    or read by invar.load. Values are numbers, lists, arrays, formulas of parameters as text, functions of one variable where the
    file takes functions, and the parts that other methods have returned.
    """

    ground = _parts.Name("ground")

    def __init__(self, name="model", *, gravity=None, description=None, **parameters):
        self._source, self._cache = _Code(), {}
        self._source.apply("name", name)
        if description:
            self._source.apply("description", description)
        if gravity is not None:
            self._source.apply("gravity", gravity)
        for key, value in parameters.items():
            self.parameter(key, value)

    @classmethod
    def _of(cls, source):
        model = cls.__new__(cls)
        model._source, model._cache = source, {}
        return model

    # Making it.

    def _apply(self, what, *arguments):
        if not isinstance(self._source, _Code):
            raise TypeError(f"the model of {self._source.path} is a file; parts are added to models made in code: invar.Model()")
        self._source.apply(what, *arguments)
        self._cache.clear()

    def add(self, section, name, type, **values):
        """A part of any type: add("joints", "hinge", "revolute", between=["ground", "arm"])."""
        self._apply("add", section, name, type, values)
        return _parts.Name(name)

    def parameter(self, name, value):
        """A number, or a formula of other parameters, for values that are formulas: mass="2*m"."""
        self._apply("parameter", name, value)

    def initial(self, channel, value):
        """A joint coordinate or rate that the start has exactly: initial("hinge.angle", 0.5)."""
        self._apply("initial", channel, value)

    def function(self, name, value):
        """What formulas may call by name: a formula of x, {"table": [[x, y], ...]}, or a function of one variable."""
        self._apply("function", name, value)

    def input(self, name, start=0.0):
        """A number from outside that formulas read by name; simulations set it between steps."""
        self._apply("input", name, start)

    def measure(self, name, formula):
        """A formula of channels with a name, which outputs may name."""
        self._apply("measure", name, formula)

    def result(self, name, **what):
        """A number of a run for its certificate: result("peak", max="abs(hinge.force.x)", after=1)."""
        self._apply("result", name, what)

    # Forces of one's own.

    def _own(self, kind, name, on, functions, dissipates=False, inputs=(), states=(), start=()):
        places = [on] if isinstance(on, str) else list(on)
        given = dict(functions=functions, dissipates=dissipates, inputs=list(inputs), internals=list(states),
                     start=[float(x) for x in start])
        self._apply("own", kind, name, [str(place) for place in places], given)
        return _parts.Name(name)

    def custom_force(self, name, on, force, *, force_q=None, force_v=None, dissipates=False, inputs=()):
        """A generalized force on the coordinates of the places, one after the other: force(t, q, v) -> one number for each.

        on          a body, marker or place, or a list of them. Coordinates: of a point x, y, z; of a rigid body its center of mass and
                    three directors; of a planar body x, y, angle; of a coordinate its value
        force       a function of Python, or a compiled one: void f(double t, const double* q, const double* v, double* out)
        force_q, force_v   its derivatives, (n, n); differences where they are not given
        dissipates  books its work as dissipation instead of work
        inputs      their names; the model has them as NAME.input, and the force is force(t, q, v, u)

        q and v are views that the next call reuses: copy what you keep.
        """
        return self._own("force", name, on, dict(force=force, force_q=force_q, force_v=force_v), dissipates, inputs)

    def custom_energy(self, name, on, energy, *, gradient=None, hessian=None):
        """A potential energy of the coordinates of the places: energy(q) -> J. Methods that keep the energy keep it exactly.

        gradient, hessian   derivatives, (n,) and (n, n); differences where they are not given
        Compiled: double energy(const double* q), void gradient(const double* q, double* out).
        """
        return self._own("energy", name, on, dict(energy=energy, gradient=gradient, hessian=hessian))

    def custom_controller(self, name, on, force, rate, *, states, start=None, inputs=()):
        """A force with states z of its own: force(t, q, v, z) on the coordinates of the places, and z' = rate(t, q, v, z).

        states   names of z; start: their values at the start, zero if they are not given
        inputs   their names; the model has them as NAME.input, and both functions have a fifth argument u
        """
        states = list(states)
        return self._own("controller", name, on, dict(force=force, rate=rate), False, inputs, states,
                         [0.0] * len(states) if start is None else start)

    # What it is.

    def _built(self, outputs=None):
        key = repr(outputs)
        if key not in self._cache:
            self._cache[key] = self._source.build(list(outputs) if isinstance(outputs, (list, tuple)) else outputs)
        return self._cache[key]

    @property
    def name(self):
        return self._built().name

    @property
    def description(self):
        return self._built().description

    @property
    def gravity(self):
        return self._built().gravity

    @property
    def parameters(self):
        """Values of the parameters by name."""
        return self._built().parameters

    @property
    def channels(self):
        """{name: unit} of all that outputs may name."""
        return dict(self._built().channels)

    @property
    def outputs(self):
        """Channels that a run records unless it is given others."""
        return self._built().outputs

    @property
    def parts(self):
        """{name: type} of all parts."""
        return {name: type for _, name, type in self._built().parts}

    def _section(self, section):
        return [name for where, name, _ in self._built().parts if where == section]

    bodies = property(lambda self: self._section("bodies"), doc="Names of the bodies.")
    joints = property(lambda self: self._section("joints"), doc="Names of the joints.")
    forces = property(lambda self: self._section("forces"), doc="Names of the forces.")
    elements = property(lambda self: self._section("elements"), doc="Names of the flexible parts.")

    @property
    def inputs(self):
        """Names of the inputs that Simulation.inputs sets."""
        return self._built().layout["inputs"]

    @property
    def coordinate_names(self):
        return self._built().layout["coordinates"]

    @property
    def constraint_names(self):
        return self._built().layout["constraints"]

    def with_parameters(self, **values):
        """The same model with other values of parameters."""
        model = Model._of(self._source.with_parameters(values))
        model._built()
        return model

    def to_yaml(self):
        """The model file that loads to the same model."""
        return self._built().to_yaml()

    def check(self):
        """Sizes, degrees of freedom, redundant constraints, joint coordinates at the start, mass, warnings; as a dict."""
        return self._built().check()

    def __repr__(self):
        counts = [f"{len(names)} {what}" for names, what in
                  ((self.bodies, "bodies"), (self.elements, "elements"), (self.joints, "joints"), (self.forces, "forces")) if names]
        return f"<Model {self.name}: {', '.join(counts)}>"

    def __getstate__(self):
        if isinstance(self._source, _File):
            return self._source.text, self._source.path, self._source.parameters
        return self.to_yaml(), "model.yaml", {}

    def __setstate__(self, state):
        self._source, self._cache = _File(*state), {}

    # What is done with it.

    def run(self, *, method=None, step=None, tolerance=None, end=None, every=None, max_step=None, start=None, assembly=True,
            outputs=None, options=None, verify=False, page=True, state=False, observers=(), events=(), progress=None,
            check=False, **method_options) -> Result:
        """Simulates and returns a Result. What is not given is taken from the method block of the model.

        method       name of the method; its options as further keywords or as the dict `options`: run(method="ep", order=4)
        step         constant step [s]; or tolerance, the error allowed per step, with max_step [s]
        end, every   time of the end [s]; time between recorded instants [s], all steps if it is not given
        start        "equilibrium", or {"equilibrium": {"spin": [0, 0, 5]}}
        assembly     False: starts as given, also where that violates the constraints
        outputs      channels to record instead of those of the model; {"name": "formula"} gives a formula
        verify       estimates the error of the motion by runs with larger steps beside this one
        page         collects what the report page shows; False saves the time
        state        keeps all coordinates and velocities: Result.q and Result.v
        observers    functions f(state), called after each step; one that returns False ends the run
        events       Event objects
        progress     True for a progress bar, or a function f(t, end)
        check        raises SimulationError if the end is not reached; else Result.ok and Result.message say so
        """
        asked = dict(method=method, step=step, tolerance=tolerance, end=end, every=every, max_step=max_step, start=start,
                     assembly=assembly, options={**(options or {}), **method_options} or None)
        bar = make_progress(progress)
        how = dict(verify=verify, page=page, state=state, observers=list(observers), events=list(events), progress=bar)
        try:
            run = _core.run(self._built(outputs), asked, how)
        finally:
            if hasattr(bar, "close"):
                bar.close()
        result = Result(run, self)
        failure = run.take_failure()
        if isinstance(failure, KeyboardInterrupt):
            failure.result = result
            raise failure
        if failure is not None:
            what = f"{type(failure).__name__}: {failure}"
            error = CallbackError(result.message if what in result.message else f"{what}; {result.message}")
            error.result = result
            raise error from failure
        if check and not result.ok:
            error = SimulationError(result.message)
            error.result = result
            raise error
        return result

    def simulation(self, *, method=None, step=None, tolerance=None, max_step=None, start=None, options=None, observers=(),
                   events=(), **method_options) -> Simulation:
        """A Simulation to be stepped; arguments as those of run()."""
        asked = dict(method=method, step=step, tolerance=tolerance, max_step=max_step, start=start,
                     options={**(options or {}), **method_options} or None)
        return Simulation(self, asked, observers, events)

    def static(self, *, start=None, outputs=None, load_steps=1, accept_unstable=False, arc_length=False, path_steps=None) -> _analysis.Equilibrium:
        """The static equilibrium, or that of a steady spin: an Equilibrium.

        start            {"equilibrium": {"spin": [0, 0, 5]}}; at rest if it is not given
        outputs          channels to evaluate instead of those of the model
        load_steps       loads and weights grow in that many steps
        accept_unstable  takes an unstable equilibrium if it is what is found first
        arc_length       follows the load path beyond limit points; path_steps of it
        """
        return _analysis.static(self, start, outputs, load_steps, accept_unstable, arc_length, path_steps)

    def modes(self, number=10, *, start=None, sparse=False, amplitude=0.1) -> _analysis.Modes:
        """Frequencies, damping and shapes of small motions about the start or, with start="equilibrium", the equilibrium."""
        return _analysis.modes(self, number, start, sparse, amplitude)

    def linearize(self, inputs=(), outputs=(), *, start="equilibrium") -> _equations.LinearSystem:
        """The LinearSystem x' = A x + B u, y = C x + D u about an equilibrium, in independent coordinates.

        inputs    names of Model.inputs; outputs: channels of positions, velocities and forces
        start     "equilibrium", None for the start as given if it is at rest in equilibrium, or a State
        """
        return _equations.linearize(self, list(inputs), list(outputs), start)

    @property
    def equations(self) -> _equations.Equations:
        """Mass matrix, constraints, Jacobians, forces and accelerations at any state: an Equations object."""
        return _equations.Equations(self)

    def accelerations(self, q=None, v=None, t=None):
        """Accelerations of all coordinates; at the start where nothing is given."""
        return self.equations.accelerations(q, v, t)

    def mass_matrix(self, q=None, t=None):
        """The mass matrix, scipy.sparse."""
        return self.equations.mass_matrix(q, t)

    def constraints(self, q=None, t=None):
        """Residuals of the constraint equations; names in `constraint_names`."""
        return self.equations.constraints(q, t)

    def jacobian(self, q=None, v=None, t=None):
        """The Jacobian of the constraint equations, scipy.sparse."""
        return self.equations.jacobian(q, v, t)

