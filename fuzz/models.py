"""script/fuzz models [--sanitize] [--runs N] [--minutes M] [--seed S] [--first I] [--jobs J]

Model files and command lines, mutated from those that ship and generated from the JSON Schema of the program. Each run is
judged: crash, report of a sanitizer, hang, NaN in results, damaged or overwritten files, a message without a place, a wrong
exit code. What is found is made small and stored under build/fuzz/models, with the command line and what was printed.

Case I of seed S is always the same: --seed S --first I --runs 1 repeats it.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import resource
import shlex
import shutil
import sys
import time

from model_files import case as cases
from model_files import command_lines, judge, minimize
from model_files.catalog import Catalog
from model_files.generate import Generator, repair
from model_files.mutate import mutate

ROOT = pathlib.Path(__file__).resolve().parents[1]
STORED = ROOT / "build" / "fuzz" / "models"
KEPT = 2  # cases of the same kind that are stored


class Fuzzer:
    def __init__(self, program, seed):
        self.program, self.seed = program, seed
        self.sanitized = "ASAN_OPTIONS" in os.environ
        # Seconds of processor time. An equilibrium that does not exist is given up after about 20 s for the largest models. With
        # sanitizers that takes ten times as long and proves nothing more: such runs are cut, and counted as slow.
        self.limit = 40
        self.catalog = Catalog(program)
        files = sorted((ROOT / "models").glob("*.yaml")) + sorted((ROOT / "docs" / "examples").glob("*.yaml"))
        self.models = [(path.name, path.read_text()) for path in files]

    def make(self, index):
        rng = random.Random(f"{self.seed}:{index}")
        if rng.random() < 0.4:
            wildness = rng.choice([0, 0, 0, 0.01, 0.05])
            text, origin, cost = Generator(self.catalog, rng, wildness).model(), "generated", 1
            if wildness == 0:
                text = repair(text, self.check)
            elif rng.random() < 0.3:
                text = mutate(text, self.catalog, rng)
        else:
            origin, text = rng.choice(self.models)
            cost = 16 if origin.startswith(("dopico_iltis", "bauchau_wind", "iltis", "chain")) else 2
            text = mutate(text, self.catalog, rng)
        return cases.Case(text.encode("utf-8", "surrogatepass"), command_lines.make(self.catalog, rng, cost), origin)

    def check(self, text):
        return cases.run(cases.Case(text.encode(), ["check", "model.yaml"]), self.program, self.limit).stderr

    def try_case(self, case):
        outcome = cases.run(case, self.program, self.limit)
        finding = judge.judge(case, outcome)
        return None if self.sanitized and finding and finding[0] == "hang" else finding, outcome

    def store(self, index, case, finding):
        case = minimize.minimize(case, lambda c: self.try_case(c)[0] == finding, 60 if finding[0] != "hang" else 6)
        _, outcome = self.try_case(case)
        folder = STORED / f"{finding[0].replace(' ', '_')}_{self.seed}_{index}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        cases.prepare(case, folder)
        (folder / "command.txt").write_text("invar " + shlex.join(case.words) + "\n")
        (folder / "finding.txt").write_text(f"{finding[0]}: {finding[1]}\nfrom {case.origin}, --seed {self.seed} --first {index}\n"
                                            f"exit code {outcome.code}\n\nstderr:\n{outcome.stderr}\nstdout:\n{outcome.stdout}")
        return folder


def run_all(fuzzer, first, runs, deadline, jobs):
    """Numbers of runs by exit code, and findings {(kind, sentence): [folders or indices]}."""
    codes, findings = collections.Counter(), collections.defaultdict(list)

    def one(index):
        if time.monotonic() > deadline:
            return None
        case = fuzzer.make(index)
        finding, outcome = fuzzer.try_case(case)
        return index, case, finding, outcome.code

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        done = 0
        for result in pool.map(one, range(first, first + runs), chunksize=1):
            if result is None:
                break
            index, case, finding, code = result
            codes[code] += 1
            done += 1
            if finding:
                places = findings[finding]
                places.append(fuzzer.store(index, case, finding) if len(places) < KEPT else index)
                if len(places) == 1:
                    print(f"{finding[0]}: {finding[1]}\n  {places[0]}", flush=True)
            if done % 500 == 0:
                print(f"{done} runs, {sum(map(len, findings.values()))} findings", file=sys.stderr, flush=True)
    return codes, findings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, help="default 3000, or as many as fit into --minutes")
    parser.add_argument("--minutes", type=float, help="stops after this time")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at a time")
    args = parser.parse_args()
    runs = args.runs or (10 ** 9 if args.minutes else 3000)
    begin = time.monotonic()
    fuzzer = Fuzzer(os.environ["INVAR"], args.seed)
    deadline = begin + 60 * args.minutes if args.minutes else float("inf")
    codes, findings = run_all(fuzzer, args.first, runs, deadline, args.jobs)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    by_code = ", ".join(f"{count} with {code}" for code, count in sorted(codes.items(), key=lambda item: str(item[0])))
    print(f"{sum(codes.values())} runs ({by_code}) in {time.monotonic() - begin:.0f} s, "
          f"{usage.ru_utime + usage.ru_stime:.0f} s of processor time")
    kinds = collections.Counter()
    for (kind, _), places in findings.items():
        kinds[kind] += len(places)
    print("findings: " + (", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "none"))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
