"""Methods of Model made from the schemas of the catalogs: a type that is added to the library is here by itself."""
import inspect
import keyword
import textwrap

from . import _core

SCHEMAS = _core.schemas()
SECTIONS = [section for section in SCHEMAS if section != "methods"]
# Their two places may be given by position: m.revolute("hinge", m.ground, arm).
PAIR = "between"


class Name(str):
    """The name of a part, as methods return it; a text everywhere."""

    def __getattr__(self, quantity):
        # arm.position is the channel "arm.position"; texts keep their own methods.
        if quantity.startswith("_"):
            raise AttributeError(quantity)
        return f"{self}.{quantity}"


def describe(param):
    """One line on a parameter: kind, unit, rule, default."""
    facts = [param["kind"]]
    if param["unit"] not in ("", "1"):
        facts.append(param["unit"])
    if param["rule"]:
        facts.append(param["rule"])
    facts.append("required" if param["required"] else f"default {param['default']}" if param["default"] else "optional")
    return f"{param['name']}: {param['doc']} ({', '.join(facts)})"


def document(section, type_name, entry):
    lines = [entry["doc"][0].upper() + entry["doc"][1:], ""]
    lines += [f"Adds to the section {section}; returns the name.", ""] if section != "markers" else ["Returns the name.", ""]
    for param in entry["params"]:
        lines += textwrap.wrap(describe(param), 110, subsequent_indent="    ")
    if entry["reference"]:
        lines += ["", f"Reference: {entry['reference']}"]
    return "\n".join(lines)


def argument(name):
    """A parameter as an argument: words of Python get an underscore."""
    return name + "_" if keyword.iskeyword(name) else name


def make_signature(entry):
    params = entry["params"]
    kinds = inspect.Parameter
    out = [kinds("self", kinds.POSITIONAL_OR_KEYWORD), kinds("name", kinds.POSITIONAL_OR_KEYWORD)]
    if any(p["name"] == PAIR for p in params):
        out.append(kinds("places", kinds.VAR_POSITIONAL))
    for p in params:
        out.append(kinds(argument(p["name"]), kinds.KEYWORD_ONLY,
                         default=kinds.empty if p["required"] and p["name"] != PAIR else None))
    return inspect.Signature(out)


def make_method(section, type_name, entry):
    arguments = {argument(p["name"]): p["name"] for p in entry["params"]}
    takes_pair = PAIR in arguments

    def method(self, name, *places, **values):
        if places:
            if not takes_pair:
                raise TypeError(f"{type_name}() takes only the name by position")
            if values.get(PAIR) is not None:
                raise TypeError(f"{type_name}() got its places twice: by position and as {PAIR}")
            values = {PAIR: list(places), **values}
        given = {arguments.get(key, key): value for key, value in values.items() if value is not None}
        self._apply("add", section, name, "" if section == "markers" else type_name, given)
        return Name(name)

    method.__name__, method.__qualname__ = type_name, f"Model.{type_name}"
    method.__doc__ = document(section, type_name, entry)
    method.__signature__ = make_signature(entry)
    return method


# What a type of these sections is called alone says too little: position_drive, flat_road, pid_controller, as in C++.
SUFFIXES = {"drives": "_drive", "roads": "_road", "controllers": "_controller"}


def methods():
    """(name of the method, section, type, entry) of all types."""
    for section in SECTIONS:
        for type_name, entry in SCHEMAS[section].items():
            yield argument(type_name + SUFFIXES.get(section, "")), section, type_name, entry


class PartMethods:
    """A method for each type of the catalogs; Model is one. The stub _parts.pyi lists them (python/make_stubs.py)."""


for _name, _section, _type_name, _entry in methods():
    setattr(PartMethods, _name, make_method(_section, _type_name, _entry))
