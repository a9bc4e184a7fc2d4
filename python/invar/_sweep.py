"""Many runs of one model: grids, lists and samples of parameters, on threads, processes, or any executor of the kind of
concurrent.futures (dask.distributed.Client, mpi4py.futures), with a store from which an interrupted study goes on."""
import hashlib
import itertools
import json
import os
import re
from collections.abc import Mapping
from concurrent import futures

import numpy as np

from . import _core, _sources
from ._errors import ModelError
from ._model import Model, load

_KINDS = {"min": np.min, "max": np.max, "mean": None, "rms": None, "final": lambda x: x[-1]}
_REPEATS = 3  # of a run whose worker died


def _time_mean(t, x):
    """The mean over time, by the trapezoidal rule: steps may have different sizes."""
    if len(t) < 2:
        return float(x[-1])
    return float(np.sum(0.5 * (x[1:] + x[:-1]) * np.diff(t)) / (t[-1] - t[0]))


class Formula:
    """What a run is reduced to: "max(hinge.force.x)", also of a formula of channels; min, max, mean, rms, final."""

    def __init__(self, text):
        match = re.fullmatch(r"\s*(\w+)\s*\((.*)\)\s*", str(text))
        if not match or match.group(1) not in _KINDS:
            raise ModelError(f"collect: {text!r} must be one of {', '.join(_KINDS)} of a channel or formula, e.g. max(hinge.angle)")
        self.text, self.kind, self.inner = str(text), match.group(1), match.group(2).strip()

    def output(self):
        return self.inner if re.fullmatch(r"\w+(\.\w+)+", self.inner) else {self.column(): self.inner}

    def column(self):
        if re.fullmatch(r"\w+(\.\w+)+", self.inner):
            return self.inner
        return "collected_" + hashlib.sha256(self.inner.encode()).hexdigest()[:12]

    def __call__(self, result):
        x = result[self.column()]
        if x.ndim != 1:
            raise ModelError(f"collect: {self.inner} is a vector; name a component")
        if self.kind == "mean":
            return _time_mean(result.t, x)
        if self.kind == "rms":
            return float(np.sqrt(_time_mean(result.t, x * x)))
        return float(_KINDS[self.kind](x))


def _read_collect(collect):
    """{name: Formula or function of a Result}"""
    if collect is None:
        return {}
    if isinstance(collect, str) or callable(collect):
        collect = [collect]
    if not isinstance(collect, Mapping):
        collect = {c if isinstance(c, str) else c.__name__: c for c in collect}
    return {name: what if callable(what) else Formula(what) for name, what in collect.items()}


