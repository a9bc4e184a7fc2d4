"""The equations of motion for other programs, and their linear form.

    M(t, q) a + G^T lambda = f(t, q, v),   Phi(t, q) = 0,   G v + Phi_t = 0,   G a + bias = 0
"""
import numpy as np

from . import _core


def _sparse(parts):
    from scipy.sparse import csr_array
    values, columns, starts, shape = parts
    return csr_array((values, columns, starts), shape=shape)


class Equations:
    """Terms of the equations of motion at any state. What is not given is that of the start.

        e = model.equations
        M, G, f = e.mass_matrix(q), e.jacobian(q), e.forces(q, v)
    """

    def __init__(self, model):
        self.model = model
        self._core = _core.Equations(model._built())

    @property
    def start(self):
        """The start of the model, which satisfies its constraints."""
        return self._core.start

    def state(self, q=None, v=None, t=None):
        """A State of the given values."""
        s = self._core.start
        if t is not None:
            s.t = t
        if q is not None:
            s.q = q
        if v is not None:
            s.v = v
        return s

    def assemble(self, q=None, v=None, t=None):
        """The state near the given one that satisfies all constraints."""
        return self._core.assemble(self.state(q, v, t))

    def _eval(self, q, v, t, multipliers=None):
        return self._core.eval(self.state(q, v, t), multipliers)

    def mass_matrix(self, q=None, t=None):
        return _sparse(self._core.mass_matrix(self.state(q, None, t)))

    def forces(self, q=None, v=None, t=None):
        """f: applied forces less the gradient of the potential energy."""
        return self._eval(q, v, t)["forces"]

    def constraints(self, q=None, t=None):
        """Phi, one number for each constraint equation."""
        return self._eval(q, None, t)["Phi"]

    def constraint_rates(self, q=None, v=None, t=None):
        """G v + Phi_t."""
        return self._eval(q, v, t)["Phi_dot"]

    def jacobian(self, q=None, v=None, t=None):
        """G."""
        return _sparse(self._eval(q, v, t)["G"])

    def bias(self, q=None, v=None, t=None):
        """What remains of the accelerations of the constraints where a is zero."""
        return self._eval(q, v, t)["bias"]

    def energy(self, q=None, v=None, t=None):
        """Kinetic and potential energy [J]."""
        e = self._eval(q, v, t)
        return e["T"], e["U"]

    def stiffness(self, q=None, v=None, t=None, multipliers=None):
        """d(G^T lambda - f)/dq; with multipliers, that of the constraint forces, too."""
        return _sparse(self._eval(q, v, t, multipliers)["K"])

    def damping(self, q=None, v=None, t=None):
        """-df/dv."""
        return _sparse(self._eval(q, v, t)["C"])

    def accelerations(self, q=None, v=None, t=None):
        return self._core.accelerations(self.state(q, v, t))[0]

    def multipliers(self, q=None, v=None, t=None):
        """lambda, which goes with the accelerations."""
        return self._core.accelerations(self.state(q, v, t))[1]

    def channels(self, names, q=None, v=None, t=None):
        """Values of channels."""
        return self._core.channels(self.state(q, v, t), [str(name) for name in names])


class LinearSystem:
    """x' = A x + B u, y = C x + D u: deviations from `state` in independent coordinates; u and y from `inputs` and `outputs`.

    x = [s, s'] and, with internal variables, z; coordinates are q = state.q + basis s to first order. Unpacks as A, B, C, D.
    """

    def __init__(self, A, B, C, D, state, basis, inputs, outputs):
        self.A, self.B, self.C, self.D = A, B, C, D
        self.state, self.basis, self.inputs, self.outputs = state, basis, inputs, outputs

    def __iter__(self):
        return iter((self.A, self.B, self.C, self.D))

    def __repr__(self):
        return f"<LinearSystem: {self.A.shape[0]} states, inputs {self.inputs}, outputs {self.outputs}>"


_STEP = 1e-3  # of differences of fourth order: their error is that of rounding, 1e-13 of the values, or less than 1e-12


def _difference(function, h=_STEP):
    """The derivative of a vector at 0 by central differences of fourth order."""
    return (8 * (function(h) - function(-h)) - (function(2 * h) - function(-2 * h))) / (12 * h)


def _columns(function, directions, rows):
    if directions.shape[1] == 0:
        return np.zeros((rows, 0))
    return np.column_stack([_difference(lambda h, d=d: function(h * d)) for d in directions.T])


