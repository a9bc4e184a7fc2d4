"""compare, reproduce, gallery."""
import json
import pathlib
import subprocess
from collections import namedtuple

from . import _core
from ._analysis import _Paged
from ._errors import python_names
from ._model import Model, load
from ._sources import find_model, find_program

Recommendation = namedtuple("Recommendation", "purpose candidate step adaptive reason")


class Comparison(_Paged):
    """All methods on a model: `advice`, `data` (all trials), the table as text; a page with diagrams."""

    def __init__(self, found):
        self.data = json.loads(found["json"])
        self.advice = [Recommendation(**each) for each in found["advice"]]
        self.reference, self.notes = found["reference"], [python_names(note) for note in found["notes"]]
        self.rows = found["rows"]
        self._page_text = found["page"]

    def __repr__(self):
        widths = [max(len(row[i]) for row in self.rows) for i in range(len(self.rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in self.rows]
        lines += ["", "advice"] + [f"  {a.purpose}: {a.candidate or 'none'}; {a.reason}" for a in self.advice]
        return python_names("\n".join(lines))


def compare(model, methods="", *, budget=30, end=None, step=None, progress=None) -> Comparison:
    """All methods on a model, measured against a reference of known accuracy, with advice.

    methods   e.g. "ep,ed:alpha=0.5", or a list of such names; all if it is empty
    budget    processor time for all runs together [s], about
    """
    if not isinstance(model, Model):
        model = load(model)
    if not isinstance(methods, str):
        methods = ",".join(methods)
    found = _core.compare(model._built(), methods, float(budget), end, step, progress)
    if not found["json"]:
        raise ValueError("no method came through twice, so there is nothing to compare with: " + "; ".join(found["failures"]))
    return Comparison(found)


def _program(*arguments):
    return subprocess.run([find_program(), *map(str, arguments)], capture_output=True, text=True)


def reproduce(paper="", out="reproduction") -> str:
    """Repeats the examples of a paper ("bauchau2003/rigid_body") into a folder; returns which claims hold, as text."""
    answer = _program("reproduce", *([paper] if paper else []), "--out", out)
    if answer.returncode not in (0, 4):
        raise ValueError(answer.stderr.strip())
    return answer.stdout


def gallery(models=(), out="out/gallery", *, end=None, limit=None) -> pathlib.Path:
    """Runs models, all that ship if none are named, and shows them in motion on one page; returns its path."""
    options = [x for name, value in (("--end", end), ("--limit", limit)) if value is not None for x in (name, value)]
    answer = _program("gallery", *map(find_model, models), "--out", out, "--quiet", *options)
    if answer.returncode not in (0, 3):
        raise ValueError(answer.stderr.strip())
    return pathlib.Path(out) / "index.html"
