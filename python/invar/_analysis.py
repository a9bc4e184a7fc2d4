"""Equilibria and modes."""
from collections import namedtuple

import numpy as np

from . import _core, _page
from ._certificate import Certificate
from ._errors import python_names
from ._result import Table

Reaction = namedtuple("Reaction", "force torque")


class _Paged:
    _page_text = ""

    def show(self, height=720):
        """The page, in the notebook or in the browser."""
        _page.show(self._need_page(), height)

    def report(self, path):
        """Writes the page, one HTML file."""
        _page.write_text(path, self._need_page())

    def _need_page(self):
        if not self._page_text:
            raise ValueError("there is no page: nothing was found, or Invar was built without the report page")
        return self._page_text

    def _repr_html_(self):
        return _page.frame(self._page_text) if self._page_text else f"<pre>{self!r}</pre>"


class Equilibrium(_Paged):
    """An equilibrium: `ok`, `certificate`, `state`, values of channels e["hinge.force.z"], `reactions` of the joints, `path`."""

    def __init__(self, found):
        self.certificate = Certificate(found["certificate"])
        self.state, self.notes = found["state"], [python_names(n) for n in found["notes"]]
        self.values, self.units = found["values"], found["value_units"]
        self.reactions = {name: Reaction(*parts) for name, parts in found["reactions"].items()}
        self.path = Table(found["names"], found["units"], found["table"])
        self._page_text = found["page"]

    @property
    def ok(self):
        """Whether an equilibrium was found; `certificate["message"]` says why not."""
        return self.certificate["status"] == "completed"

    @property
    def stability(self):
        """"stable", "neutral", "unstable" or "not determined"."""
        return self.certificate["stability"]

    def __getitem__(self, channel):
        if channel in self.values:
            return self.values[channel]
        parts = [self.values[f"{channel}.{c}"] for c in "xyz" if f"{channel}.{c}" in self.values]
        if not parts:
            raise KeyError(f"{channel!r}; there are {', '.join(self.values)}")
        return np.array(parts)

    def __repr__(self):
        return repr(self.certificate)


class Mode:
    """One mode: `eigenvalue` [1/s], `frequency` and `undamped_frequency` [Hz], `damping_ratio`, complex `shape`, `part`."""

    def __init__(self, found):
        self.eigenvalue, self.rigid = found["eigenvalue"], found["rigid"]
        self.frequency, self.undamped_frequency = found["frequency"], found["undamped_frequency"]
        self.damping_ratio = found["damping_ratio"]
        self.part, self.share = found["part"], found["share"]
        real, imaginary = found["real"], found["imaginary"]
        self.shape = real + 1j * imaginary if len(imaginary) else real.astype(complex)

    def __repr__(self):
        if self.rigid:
            return "<Mode: rigid>"
        return f"<Mode: {self.frequency:.6g} Hz, damping ratio {self.damping_ratio:.3g}, {self.part}>"


class Modes(_Paged):
    """Modes in ascending order: modes[0].frequency, modes.frequencies, modes.damping_ratios; `ok`, `message`."""

    def __init__(self, found):
        self.ok, self.message = found["ok"], python_names(found["message"])
        self.notes = [python_names(n) for n in found["notes"]]
        self.kind = found.get("kind", "")
        self.degrees_of_freedom, self.rigid = found.get("degrees_of_freedom", 0), found.get("rigid", 0)
        self.state = found.get("state")
        self._page_text = found["page"]
        self.all = [Mode(each) for each in found["modes"]]
        self._vibrating = [mode for mode in self.all if not mode.rigid]

    def __len__(self):
        return len(self._vibrating)

    def __iter__(self):
        return iter(self._vibrating)

    def __getitem__(self, i):
        return self._vibrating[i]

    @property
    def frequencies(self):
        """[Hz]"""
        return np.array([mode.frequency for mode in self])

    @property
    def damping_ratios(self):
        return np.array([mode.damping_ratio for mode in self])

    @property
    def eigenvalues(self):
        """One of each pair of conjugates [1/s]."""
        return np.array([mode.eigenvalue for mode in self])

    def __repr__(self):
        if not self.ok:
            return f"<Modes: {self.message}>"
        return "\n".join([f"{self.kind}, {self.degrees_of_freedom} degrees of freedom, {self.rigid} rigid"] +
                         [f"{i:3}  {mode!r}" for i, mode in enumerate(self)])


def static(model, start, outputs, load_steps, accept_unstable, arc_length, path_steps):
    how = dict(load_steps=load_steps, accept_unstable=accept_unstable, arc_length=arc_length, path_steps=path_steps)
    return Equilibrium(_core.static_equilibrium(model._built(outputs), dict(start=start), how))


def modes(model, number, start, sparse, amplitude):
    return Modes(_core.modes(model._built(), dict(start=start), number, sparse, amplitude))
