"""A run of Invar beside the solution of the reference program (reference/mechanisms): what agrees, and how closely.

The bound of a channel follows from the accuracy of both sides, not from their difference. The reference is exact to
about 1e-13. Invar runs `explicit` with dop853 and TOLERANCE as the local error in each step; some hundred steps add up, and the
motion lets errors grow by the channel's sensitivity, which the reference measures by a second run with other velocities.
"""
import csv
import dataclasses
import json
import math
import pathlib
import subprocess

TOLERANCE = 1e-11
ADDED = 20  # steps whose errors add up in the worst direction; most cancel


@dataclasses.dataclass
class Difference:
    channel: str
    t: float
    expected: float
    found: float
    bound: float

    def __str__(self):
        return (f"{self.channel} at t = {self.t:g}: {self.found:.12g} instead of {self.expected:.12g}, "
                f"off by {abs(self.found - self.expected):.2g}, bound {self.bound:.2g}")


def read_table(path):
    """Columns by name; None where a field is empty."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[i]) if row[i] != "" else None for row in rows[1:]] for i, name in enumerate(rows[0])}


def read_expected(stem):
    """(table, sensitivity by channel, facts) of the reference."""
    table = read_table(f"{stem}.csv")
    sensitivity = {}
    for line in pathlib.Path(f"{stem}.sensitivity.csv").read_text().split():
        name, value = line.rsplit(",", 1)
        sensitivity[name] = float(value)
    facts = dict(line.split() for line in pathlib.Path(f"{stem}.facts").read_text().splitlines())
    return table, sensitivity, facts


def scale_of(name, table):
    """Largest value of a quantity; components are judged by their vector."""
    base = name[:-2] if name[-2:] in (".x", ".y", ".z") else name
    parts = [base + end for end in (".x", ".y", ".z")] if base != name else [name]
    return max((abs(x) for part in parts if part in table for x in table[part] if x is not None), default=0.0)


def find_differences(expected, sensitivity, found, bound_of):
    """Channels that are off by more than their bound, the worst first."""
    worst = []
    for name, values in expected.items():
        if name == "t":
            continue
        if name not in found:
            worst.append(Difference(name, 0, math.nan, math.nan, 0))
            continue
        shift = 0.0
        if name == "energy.potential":  # counted from any level
            shift = found[name][0] - values[0]
        bound = bound_of(name, sensitivity.get(name, 0.0), scale_of(name, expected))
        here = [Difference(name, t, x, y - shift, bound) for t, x, y in zip(expected["t"], values, found[name])
                if x is not None and not abs(y - shift - x) <= bound]
        if here:
            worst.append(max(here, key=lambda d: abs(d.found - d.expected)))
    return sorted(worst, key=lambda d: -abs(d.found - d.expected) / (d.bound or 1))


def explicit_bound(_name, sensitivity, scale):
    return ADDED * TOLERANCE * (1 + sensitivity + scale)


def run_invar(program, model, folder, *args, limit=120):
    """(exit code, stderr, table or None, certificate or None)"""
    table, certificate = folder / "out.csv", folder / "out.json"
    for path in (table, certificate):
        path.unlink(missing_ok=True)
    try:
        answer = subprocess.run([program, "run", str(model), "--out", str(table), "--certificate", str(certificate),
                                 "--quiet", *args], capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, f"no answer within {limit} s", None, None
    return (answer.returncode, answer.stderr, read_table(table) if table.exists() else None,
            json.loads(certificate.read_text()) if certificate.exists() else None)


def compare_explicit(program, stem, folder, *args):
    """What is wrong with the accurate run of the mechanism `stem`: a list of sentences, empty if nothing is."""
    expected, sensitivity, facts = read_expected(stem)
    code, stderr, found, certificate = run_invar(program, f"{stem}.yaml", folder, *args)
    if code != 0:
        return [f"exit code {code}: {stderr.strip()[-500:]}"]
    wrong = [str(d) for d in find_differences(expected, sensitivity, found, explicit_bound)]
    if certificate["degrees_of_freedom"] != int(facts["degrees_of_freedom"]):
        wrong.append(f"{certificate['degrees_of_freedom']} degrees of freedom instead of {facts['degrees_of_freedom']}")
    for key, channel in (("work_applied", "work.applied"), ("work_drives", "work.drives"),
                         ("dissipated_physical", "dissipated.physical")):
        bound = explicit_bound(channel, sensitivity[channel], scale_of(channel, expected))
        if not abs(certificate[key] - expected[channel][-1]) <= bound:
            wrong.append(f"certificate: {key} = {certificate[key]:.12g} instead of {expected[channel][-1]:.12g}")
    return wrong


def compare_convergence(program, stem, folder, order, step=0.01):
    """Runs of ep with `step` and half of it must approach the reference: the error of the second is at most 60 % of their
    difference (a third for order 2, less for higher orders), or as small as that of the explicit method."""
    expected, sensitivity, _facts = read_expected(stem)
    tables = []
    for h in (step, step / 2):
        code, stderr, found, _certificate = run_invar(program, f"{stem}.yaml", folder, "--method", "ep", "--option",
                                                      f"order={order}", "--step", repr(h))
        if code != 0:
            return [f"ep, order {order}, step {h:g}: exit code {code}: {stderr.strip()[-500:]}"]
        tables.append(found)
    coarse, fine = tables

    def bound(name, growth, scale):
        base = name[:-2] if name[-2:] in (".x", ".y", ".z") else name
        parts = [base + end for end in (".x", ".y", ".z")] if base != name else [name]
        gap = max((abs(a - b) for part in parts if part in fine and part in expected
                   for a, b, known in zip(coarse[part], fine[part], expected[part]) if known is not None), default=0)
        return 0.6 * gap + 1e-8 * (1 + growth + scale)

    return [f"ep, order {order}: {d}" for d in find_differences(expected, sensitivity, fine, bound)]


def compare(program, stem, folder, seed):
    order = (2, 4, 6)[seed % 3]
    # Steps are at most 0.005 s long, and their error is estimated. Where it was underestimated, shorter ones must do.
    wrong = compare_explicit(program, stem, folder)
    if wrong:
        wrong = compare_explicit(program, stem, folder, "--max-step", "0.001")
    # Where the steps are too long for the motion, they do not yet converge with their order; a quarter of them must.
    if compare_convergence(program, stem, folder, order):
        wrong += compare_convergence(program, stem, folder, order, 0.0025)
    return wrong
