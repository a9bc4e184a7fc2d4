"""invar compare: table, JSON and page, and what it refuses."""
import json
import math
import unittest

from invar import ROOT, Program

YOON = str(ROOT / "models" / "yoon_pendulum.yaml")


# What the advice may say, worked out from the numbers of the JSON alone (docs/compare.md, "Advice").
EVERYDAY, ROUGH, LOST, ROUND_OFF = 1e-3, 1e-2, 0.5, 1e-10


def size(trial):
    return trial.get("step", trial.get("tolerance"))


def is_right(trial, reference):
    beyond = max(0.1, 10 * trial["error"])
    velocities = trial["velocity_error"] > beyond and reference["velocity_accuracy"] < 0.05
    loads = trial["load_roughness"] > 0.1 and trial["load_error"] > beyond
    return not velocities and not loads


def constraints(trial):
    middle = trial["constraint_velocity_mid_max"] or 0  # 0: the scheme does not enforce it over steps
    velocity = trial["constraint_velocity_max"] or 0
    return max(trial["constraint_position_max"] or 0, min(velocity, middle) if middle > 0 else velocity)


def kept(trial):
    return 0 if constraints(trial) > ROUND_OFF else 2 if trial["energy_drift"] <= ROUND_OFF else 1


def smallest(pool, value, tie):
    """Of (name, trial): all within `tie` of the smallest value; of those what keeps most, then the fastest."""
    if not pool:
        return None
    least = min(value(trial) for _, trial in pool)
    name, trial = min((p for p in pool if value(p[1]) <= tie * least), key=lambda p: (-kept(p[1]), p[1]["seconds"]))
    return name, size(trial)


def stable_steps(method):
    """From the smallest step up, as long as all are stable."""
    for trial in sorted(method["trials"], key=size):
        if trial["outcome"] != "completed" or trial["error"] > LOST:
            return
        yield trial


def advice_of(data):
    reference = data["reference"]
    pool = [(m["name"], t) for m in data["methods"] for t in m["trials"] if t["outcome"] == "completed"]
    right = [(n, t) for n, t in pool if is_right(t, reference)]

    def seconds(trial):
        return trial["seconds"]

    everyday = [(n, t) for n, t in right if t["error"] <= EVERYDAY]
    fastest = smallest(everyday, seconds, 1.25)
    limit = float("inf")
    for name, trial in everyday:
        if fastest == (name, size(trial)):
            limit = 10 * trial["seconds"]
    accurate = smallest([(n, t) for n, t in right if t["seconds"] <= limit and t["error"] <= LOST],
                        lambda t: max(t["error"], 3 * reference["accuracy"]), 1.5)
    near = [(n, t) for n, t in right if t["error"] <= ROUGH]
    conserving = smallest([(n, t) for n, t in near if kept(t) == 2], seconds, 1.25)
    if not conserving and near:
        name, trial = min(near, key=lambda p: p[1]["energy_drift"])
        conserving = name, size(trial)
    largest = []
    for method in data["methods"]:
        steps = [t for t in stable_steps(method) if "step" in t and is_right(t, reference)]
        if steps:
            largest.append((method["name"], max(steps, key=size)))
    top = max((size(t) for _, t in largest), default=None)
    hardest = smallest([(n, t) for n, t in largest if size(t) > top * (1 - 1e-9)], lambda t: t["error"], 1.5)
    return [fastest, accurate, conserving, hardest]


# Of each kind of model a short run: end and budget in s.
SIX = {"yoon_pendulum": ("4", "4"), "braun_slider_crank": ("2", "4"), "braun_double_four_bar": ("2", "4"),
       "dopico_compound_pendulum": ("2", "4"), "bauchau_wind_turbine": ("0.48", "40"), "dopico_iltis_smooth": ("0.64", "8")}


