"""script/fuzz mechanisms: random mechanisms in Invar and in the independent reference (docs/finders.md).

Motion, reactions of every joint, forces, energies and works must agree. What does not is stored under
build/fuzz/mechanisms with its seed, its model and what the reference found.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import mechanism_comparison

ROOT = pathlib.Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "build/release/bin/mechanism_reference"
PER_CALL = 5  # seeds per call of the reference


def examine(program, first, count, store):
    """(seed, what is wrong) of `count` mechanisms; what is wrong is stored."""
    answers = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([REFERENCE, str(first), str(count), name], check=True)
        for seed in range(first, first + count):
            wrong = mechanism_comparison.compare(program, folder / str(seed), folder, seed)
            answers.append((seed, wrong))
            if wrong:
                store.mkdir(parents=True, exist_ok=True)
                for path in folder.glob(f"{seed}.*"):
                    shutil.copy(path, store)
                (store / f"{seed}.txt").write_text("\n".join(wrong) + "\n")
    return answers


def examine_many(program, first, count, minutes, jobs, store, report=print):
    """Counts (mechanisms, wrong ones). Stops after `count` mechanisms, or after `minutes` if given."""
    end = time.monotonic() + 60 * minutes if minutes else None
    done = wrong = 0
    following = first
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < jobs and (time.monotonic() < end if end else following < first + count):
                size = PER_CALL if end else min(PER_CALL, first + count - following)
                waiting.add(pool.submit(examine, program, following, size, store))
                following += size
            if not waiting:
                return done, wrong
            ready, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in ready:
                for seed, sentences in future.result():
                    done += 1
                    if sentences:
                        wrong += 1
                        report(f"{seed}: " + "\n    ".join(sentences[:4]))


def main():
    parser = argparse.ArgumentParser(prog="script/fuzz mechanisms", description=__doc__)
    parser.add_argument("--minutes", type=float, help="how long to go on")
    parser.add_argument("--runs", type=int, default=200, help="number of mechanisms, without --minutes (default 200)")
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first mechanism (default 1000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    args = parser.parse_args()
    subprocess.run([ROOT / "script/build", "release", "mechanism_reference"], check=True)
    store = ROOT / "build/fuzz/mechanisms"
    done, wrong = examine_many(os.environ["INVAR"], args.seed, args.runs, args.minutes, args.jobs, store)
    print(f"{done} mechanisms, {wrong} wrong" + (f", stored in {store}" if wrong else ""))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
