"""What is wrong with the outcome of a case, if anything: a kind and a sentence, which together say whether two are alike."""
import csv
import io
import json
import math
import re

from .case import OLD
from .command_lines import OUTPUTS

# Messages about a whole file, an option or a missing name have no line.
PLACE = re.compile(r"[^\s:][^:\n]*:\d+(:\d+)?: |--[a-z][a-z-]*( [^\n]*)?: |invar [a-z]+: |\S*: (cannot be|has (no|the) ending|is (a directory|larger|not)|"
                   r"no such file|the model file is empty|\(empty name\))")
RAW = re.compile(r"std::|basic_string|vector::|terminate called|bad_|mu::|yaml-cpp|Assertion|Eigen|this is a bug of the program")
NOT_A_NUMBER = re.compile(r"(?<![\w.\"'/-])-?(nan|inf)(?![\w\"'])")


def judge(case, outcome):
    """(kind, sentence), or None."""
    code, err = outcome.code, outcome.stderr
    if code is None:
        return "hang", case.words[0]
    if "Sanitizer" in err or "runtime error:" in err or code == 99:
        return "sanitizer", _sanitizer_line(err)
    if code < 0 or code > 4:
        return ("crash", f"signal {-code} in {case.words[0]}") if code < 0 else ("exit code", str(code))
    if RAW.search(err):
        return "raw message", _plain(err)
    left = [name for name in outcome.after if name.endswith(".part")]
    if left:
        return "temporary file left", case.words[0]
    for name in ("model.yaml", "table.csv", "section.csv"):
        is_input = name == "model.yaml" or name.encode() in case.model
        if is_input and outcome.after.get(name) != outcome.before[name]:
            return "input overwritten", name
    return _judge_code(case, outcome) or _judge_files(outcome)


def _judge_code(case, outcome):
    code, err = outcome.code, outcome.stderr
    lines = err.splitlines()
    if code == 0 and any(not line.startswith(("note: ", "warning: ")) for line in lines):
        return "error text with exit code 0", _plain(err)
    if code != 0 and not lines:
        return "no message", f"exit code {code} in {case.words[0]}"
    if code == 1 and not lines[-1].startswith("See invar"):
        return "usage error without help", _plain(err)
    if code in (1, 2) and outcome.after != outcome.before:
        changed = [name for name in outcome.after if outcome.after[name] != outcome.before.get(name)]
        return "written though refused", " ".join(changed)
    if code == 2 and not PLACE.match(lines[-1] if lines[0].startswith("note: ") else lines[0]):
        return "message without place", _plain(lines[0])
    if code in (0, 3) and "nan" not in case.model.decode(errors="replace").lower() and NOT_A_NUMBER.search(outcome.stdout):
        return "not a number printed", case.words[0]
    return None


def _judge_files(outcome):
    for name, data in outcome.after.items():
        if data == outcome.before.get(name) or data == OLD.encode():
            continue
        fault = None
        if name.endswith(".csv"):
            fault = _csv_fault(data.decode(errors="replace"))
        elif name.endswith(".json"):
            fault = _json_fault(data, outcome.code)
        elif name.endswith(".html") and not data.rstrip().endswith(b"</html>"):
            fault = "cut off"
        elif name.endswith(".h5") and not data.startswith(b"\x89HDF"):
            fault = "no HDF5"
        if fault:
            return "wrong file", f"{name}: {fault}"
    return None


def _csv_fault(text):
    if text.startswith(("<", "{")):  # a page or a certificate under this name
        return None
    rows = list(csv.reader(io.StringIO(text)))
    if not rows:
        return "empty"
    last = -math.inf
    for row in rows[1:]:
        if len(row) != len(rows[0]):
            return "rows of different length"
        for name, cell in zip(rows[0], row):
            if name == "part":
                continue
            if not math.isfinite(float(cell)):
                return "not finite"
        if rows[0][0] == "t":
            if float(row[0]) < last:
                return "time goes back"
            last = float(row[0])
    return None


def _json_fault(data, code):
    def refuse(word):
        raise ValueError(word)
    try:
        content = json.loads(data, parse_constant=refuse)
    except ValueError:
        return "not JSON"
    status = content.get("status")
    if status and (status == "completed") != (code == 0):
        return f"status {status} with exit code {code}"
    if status == "completed" and "steps" in content and "t_end" in content:
        if not content["steps"] > 0:
            return "completed without a step"
        if abs(content["t_reached"] - content["t_end"]) > 1e-9 * abs(content["t_end"]):
            return "completed before the end"
    return None


def _sanitizer_line(err):
    """The kind of the report and the first two frames of our own."""
    kind = next((line for line in err.splitlines() if "Sanitizer" in line or "runtime error:" in line), "")
    kind = re.sub(r"0x[0-9a-f]+|==\d+==|\d+", "#", kind)[:120]
    frames = re.findall(r"#\d+ \S+ in (invar::[\w:]+)", err)[:2]
    return f"{kind} {' '.join(frames)}"


def _plain(text):
    """Without numbers and quoted texts, so that alike messages are equal."""
    line = text.splitlines()[0] if text else ""
    return re.sub(r"\d+|\"[^\"]*\"|= .*? (?=is|has|must|needs|cannot)", "#", line)[:160]


__all__ = ["judge", "OUTPUTS"]