class Compare(Program):
    def compare(self, model):
        end, budget = SIX[model]
        answer = self.invar("compare", str(ROOT / "models" / f"{model}.yaml"), "--end", end, "--budget", budget, "--out", "c.json")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        data = self.read("c.json")
        said = [(a["name"], size(a)) if a["name"] else None for a in data["advice"]]
        self.assertEqual(said, advice_of(data), [a["reason"] for a in data["advice"]])
        for method in data["methods"]:
            for trial in method["trials"]:
                if trial["outcome"] == "completed":
                    self.assertGreater(trial["seconds"], 0)
            if method["cut_off"]:
                self.assertIn(f"{method['cut_off']:.3g}: cut off by the budget", " ".join(answer.stdout.split()))
        return data

    def test_advice_for_the_pendulum_follows_from_its_trials(self):
        data = self.compare("yoon_pendulum")
        self.assertLess(data["reference"]["accuracy"], 1e-8)

    def test_advice_for_the_slider_crank_follows_from_its_trials(self):
        self.compare("braun_slider_crank")

    def test_advice_for_the_double_four_bar_follows_from_its_trials(self):
        self.compare("braun_double_four_bar")

    def test_advice_for_the_compound_pendulum_follows_from_its_trials(self):
        self.compare("dopico_compound_pendulum")

    def test_advice_for_the_wind_turbine_follows_from_its_trials_and_damps_its_loads(self):
        data = self.compare("bauchau_wind_turbine")
        trials = {m["name"]: {size(t): t for t in m["trials"]} for m in data["methods"]}
        self.assertGreater(trials["ep"][0.005]["load_roughness"], 0.1)
        self.assertLess(trials["ed"][0.005]["load_roughness"], 0.05)
        self.assertEqual(data["advice"][3]["name"], "ed", "the physically stiff case")
        stiff = [c for c in data["criteria"] if c["source"] == "[Bauchau2003]"]
        self.assertEqual([c["agrees"] for c in stiff], [True])

    def test_advice_for_the_iltis_follows_from_its_trials(self):
        self.compare("dopico_iltis_smooth")

    def test_a_prescribed_motion_is_compared_by_its_reactions(self):
        # A crank of 20 rad/s: its reaction m r w^2 turns with it, and a straight line over a step h misses (w h)^2/15.5 of it.
        self.write("crank.yaml", "bodies: {a: {type: planar_body, mass: 2, inertia: 0.1, position: [0.5, 0], "
                   "angular_velocity: 20, velocity: [0, 10]}}\n"
                   "joints: {j: {type: planar_revolute, between: [ground, a], at: [0, 0]}}\n"
                   "drives: {d: {type: angle, joint: j, value: 20*t}}\n"
                   "method: {name: ep, step: 0.01, end: 1.28}\noutputs: [j.force.x, j.force.y]\n")
        answer = self.invar("compare", "crank.yaml", "--methods", "ep,hht", "--budget", "2", "--out", "c.json",
                            "--report", "c.html")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("The motion is prescribed", answer.stdout)
        self.assertIn("of processor time", answer.stdout)
        data = self.read("c.json")
        for resolution in data["prescribed"]["resolutions"]:
            if 0.005 <= resolution["step"] <= 0.02:
                self.assertAlmostEqual(resolution["error"] / ((20 * resolution["step"])**2 / 15.49), 1, delta=0.1)
        self.assertEqual([a["step"] for a in data["advice"]], [0.01])
        self.assertLess(max(m["trials"][0]["load_error"] for m in data["methods"]), 1e-9)
        self.assertIn("The motion is prescribed", (self.folder / "c.html").read_text())

    def read(self, name):
        return json.loads((self.folder / name).read_text())

    def test_a_table_advice_and_files(self):
        answer = self.invar("compare", YOON, "--end", "2", "--budget", "4", "--out", "c.json", "--report", "c.html")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        for text in ("fastest at an error of 0.001", "long-term conservation", "hardest conditions", "[Yoon]"):
            self.assertIn(text, answer.stdout)
        data = self.read("c.json")
        self.assertLess(data["reference"]["accuracy"], 1e-6)
        methods = {m["name"]: m for m in data["methods"]}
        self.assertIn("explicit dop853", methods)
        errors = [t["error"] for t in methods["ep"]["trials"] if t["outcome"] == "completed"]
        self.assertGreaterEqual(len(errors), 3)
        self.assertEqual(errors, sorted(errors, reverse=True), "errors fall with the step")
        self.assertIn('"id":"work"', (self.folder / "c.html").read_text())

    def test_results_of_the_model_stand_beside_those_of_the_reference(self):
        # A free oscillator x = cos(2 t): largest speed 2, mean square of x over [0, pi] 1/2, rms at most to the order of a method.
        self.write("spring.yaml", """bodies: {a: {type: point_mass, mass: 1, position: [1, 0, 0]}}
markers: {hook: {on: ground, at: [0, 0, 0]}}
forces: {f: {type: spring_damper, between: [hook, a], stiffness: 4, rest_length: 0}}
measures: {speed: "magnitude(a.velocity)"}
results: {fastest: {max: speed}, far: {rms: a.position.x}, end: {final: a.position.x}}
method: {name: ep, step: 0.01, end: 3.2}
""")
        done = self.invar("compare", "spring.yaml", "--methods", "ep,ed", "--budget", "2", "--out", "out.json",
                          "--report", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("results of the same runs", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^ *method +step +fastest +far +end$")
        self.assertTrue("Results of the same runs" in (self.folder / "page.html").read_text())
        data = json.loads((self.folder / "out.json").read_text())
        reference = data["reference"]["results"]
        self.assertAlmostEqual(reference["fastest"], 2, delta=1e-4)
        self.assertAlmostEqual(reference["end"], math.cos(2 * data["end"]), delta=1e-8)
        square = 0.5 + math.sin(4 * data["end"]) / (8 * data["end"])
        self.assertAlmostEqual(reference["far"], math.sqrt(square), delta=1e-4)
        errors = {trial["step"]: abs(trial["results"]["end"] - math.cos(2 * data["end"]))
                  for method in data["methods"] if method["name"] == "ep"
                  for trial in method["trials"] if trial["outcome"] == "completed"}
        self.assertAlmostEqual(errors[0.02] / errors[0.01], 4, delta=0.2)
        # A model without the section has no table.
        self.assertNotIn("results of", self.invar("compare", YOON, "--methods", "ep", "--budget", "0.5", "--end", "1").stdout)

    def test_the_same_twice_apart_from_times(self):
        def trials():
            answer = self.invar("compare", YOON, "--end", "1", "--methods", "ep,al", "--budget", "20", "--out", "c.json",
                                "--quiet")
            self.assertEqual((answer.returncode, answer.stdout), (0, ""))
            return [[(t["step"], t["error"]) for t in m["trials"]] for m in self.read("c.json")["methods"]]

        self.assertEqual(trials(), trials())

    def test_wrong_requests_are_refused(self):
        self.assert_refused(2, "--methods", "compare", YOON, "--methods", "ep,edd")
        self.assert_refused(2, "ten steps", "compare", YOON, "--step", "1", "--end", "2", "--out", "c.json")
        self.assert_refused(2, "--end: step", "compare", YOON, "--end", "1e-3")
        self.write("long.yaml", (ROOT / "models" / "yoon_pendulum.yaml").read_text().replace("step: 0.01", "step: 9"))
        self.assert_refused(2, "long.yaml:", "compare", "long.yaml")
        self.assert_refused(2, "nonsense", "compare", YOON, "--set", "nonsense=1", "--report", "c.html")


if __name__ == "__main__":
    unittest.main()
