"""script/fuzz singular: linkages through singular positions, where other motions of the same rods begin (docs/finders.md).

Random linkages, starts, steps and methods. Whether a run stayed on its branch is decided by an identity of plane geometry, and its energy
is computed from the table (linkages.py): neither comes from the program under test. A finding is a run with the verdict `kept`
that is off its branch or has lost more energy than the certificate admits, a crash, or a number that is not finite.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import linkages
from mechanism_comparison import read_table

ROOT = pathlib.Path(__file__).resolve().parents[1]
EXPLICIT = [[f"integrator={i}", f"stabilization={s}"] for i in ("rk4", "ab3", "dopri5", "dop853")
            for s in ("braun", "none", "baumgarte", "gradient_feedback")]
METHODS = ([("ep", [f"order={n}"]) for n in (2, 4, 6)] + [("ep", ["form=full"]), ("em", []), ("em", ["order=4"]), ("ed", []), ("ggl", [])]
           + [("explicit", options) for options in EXPLICIT]
           + [("explicit", options + ["correction=hold"]) for options in EXPLICIT if "stabilization=braun" in options])
STEPS = [("--step", h) for h in ("0.02", "0.01", "0.005", "0.0031")]
TOLERANCES = [("--tolerance", e) for e in ("1e-5", "1e-7", "1e-9")]  # of methods that choose their steps
ENDS = (0.5, 3)  # also shortly after a singular position, where a wrong branch has not yet led to anything else
# Certificates call violations up to 1e-4 of the rods small. At a singular position an error e of the lengths
# moves the joints by about sqrt(e), and by e^(1/3) where two branches touch: what is further off than twice that is on another branch.
SMALL = 1e-4
ROUND_OFF = 1e-10


def allowed(facts):
    violation = facts["constraint_position_relative_max"]
    return 2 * min(violation, SMALL) ** (1 / 3) + 1e-6


class Finding(Exception):
    pass


def judge(linkage, facts, table):
    """A word for the statistics; raises Finding."""
    for name, values in table.items():
        if not all(x is not None and math.isfinite(x) for x in values):
            raise Finding(f"{name} is not a number")
    off, when = linkage.off_branch(table)
    error, scale = linkage.energy_error(table)
    scale = max(scale, facts["energy_scale"])
    lost = error / scale
    shown = f"off its branch by {off:.2g} m (rods of {linkage.size:.2g} m) at {when:g} s, energy by {lost:.2g}"
    is_off = off > allowed(facts) * linkage.size
    if facts["verdict"] == "kept":
        if is_off:
            raise Finding("kept, but " + shown)
        admitted = {f["name"]: f["verdict"] for f in facts["findings"]}["energy balance"]
        # Tables hold velocities along the constraints. What the certificate lists as taken out, or as motion across the constraints, is
        # not hidden.
        listed = (facts["energy_normal_max"] or 0) + abs(facts["dissipated_numerical"])
        listed += 2 * facts["constraint_velocity_relative_max"] * scale
        if error > (2 * ROUND_OFF if admitted == "kept" else SMALL) * scale + 1.1 * listed:
            raise Finding(f"energy is called {admitted}, but " + shown)
        return "green" if admitted == "kept" else "amber"
    return "red, off the branch" if is_off else "red, energy" if lost > SMALL else "red, on the branch"


def command_of(method, options, step, end):
    return ["run", "model.yaml", "--method", method, *step, "--end", repr(end), "--out", "out.csv", "--certificate",
            "out.json", "--quiet"] + [x for option in options for x in ("--option", option)]


def run(program, linkage, method, options, step, end, folder):
    (folder / "model.yaml").write_text(linkage.text())
    command = command_of(method, options, step, end)
    answer = subprocess.run([program, *command], cwd=folder, capture_output=True, text=True, timeout=300)
    if answer.returncode == 3 and answer.stderr.strip():
        return "stopped"
    if answer.returncode != 0:
        raise Finding(f"exit code {answer.returncode}: {answer.stderr.strip()[-400:]}")
    return judge(linkage, json.loads((folder / "out.json").read_text()), read_table(folder / "out.csv"))


def examine(program, seed, store, only):
    r = random.Random(seed)
    linkage = linkages.LINKAGES[r.choice(only.linkage)](r)
    method, options = r.choice([m for m in METHODS if only.method in " ".join([m[0], *m[1]])])
    adaptive = "integrator=dopri5" in options or "integrator=dop853" in options
    step, end = r.choice(STEPS + TOLERANCES if adaptive else STEPS), round(r.uniform(*ENDS), 2)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            return linkage.name, method, options, run(program, linkage, method, options, step, end, folder), None
        except (Finding, subprocess.TimeoutExpired) as finding:
            store.mkdir(parents=True, exist_ok=True)
            (store / f"{seed}.yaml").write_text(linkage.text())
            command = " ".join(command_of(method, options, step, end)).replace("model.yaml", f"{seed}.yaml")
            (store / f"{seed}.txt").write_text(f"{finding}\ninvar {command}\n")
            sentence = f"{seed}, {linkage.name}, {method} {' '.join(options)} {' '.join(step)} --end {end}: {finding}"
            return linkage.name, method, options, "wrong", sentence


def main():
    parser = argparse.ArgumentParser(prog="script/fuzz singular", description=__doc__)
    parser.add_argument("--minutes", type=float, help="how long to go on")
    parser.add_argument("--runs", type=int, default=1000, help="number of runs, without --minutes (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first run (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--by", choices=["all", "linkage", "method"], default="all", help="how to count")
    parser.add_argument("--linkage", nargs="+", choices=list(linkages.LINKAGES), default=list(linkages.LINKAGES))
    parser.add_argument("--method", default="", help='part of a method with its options, e.g. "ep order" or stabilization=none')
    args = parser.parse_args()
    store = ROOT / "build/fuzz/singular"
    end = time.monotonic() + 60 * args.minutes if args.minutes else None
    counts, wrong, following = collections.defaultdict(collections.Counter), 0, args.seed
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < args.jobs and (time.monotonic() < end if end else following < args.seed + args.runs):
                waiting.add(pool.submit(examine, os.environ["INVAR"], following, store, args))
                following += 1
            if not waiting:
                break
            ready, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in ready:
                linkage, method, options, word, sentence = future.result()
                group = {"all": "all", "linkage": linkage, "method": " ".join([method, *options])}[args.by]
                counts[group][word] += 1
                if sentence:
                    wrong += 1
                    print(sentence, flush=True)
    for group, words in sorted(counts.items()):
        print(f"{group}: " + ", ".join(f"{n} {word}" for word, n in words.most_common()))
    print(f"{sum(map(sum, (c.values() for c in counts.values())))} runs, {wrong} wrong" + (f", stored in {store}" if wrong else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
