"""What a run or an equilibrium kept of its invariants."""
import json
from collections import namedtuple
from collections.abc import Mapping
from html import escape

from ._errors import python_names

Finding = namedtuple("Finding", "name value unit verdict sentence")


class Certificate(Mapping):
    """The certificate as a read-only dict, with `verdict` ("kept", "not_kept", "failed") and `findings`.

    Printing it gives the table of the command line. Keys: docs/certificate.md.
    """

    def __init__(self, text, readable=""):
        self._json, self._readable = text, readable
        self._data = json.loads(text)

    def __getitem__(self, key):
        return self._data[key]

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)

    @property
    def verdict(self):
        """"kept", "not_kept", or "failed" if the end was not reached."""
        return self._data["verdict"]

    @property
    def findings(self):
        """One Finding for each line of the table: name, value, unit, verdict, sentence."""
        return [Finding(*(f.get(key) for key in Finding._fields)) for f in self._data["findings"]]

    def finding(self, name):
        """The finding of that name."""
        for each in self.findings:
            if each.name == name:
                return each
        raise KeyError(f"{name!r}; there are " + ", ".join(repr(f.name) for f in self.findings))

    def to_dict(self):
        """A copy as a plain dict."""
        return json.loads(self._json)

    def to_json(self):
        """The text that `invar run --certificate` writes."""
        return self._json

    def __repr__(self):
        if self._readable:
            return python_names(self._readable).rstrip()
        lines = [f"{self.get('model', '')}: {self.verdict}"]
        lines += [f"  {f.name:<28} {'' if f.value is None else format(f.value, '.2g'):>8} {f.unit or '':<4} {f.sentence}"
                  for f in self.findings]
        return "\n".join(lines)

    def _repr_html_(self):
        return f"<pre>{escape(repr(self))}</pre>"