def _null_space(G, size):
    if G.shape[0] == 0:
        return np.eye(size)
    _, s, vt = np.linalg.svd(G)
    rank = int((s > 1e-9 * s[0]).sum()) if len(s) and s[0] > 0 else 0
    return vt[rank:].T


def linearize(model, inputs, outputs, start):
    """LinearSystem about a state at rest in which nothing accelerates.

    With dq = P s on the tangents of the position constraints, dv = V w on those of all constraints, and K and C at the
    multipliers of the equilibrium (terms of the constraint forces included):

        s' = P^T V w,   V^T M V w' = V^T (f_z dz + f_u du - K P s - C V w),   z' = its own derivatives
    """
    from ._errors import ModelError
    e = Equations(model)
    if start == "equilibrium":
        found = model.static()
        if not found.ok:
            raise ModelError(f"{model.name}: there is no equilibrium to linearize about; {found.certificate['message']}")
        state = found.state
    else:
        state = e._core.start if start is None else start.copy()
    core, layout = e._core, model._built().layout
    n, nz = len(state.q), len(state.z)
    unknown = [name for name in inputs if name not in layout["inputs"]]
    if unknown:
        raise ModelError(f"inputs: {unknown[0]!r} is no input of the model; there are {', '.join(layout['inputs']) or 'none'}")
    outputs = [name for output in outputs for name in _expand(model, str(output))]
    if np.abs(state.v).max(initial=0) > 1e-9:
        raise ModelError(f"{model.name} moves in this state; linearize() is for equilibria at rest")
    a, multipliers = core.accelerations(state)
    here = core.eval(state, multipliers)
    G, M = _sparse(here["G"]).toarray(), _sparse(core.mass_matrix(state)).toarray()
    K, C = _sparse(here["K"]).toarray(), _sparse(here["C"]).toarray()
    scale = np.abs(here["forces"]).max(initial=1e-12)
    if np.abs(M @ a).max(initial=0) > 1e-6 * scale or np.abs(here["z_dot"]).max(initial=0) > 1e-6:
        raise ModelError(f"{model.name} is not in equilibrium in this state; use start=\"equilibrium\"")

    # Position rows alone restrict positions: the rate of a velocity row does not change with q at rest.
    holonomic = np.array(layout["holonomic"], dtype=bool)
    P, V = _null_space(G[holonomic], n), _null_space(G, n)
    u_index = [layout["inputs"].index(name) for name in inputs]

    def changed(dq=0, dv=0, dz=0, du=0):
        s = state.copy()
        s.q, s.v = state.q + dq, state.v + dv
        if nz:
            s.z = state.z + dz
        if len(state.u):
            s.u = state.u + du
        return s

    def both(s):
        evaluated = core.eval(s, None)
        return np.concatenate([evaluated["forces"], evaluated["z_dot"]])

    U = np.eye(len(state.u))[:, u_index]
    by_z = _columns(lambda x: both(changed(dz=x)), np.eye(nz), n + nz)
    by_u = _columns(lambda x: both(changed(du=x)), U, n + nz)
    zdot_q = _columns(lambda x: both(changed(dq=x))[n:], P, nz) if nz else np.zeros((0, P.shape[1]))
    zdot_v = _columns(lambda x: both(changed(dv=x))[n:], V, nz) if nz else np.zeros((0, V.shape[1]))
    inverse = np.linalg.inv(V.T @ M @ V)
    p, w = P.shape[1], V.shape[1]
    A = np.block([[np.zeros((p, p)), P.T @ V, np.zeros((p, nz))],
                  [-inverse @ V.T @ K @ P, -inverse @ V.T @ C @ V, inverse @ V.T @ by_z[:n]],
                  [zdot_q, zdot_v, by_z[n:]]])
    B = np.vstack([np.zeros((p, len(inputs))), inverse @ V.T @ by_u[:n], by_u[n:]])

    def values(s):
        return core.channels(s, outputs)
    rows = len(outputs)
    Cy = np.hstack([_columns(lambda x: values(changed(dq=x)), P, rows), _columns(lambda x: values(changed(dv=x)), V, rows),
                    _columns(lambda x: values(changed(dz=x)), np.eye(nz), rows)])
    D = _columns(lambda x: values(changed(du=x)), U, rows)
    return LinearSystem(A, B, Cy, D, state, P, inputs, outputs)


def _expand(model, name):
    channels = model.channels
    if name in channels:
        return [name]
    parts = [f"{name}.{c}" for c in "xyz" if f"{name}.{c}" in channels]
    return parts or [name]  # the library refuses an unknown one