def _plain(value):
    """A number, a text or nested lists of them, as JSON keeps them."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    return value.item() if isinstance(value, np.generic) else value


def run_one(model, parameters, collect, arguments):
    """One row: what the workers do. A run that fails, or cannot begin, is a row with its reason."""
    row = {"parameters": {name: _plain(value) for name, value in parameters.items()}}
    try:
        own = model.with_parameters(**parameters)
        outputs = [what.output() for what in collect.values() if isinstance(what, Formula)]
        if outputs and len(outputs) < len(collect) and "outputs" not in arguments:
            outputs += [name for name in own.outputs if name in own.channels]  # for the functions
        result = own.run(page=False, **{**arguments, **({"outputs": [*arguments.get("outputs", ()), *outputs]} if outputs else {})})
    except ModelError as error:
        return {**row, "status": "refused", "message": str(error), "verdict": "failed", "certificate": None, "values": {}}
    values = {name: _plain(what(result)) for name, what in collect.items()}
    values.update({name: value for name, value in (result.certificate.get("results") or {}).items() if name not in values})
    return {**row, "status": result.status, "message": result.message, "verdict": result.certificate.verdict,
            "certificate": result.certificate.to_dict(), "values": values}


class Store:
    """Rows on disk as they come, one line of JSON each; a line that a crash cut off is ignored. Numbers keep all their bits."""

    def __init__(self, path, study):
        self.path, self.rows = os.fspath(path), {}
        head = {"invar": _core.__version__, "study": study}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                lines = file.read().split("\n")
            whole = lines[:-1]  # what ends with a line feed
            if not whole or json.loads(whole[0]) != head:
                raise ModelError(f"{self.path}: belongs to another study: model, arguments, collect or version differ; "
                                 "choose another name or remove it")
            self.rows = {row["key"]: row for row in map(json.loads, whole[1:])}
            with open(self.path, "r+", encoding="utf-8") as file:
                file.truncate(sum(len(line.encode()) + 1 for line in whole))
        else:
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(json.dumps(head) + "\n")

    def add(self, key, row):
        self.rows[key] = row = {"key": key, **row}
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
            file.flush()
            os.fsync(file.fileno())


class Study:
    """Results of a sweep, in the order of the runs: `rows` (dicts), study["max(hinge.force.x)"], `failures`; to_xarray(),
    to_pandas()."""

    def __init__(self, rows, grid):
        self.rows, self.grid = rows, grid

    def __len__(self):
        return len(self.rows)

    @property
    def names(self):
        """Names of what was collected."""
        return list(dict.fromkeys(name for row in self.rows for name in row["values"]))

    @property
    def parameters(self):
        return list(dict.fromkeys(name for row in self.rows for name in row["parameters"]))

    @property
    def failures(self):
        """Rows of runs that did not reach their end, with `parameters` and `message`."""
        return [row for row in self.rows if row["status"] != "completed"]

    def __getitem__(self, name):
        """A collected value or a parameter for each run; NaN where a run has none."""
        if name in self.parameters:
            return np.array([row["parameters"].get(name) for row in self.rows])
        if name not in self.names:
            raise KeyError(f"{name!r}; there are {', '.join(self.names + self.parameters)}")
        like = np.full(np.shape(next(row["values"][name] for row in self.rows if name in row["values"])), np.nan)
        return np.array([row["values"].get(name, like) for row in self.rows], dtype=float)

    def to_pandas(self):
        """A row for each run: parameters, collected values, status, verdict, message."""
        import pandas
        return pandas.DataFrame([{**row["parameters"], **row["values"],
                                  **{key: row[key] for key in ("status", "verdict", "message")}} for row in self.rows])

    def to_xarray(self):
        """A Dataset with a dimension for each parameter of a grid, else with the dimension `run`."""
        import xarray
        if self.grid:
            dims, shape = list(self.grid), [len(values) for values in self.grid.values()]
            coords = {name: [_plain(v) for v in values] for name, values in self.grid.items()}
        else:
            dims, shape = ["run"], [len(self.rows)]
            coords = {"run": range(len(self.rows)), **{name: ("run", self[name]) for name in self.parameters}}

        def variable(values):
            more = [f"{name}_{i}" for i in range(values.ndim - 1)]
            return dims + more, values.reshape(*shape, *values.shape[1:])
        data = {}
        for name in self.names:
            d, values = variable(self[name])
            data[name] = ([x if x in dims else f"{x}" for x in d], values)
        for key in ("status", "verdict", "message"):
            data[key] = variable(np.array([row[key] for row in self.rows], dtype=object))
        return xarray.Dataset(data, coords=coords)

    def __repr__(self):
        return f"<Study: {len(self)} runs, {len(self.failures)} failed; {', '.join(self.names)}>"


def _read_runs(parameters):
    """(list of parameters of each run, the grid or None)"""
    if isinstance(parameters, Mapping):
        grid = {name: [v for v in (np.atleast_1d(values) if not isinstance(values, str) else [values])]
                for name, values in parameters.items()}
        return [dict(zip(grid, each)) for each in itertools.product(*grid.values())], grid
    if hasattr(parameters, "to_dict"):  # a table of pandas
        return parameters.to_dict("records"), None
    return [dict(each) for each in parameters], None


def _describe(what):
    return what.text if isinstance(what, Formula) else f"{what.__module__}.{what.__qualname__}"


def sweep(model, parameters, collect=None, *, executor=None, workers=None, store=None, progress=None, **arguments) -> Study:
    """Runs a model with many values of its parameters; returns a Study.

    parameters   {"spin": [1, 2, 3], "mass": np.linspace(1, 2, 5)}: a grid; or a list of dicts or a pandas table: these runs,
                 e.g. samples of scipy.stats.qmc
    collect      what is kept of each run: "max(hinge.force.x)" (min, max, mean, rms, final of a channel or a formula of channels), a
                 function of the Result, or a list or dict of them; results of the model's section `results` are kept, too
    executor     None: threads; "processes"; or anything with submit(function, *arguments) that returns futures, e.g. a Client of
                 dask.distributed. It is given the model and the functions by pickle
    workers      how many threads or processes
    store        a file that keeps the rows as they come; the same call after an interruption continues there
    progress     function f(done, all)
    arguments    those of Model.run: method, step, end, ...

    A run that fails is a row with its reason. Results do not depend on the executor.
    """
    model = model if isinstance(model, Model) else load(model)
    runs, grid = _read_runs(parameters)
    what = _read_collect(collect)
    keys = [json.dumps({name: _plain(value) for name, value in run.items()}, sort_keys=True) for run in runs]
    kept = None
    if store is not None:
        text, path, given = model.__getstate__()
        study = hashlib.sha256(json.dumps([text, given, arguments, {n: _describe(w) for n, w in what.items()}],
                                          sort_keys=True, default=str).encode()).hexdigest()
        kept = Store(store, study)
    rows = dict(kept.rows) if kept else {}
    todo = {key: run for key, run in zip(keys, runs) if key not in rows}

    def accept(key, row):
        rows[key] = row
        if kept:
            kept.add(key, row)
        if progress:
            progress(len(keys) - sum(k not in rows for k in keys), len(keys))
    if executor is None or executor == "processes":
        _run_here(model, todo, what, arguments, executor, workers or os.cpu_count() or 1, accept)
    else:
        pending = {executor.submit(run_one, model, run, what, arguments): key for key, run in todo.items()}
        for future in _as_completed(executor, pending):
            accept(pending[future], future.result())
    return Study([{k: v for k, v in rows[key].items() if k != "key"} for key in keys], grid)


def _as_completed(executor, pending):
    module = type(executor).__module__.split(".")[0]
    if module == "distributed":
        from distributed import as_completed
        return as_completed(list(pending))
    return futures.as_completed(list(pending))


def _make_pool(kind, workers):
    if kind is None:
        return futures.ThreadPoolExecutor(workers)
    import multiprocessing
    return futures.ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))


def _run_here(model, todo, what, arguments, kind, workers, accept):
    """Threads or processes of our own. A process that dies takes the pool with it: what it had not finished is run again, in the
    end one by one, so that the run that kills its process is known."""
    for attempt in range(_REPEATS):
        broken = False
        pool = _make_pool(kind, workers)
        try:
            pending = {pool.submit(run_one, model, run, what, arguments): key for key, run in todo.items()}
            for future in futures.as_completed(pending):
                try:
                    accept(pending[future], future.result())
                except futures.BrokenExecutor:
                    broken = True
                    continue
                todo.pop(pending[future])
        except futures.BrokenExecutor:  # broke while runs were handed out
            broken = True
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        if not broken:
            return
    for key, run in list(todo.items()):
        with _make_pool(kind, 1) as pool:
            try:
                accept(key, pool.submit(run_one, model, run, what, arguments).result())
            except futures.BrokenExecutor:
                accept(key, {"parameters": {name: _plain(value) for name, value in run.items()}, "status": "refused",
                             "message": "the process that computed it died", "verdict": "failed", "certificate": None, "values": {}})


def main(arguments):
    """The command `invar sweep`."""
    import argparse
    parser = argparse.ArgumentParser(prog="invar sweep", description="runs a model with many values of its parameters")
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("--vary", action="append", required=True, metavar="NAME=FROM:TO:COUNT", help="or NAME=A,B,C; may be repeated")
    parser.add_argument("--collect", action="append", default=[], metavar="FORMULA", help='e.g. "max(hinge.force.x)"; may be repeated')
    parser.add_argument("--out", required=True, metavar="FILE.csv|FILE.h5", help="a row for each run; FILE.runs keeps them as they come")
    parser.add_argument("--workers", type=int, help="number of threads; default all processors")
    for name, kind in (("--method", str), ("--step", float), ("--tolerance", float), ("--end", float)):
        parser.add_argument(name, type=kind)
    a = parser.parse_args(arguments)
    if not a.out.endswith((".csv", ".h5")):
        parser.error(f"--out {a.out} must end in .csv or .h5")
    grid = {}
    for text in a.vary:
        name, _, values = text.partition("=")
        try:
            parts = values.split(":")
            grid[name] = (np.linspace(float(parts[0]), float(parts[1]), int(parts[2])) if len(parts) == 3
                          else [float(x) for x in values.split(",")])
        except ValueError:
            parser.error(f"--vary {text} must have the form NAME=FROM:TO:COUNT or NAME=A,B,C")
    given = {k: v for k in ("method", "step", "tolerance", "end") if (v := getattr(a, k)) is not None}
    study = sweep(load(_sources.find_model(a.model)), grid, a.collect, workers=a.workers, store=a.out + ".runs", **given)
    _write(study, a.out)
    os.remove(a.out + ".runs")
    print(f"{len(study)} runs, {len(study.failures)} failed; {a.out}")
    return 3 if study.failures else 0


def _write(study, path):
    columns = study.parameters + study.names
    if path.endswith(".csv"):
        import csv
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(columns + ["status", "verdict", "message"])
            for row in study.rows:
                writer.writerow([repr({**row["parameters"], **row["values"]}.get(c, "")) if c in row["values"] or c in row["parameters"]
                                 else "" for c in columns] + [row["status"], row["verdict"], row["message"]])
        return
    import h5py
    with h5py.File(path, "w") as file:
        for name in columns:
            file[name] = study[name]
        for key in ("status", "verdict", "message"):
            file[key] = [row[key] for row in study.rows]
