#!/usr/bin/env python3
"""Writes the type stubs of the package: python/invar/_parts.pyi from the schemas, python/invar/_core.pyi from the module.

PYTHONPATH=build/python build/venv/bin/python python/make_stubs.py [--check]     --check: only says whether they are current
"""
import argparse
import pathlib
import sys
import textwrap

sys.path.pop(0)  # this folder has the sources of the package alone, without the module

FOLDER = pathlib.Path(__file__).resolve().parent / "invar"

HEAD = '''# Written by python/make_stubs.py from the schemas of the catalogs.
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Number = float | str
"""A number, or a formula of parameters."""
Vector = Sequence[Number] | Any
"""Numbers, or an array."""
Function = float | str | Mapping[str, Any] | Callable[[float], float]
"""A number, a formula, {"table": [[x, y], ...]}, or a function of one variable."""
SCHEMAS: dict[str, dict[str, dict[str, Any]]]

class Name(str):
    def __getattr__(self, quantity: str) -> str: ...

class PartMethods:
    def _apply(self, what: str, *arguments: Any) -> None: ...
'''


def type_of(param):
    kind = param["kind"]
    if kind.startswith("3 functions"):
        return "Sequence[Function]"
    if kind.startswith("function"):
        return "Function"
    if kind == "formula of signals":
        return "Number"
    if kind == "list of formulas of signals":
        return "Sequence[Number]"
    if kind == "true or false":
        return "bool"
    if kind == "whole number":
        return "int | str"
    if kind == "number":
        return "Number"
    if kind.startswith("name of"):
        return "str"
    if "names of" in kind:
        return "str | Sequence[str]"
    if kind in ("text", "choice"):
        return "str"
    if "number" in kind or "direction" in kind or "matrix" in kind:
        return "Vector"
    return "Any"


def parts_stub():
    from invar import _parts
    lines = [HEAD]
    for name, section, type_name, entry in _parts.methods():
        arguments = ["self", "name: str"]
        pair = any(p["name"] == _parts.PAIR for p in entry["params"])
        arguments.append("*places: str" if pair else "*")
        params = sorted(entry["params"], key=lambda p: not p["required"])
        for p in params:
            optional = not p["required"] or p["name"] == _parts.PAIR
            arguments.append(f"{_parts.argument(p['name'])}: {type_of(p)}{' | None = None' if optional else ''}")
        if arguments[-1] == "*":
            arguments.pop()
        text = textwrap.fill(", ".join(arguments), 120, initial_indent=" " * 8, subsequent_indent=" " * 8, break_long_words=False)
        document = textwrap.indent(_parts.document(section, type_name, entry).replace("\\", "\\\\"), " " * 8).lstrip()
        lines.append(f"    def {name}(\n{text}\n    ) -> Name:\n        \"\"\"{document}\n        \"\"\"\n")
    return "\n".join(lines)


def core_stub():
    import nanobind.stubgen
    from invar import _core
    stub = nanobind.stubgen.StubGen(_core, recursive=False)
    stub.put(_core)
    return "# Written by python/make_stubs.py.\n" + stub.get()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    old = []
    for name, make in (("_parts.pyi", parts_stub), ("_core.pyi", core_stub)):
        path, text = FOLDER / name, make()
        text = "\n".join(line.rstrip() for line in text.splitlines()) + "\n"
        if path.exists() and path.read_text() == text:
            continue
        old.append(name)
        if not check:
            path.write_text(text)
    if check and old:
        print(f"not current: {', '.join(old)}; run python/make_stubs.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
