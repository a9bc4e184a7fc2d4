"""Invar: constrained mechanical systems that keep the invariants of their motion.

    import invar
    r = invar.load("swing.yaml", spin=5).run(method="ep", step=5e-3, end=10)
    r.certificate                 # which invariants hold, and to what accuracy
    r.t, r["hinge.angle"]         # NumPy arrays
    r                             # in a notebook: the mechanism in motion

Models in code: help(invar.Model). The tutorial is docs/python.md.
"""
from ._certificate import Certificate, Finding
from ._core import State, __version__
from ._errors import CallbackError, ModelError, SimulationError
from ._model import Model, load, load_text
from ._result import Result
from ._simulation import Event, Simulation
from ._sources import shipped_models
from ._sweep import Study, sweep
from ._tools import Comparison, compare, gallery, reproduce

__all__ = ["CallbackError", "Certificate", "Comparison", "Event", "Finding", "Model", "ModelError", "Result", "Simulation", "SimulationError",
           "State", "Study", "__version__", "compare", "gallery", "load", "load_text", "reproduce", "shipped_models", "sweep"]
