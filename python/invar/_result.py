"""The result of a run: channels over time as NumPy arrays, the certificate, the report page."""
import difflib

import numpy as np

from . import _page
from ._certificate import Certificate
from ._errors import python_names


class Table:
    """Channels by name, over a first column. Arrays are views of one table: reading a channel copies nothing."""

    def __init__(self, names, units, table):
        self.table = table
        self.names = list(names)
        self.units = dict(zip(names, units))
        self._column = {name: i for i, name in enumerate(names)}

    @property
    def t(self):
        """The first column."""
        return self.table[:, 0]

    def keys(self):
        """Names of the channels, without the first column."""
        return self.names[1:]

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.table)

    def __contains__(self, name):
        return name in self._column or bool(self._components(name))

    def _components(self, name):
        for ends in ("xyz", "xy"):
            columns = [self._column.get(f"{name}.{c}") for c in ends]
            if None not in columns:
                return columns
        return []

    def __getitem__(self, name):
        """A channel, (n,), or a vector by its name without component, (n, 3) or (n, 2)."""
        if name in self._column:
            return self.table[:, self._column[name]]
        columns = self._components(name)
        if columns:
            first, last = columns[0], columns[-1] + 1
            if columns == list(range(first, last)):
                return self.table[:, first:last]
            return self.table[:, columns]
        near = difflib.get_close_matches(str(name), self.names, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise KeyError(f"{name!r} was not recorded; {hint}there are {', '.join(self.keys())}; others with outputs=[...]")

    def to_pandas(self):
        """A pandas DataFrame with the first column as index; units in attrs["units"]."""
        import pandas
        frame = pandas.DataFrame(self.table[:, 1:], columns=self.keys(), index=pandas.Index(self.t, name=self.names[0]),
                                 copy=False)
        frame.attrs["units"] = self.units
        return frame

    def to_xarray(self):
        """An xarray Dataset with the first column as dimension; units in the attributes of each variable."""
        import xarray
        dim = self.names[0]
        data = {name: (dim, self[name], {"units": self.units[name]}) for name in self.keys()}
        return xarray.Dataset(data, coords={dim: (dim, self.t, {"units": self.units[dim]})}, attrs=self._attributes())

    def _attributes(self):
        return {}

    def plot(self, *names, ax=None):
        """Draws channels with matplotlib, one pair of axes for each unit; returns the figure."""
        import matplotlib.pyplot as plt
        names = [n for name in (names or self._default_plot())
                 for n in ([name] if name in self._column else [f"{name}.{c}" for c, _ in zip("xyz", self._components(name))])
                 or [name]]
        groups = {}
        for name in names:
            self[name]  # refuses an unknown one by name
            groups.setdefault(self.units[name], []).append(name)
        if ax is not None:
            axes = [ax] * len(groups)
        else:
            _, axes = plt.subplots(len(groups), squeeze=False, sharex=True, layout="constrained")
            axes = axes[:, 0]
        for one, (unit, group) in zip(axes, groups.items()):
            for name in group:
                one.plot(self.t, self[name], label=name)
            one.set_ylabel("" if unit == "1" else unit)
            one.legend()
        axes[-1].set_xlabel(f"{self.names[0]} [{self.units[self.names[0]]}]")
        return axes[0].figure

    def _default_plot(self):
        chosen = [n for n in self.keys() if not n.startswith(("energy.", "constraint."))]
        return chosen or ["energy.total"]


class Result(Table):
    """A finished run.

    r.t, r["hinge.angle"], r["arm.position"]   NumPy views, read-only; r.units
    r.certificate                              which invariants hold, and to what accuracy
    r.show(), r.report("run.html")             the report page; a notebook shows it for a result by itself
    r.to_pandas(), r.to_xarray(), r.plot("hinge.angle")
    r.write("run.h5"), r.write("run.csv")
    """

    def __init__(self, run, model):
        table = run.table
        super().__init__(run.names or ["t"], run.units or ["s"], table if run.names else np.empty((0, 1)))
        self._run, self.model = run, model
        self.certificate = Certificate(run.certificate_json, run.text)

    @property
    def ok(self):
        """Whether the run came to its end."""
        return self._run.ok

    @property
    def status(self):
        """"completed", or "stopped" before the end; `message` says why."""
        return self.certificate["status"]

    @property
    def message(self):
        return python_names(self._run.message)

    @property
    def stopped_by(self):
        """Name of the event that ended the run, or ""."""
        return self._run.stopped_by

    @property
    def notes(self):
        """Sentences about what was changed or assumed."""
        return [python_names(note) for note in self._run.notes]

    @property
    def state(self):
        """The last state: t, q, v, z."""
        return self._run.state

    @property
    def q(self):
        """All coordinates over time, of a run with state=True; names in `coordinates`."""
        return self._run.q

    @property
    def v(self):
        """All velocities over time, of a run with state=True."""
        return self._run.v

    @property
    def coordinates(self):
        return self._run.coordinates

    def report(self, path):
        """Writes the report page, one HTML file."""
        _page.write_text(path, self._run.page())

    def write(self, path):
        """Writes the channels to a .csv or .h5 file; HDF5 with units, certificate and report page."""
        self._run.write(str(path))

    def show(self, height=720):
        """The report page, in the notebook or in the browser."""
        _page.show(self._run.page(), height)

    def _attributes(self):
        return {"model": self.certificate["model"], "verdict": self.certificate.verdict,
                "certificate": self.certificate.to_json()}

    def __repr__(self):
        c = self.certificate
        return (f"<Result of {c['model']}: {self.status} at t = {c['t_reached']:g} s, {len(self)} rows, "
                f"{len(self.keys())} channels, {c.verdict}>")

    def _repr_html_(self):
        try:
            return _page.frame(self._run.page())
        except Exception:  # no page was collected: the table of the certificate is always there
            return self.certificate._repr_html_()
