"""script/fuzz methods: two methods on the same random model must approach the same motion (docs/finders.md).

Each of two random methods runs with a step and with half of it. The difference of the two motions must not exceed 1.5 times
what the methods still change when their steps are halved; otherwise both go on with a quarter of the step, and again. Besides, a
run that ends with exit code 0 must reach its end, hold numbers only, and its certificate must admit the error of the energy that
its table shows. Motions that differ are no finding where the certificate of one of them has a red line: that run says itself that it
is wrong. Findings are stored under build/fuzz/methods.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import random_models
from mechanism_comparison import read_table

ROOT = pathlib.Path(__file__).resolve().parents[1]
METHODS = {
    "ep": [["order=2"], ["order=4"], ["order=6"], ["form=full"], ["multipliers=augmented"]],
    "em": [["order=2"], ["order=4"], ["order=6"], ["form=full"], ["iteration=whole"]],
    "ed": [["alpha=1"], ["alpha=0"], ["alpha=0.5"], ["form=full"]],
    "ggl": [[], ["discretization=end_point"]],
    "newmark": [[]],
    "hht": [[], ["alpha=-0.3"]],
    "generalized_alpha": [[], ["rho_inf=0.5"]],
    "al_projection": [[], ["integrator=hht"], ["integrator=generalized_alpha"]],
    "al_conserving": [[]],
    "al_conserving_projection": [[]],
    "al": [[]],
    "explicit": [[f"integrator={i}", f"stabilization={s}"] for i in ("rk4", "ab3", "dopri5", "dop853")
                 for s in ("braun", "baumgarte", "gradient_feedback")],
}
POSITIONS = re.compile(r"\.(position|e[123]|angle|displacement|length|value)(\.[xyz])?$")
STEPS = (0.01, 0.0025, 0.000625)


class Finding(Exception):
    pass


class Stopped(Exception):
    """Refused, or ended with exit code 3: nothing to compare, and nothing wrong."""


class Runs:
    """Runs of one model, each done once."""

    def __init__(self, program, text, arguments, folder, limit):
        self.program, self.arguments, self.folder, self.limit = program, arguments, folder, limit
        (folder / "model.yaml").write_text(text)
        self.tables = {}
        self.red = set()  # keys of runs whose certificate has a red line

    def table(self, method, options, step):
        key = (method, tuple(options), step)
        if key not in self.tables:
            self.tables[key] = self.run(method, options, step)
        return self.tables[key]

    def run(self, method, options, step):
        out, certificate = self.folder / "out.csv", self.folder / "out.json"
        for path in (out, certificate):
            path.unlink(missing_ok=True)
        command = [self.program, "run", "model.yaml", "--method", method, *self.arguments, "--step", repr(step), "--end",
                   str(random_models.END), "--every", "0.1", "--out", out.name, "--certificate", certificate.name, "--quiet"]
        for option in options:
            command += ["--option", option]
        self.command = " ".join(command[1:])
        try:
            answer = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=self.limit)
        except subprocess.TimeoutExpired:
            raise Stopped("slow")
        if answer.returncode == 2 and answer.stderr.strip():
            raise Stopped(f"refused by {method}")
        if answer.returncode == 3 and answer.stderr.strip():
            raise Stopped(f"stopped, {method}")
        if answer.returncode != 0:
            raise Finding(f"exit code {answer.returncode}: {answer.stderr.strip()[-800:]}")
        table, facts = read_table(out), json.loads(certificate.read_text())
        self.check(table, facts)
        if facts["verdict"] != "kept":
            self.red.add((method, tuple(options), step))
        return table

    @staticmethod
    def check(table, facts):
        if abs(facts["t_reached"] - random_models.END) > 1e-9:
            raise Finding(f"exit code 0, but the end is at t = {facts['t_reached']}")
        for name, values in table.items():
            if not all(x is not None and math.isfinite(x) for x in values):
                raise Finding(f"exit code 0, but {name} is not a number")
        if "work.applied" in table:
            account = [e - a - d + p + n for e, a, d, p, n in zip(*(table[k] for k in random_models.WORKS))]
            error = max(abs(x - account[0]) for x in account)
            admitted = facts["energy_balance_error_max"]
            if error > 1.001 * admitted + 1e-12 * (facts["energy_scale"] + max(map(abs, account))):
                raise Finding(f"the energy is off by {error:.3g} J, the certificate admits {admitted:.3g} J")


def gap(a, b, names):
    return max(abs(x - y) for name in names for x, y in zip(a[name], b[name]))


def judge(runs, first, second):
    """A word for the statistics; raises Finding."""
    story = []
    for step in STEPS:
        coarse = [runs.table(*method, step) for method in (first, second)]
        fine = [runs.table(*method, step / 2) for method in (first, second)]
        names = [n for n in fine[0] if POSITIONS.search(n)]
        if not names:
            return "without positions"
        changes = [gap(c, f, names) for c, f in zip(coarse, fine)]
        size = max(abs(x) for n in names for x in fine[0][n])
        apart = gap(*fine, names)
        story.append((step / 2, apart, changes))
        if apart <= 1.5 * sum(changes) + 1e-7 * (1 + size) and apart < 0.3 * (1 + size):
            return "agree"
    if apart < 0.3 * story[0][1] and max(changes) > 0.1 * apart:
        return "converging"  # not yet at the order of the methods
    if any((name, tuple(options), step / 2) in runs.red for name, options in (first, second)):
        return "differ, red"
    raise Finding("the motions differ: " + "; ".join(
        f"step {h:g}: {a:.2g} apart, halving changed {c[0]:.2g} and {c[1]:.2g}" for h, a, c in story))


def examine(program, seed, store, limit):
    r = random.Random(seed)
    text, arguments, kind = random_models.draw(r)
    names = [n for n in METHODS if kind != "beam" or n != "explicit"]  # too stiff for it at these steps
    chosen = r.sample(names, 2)
    methods = [(name, r.choice(METHODS[name])) for name in chosen]
    with tempfile.TemporaryDirectory() as name:
        runs = Runs(program, text, arguments, pathlib.Path(name), limit)
        try:
            return seed, kind, judge(runs, *methods), None
        except Stopped as stop:
            return seed, kind, str(stop), None
        except Finding as finding:
            store.mkdir(parents=True, exist_ok=True)
            (store / f"{seed}.yaml").write_text(text)
            pair = " and ".join(f"{n} {' '.join(o)}".strip() for n, o in methods)
            sentence = f"{seed}, {kind}, {pair}: {finding}"
            (store / f"{seed}.txt").write_text(f"{sentence}\nlast run: invar {runs.command}\n")
            return seed, kind, "wrong", sentence


def main():
    parser = argparse.ArgumentParser(prog="script/fuzz methods", description=__doc__)
    parser.add_argument("--minutes", type=float, help="how long to go on")
    parser.add_argument("--runs", type=int, default=200, help="number of models, without --minutes (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first model (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--limit", type=float, default=120, help="seconds per run (default 120)")
    args = parser.parse_args()
    subprocess.run([ROOT / "script/build", "release", "mechanism_reference"], check=True)
    store = ROOT / "build/fuzz/methods"
    end = time.monotonic() + 60 * args.minutes if args.minutes else None
    counts, wrong, following = collections.Counter(), 0, args.seed
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < args.jobs and (time.monotonic() < end if end else following < args.seed + args.runs):
                waiting.add(pool.submit(examine, os.environ["INVAR"], following, store, args.limit))
                following += 1
            if not waiting:
                break
            ready, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in ready:
                _seed, _kind, word, sentence = future.result()
                counts[word] += 1
                if sentence:
                    wrong += 1
                    print(sentence, flush=True)
    print(", ".join(f"{n} {word}" for word, n in counts.most_common()))
    print(f"{sum(counts.values())} models, {wrong} wrong" + (f", stored in {store}" if wrong else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
