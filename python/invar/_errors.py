"""What Invar raises. Numerical trouble of a run is no exception: it is in the certificate of the result."""
import re

# Keys as the library names them, and the arguments they are here.
_ARGUMENTS = {"set": "parameters", "start: equilibrium": 'start="equilibrium"', "no_assembly": "assembly=False",
              "option": "options", "channels": "Model.channels", "parts": "parts"}
_PLAIN = {"method", "step", "tolerance", "max_step", "end", "every", "out", "report", "spin", "about", "joint", "verify",
          "budget", "number", "sparse", "arc_length", "turning_axes", "methods"}


def python_names(text):
    """The text of the library with its keys (`max_step`) as arguments of Python (max_step)."""
    def replace(match):
        key = match.group(1)
        return _ARGUMENTS.get(key, key if key in _PLAIN else match.group(0))
    return re.sub("`([^`]*)`", replace, text)


class ModelError(Exception):
    """A wrong model or argument: where it is, what it is, which rule it breaks, how to fix it.

    The parts are the attributes `file`, `line`, `column` (0 where there is none), `subject`, `rule` and `hint`.
    """
    file, line, column, subject, rule, hint = "", 0, 0, "", "", ""

    def __init__(self, text):
        super().__init__(python_names(text))


class SimulationError(RuntimeError):
    """A step that could not be made, or a run with check=True that did not reach its end. A run has its `result`."""
    result = None


class CallbackError(RuntimeError):
    """A function of yours raised during a run: the exception is the cause; `result` has what was computed until then."""
    result = None
