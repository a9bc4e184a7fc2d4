"""invar static and invar modes: what they say, the files they write, and how they end."""
import csv
import json
import math
import unittest

from invar import ROOT, Program

MAST = """\
gravity: [0, 0, -9.81]
parameters: {rate: 6}
bodies:
  tower: {type: rigid_body, mass: 50, inertia: [5, 5, 1], position: [0, 0, 1]}
  hub: {type: rigid_body, mass: 2, inertia: [1, 1, 1.5], position: [0, 0, 2], angular_velocity: [0, 0, rate]}
  arm: {type: rigid_body, mass: 1, inertia: [0.01, 0.2, 0.2], position: [0.8, 0, 2],
    angular_velocity: [0, 0, rate], velocity: [0, 0.8*rate, 0]}
joints:
  base: {type: weld, between: [ground, tower], at: [0, 0, 0]}
  shaft: {type: revolute, between: [tower, hub], at: [0, 0, 2], axis: [0, 0, 1]}
  flap: {type: revolute, between: [hub, arm], at: [0.1, 0, 2], axis: [0, 1, 0]}
method: {step: 0.001, end: 0.2, start: {equilibrium: {joint: shaft}}}
outputs: [arm.position, arm.velocity, flap.angle]
"""


class Static(Program):
    def test_a_pendulum_hangs_and_its_string_carries_the_weight(self):
        answer = self.invar("static", "pendulum.yaml", "--certificate", "a.json", "--out", "a.csv")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("equilibrium    stable", answer.stdout)
        self.assertIn("(0, 19.62, 0)", answer.stdout)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertEqual((certificate["status"], certificate["stability"], certificate["load_factor"]),
                         ("completed", "stable", 1))
        self.assertAlmostEqual(certificate["potential_energy"], -19.62, delta=1e-12)
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0][:4], ["t", "load_factor", "bob.position.x", "bob.position.y"])
        self.assertAlmostEqual(float(rows[-1][3]), -1, delta=1e-12)

    def test_an_unstable_equilibrium_says_that_it_is_no_place_to_rest(self):
        answer = self.invar("static", str(ROOT / "models/rolling_disc.yaml"), "--certificate", "a.json")
        self.assertEqual(answer.returncode, 0)
        self.assertIn("equilibrium    unstable in 1 of 3 directions", answer.stdout)
        self.assertIn("not where the model comes to rest", answer.stdout)
        self.assertIn("no stable equilibrium was found", answer.stderr)
        self.assertEqual(json.loads((self.folder / "a.json").read_text())["stability"], "unstable")

    def test_quiet_prints_nothing(self):
        answer = self.invar("static", "pendulum.yaml", "--quiet")
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "", ""))

    def test_load_steps_are_rows_of_the_table(self):
        answer = self.invar("static", "pendulum.yaml", "--load-steps", "4", "--out", "a.csv", "--quiet")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with open(self.folder / "a.csv", newline="") as file:
            self.assertEqual(float(list(csv.reader(file))[-1][1]), 1)

    def test_without_an_equilibrium_the_exit_code_is_3_and_the_worst_coordinate_is_named(self):
        self.write("falling.yaml", "gravity: [0, 0, -9.81]\nbodies: {a: {type: point_mass, mass: 1, position: [0, 0, 0]}}\n")
        answer = self.invar("static", "falling.yaml")
        self.assertEqual((answer.returncode, answer.stdout), (3, ""))
        self.assertIn("a.z", answer.stderr)

    def test_a_spin_that_a_joint_forbids_is_refused_with_its_name(self):
        self.write("mast.yaml", MAST)
        self.assert_refused(2, '"base" does not allow the spin', "static", "mast.yaml", "--spin", "0, 0, 6")
        self.assert_refused(2, "is not along the axis", "static", "mast.yaml", "--spin", "6, 0, 0", "--joint", "shaft")
        self.assert_refused(2, 'did you mean "shaft"', "static", "mast.yaml", "--joint", "shaf")

    def test_wrong_options_are_usage_errors(self):
        self.assert_refused(1, "need --arc-length", "static", "pendulum.yaml", "--arc-step", "0.1")
        self.assert_refused(1, "three numbers", "static", "pendulum.yaml", "--spin", "1, 2")
        self.assert_refused(1, "whole number", "static", "pendulum.yaml", "--load-steps", "0")
        self.assert_refused(2, "it is the model file", "static", "pendulum.yaml", "--certificate", "pendulum.yaml")

    def test_a_run_from_the_equilibrium_of_a_spin_stays_in_it(self):
        self.write("mast.yaml", MAST)
        answer = self.invar("run", "mast.yaml", "--out", "a.csv", "--certificate", "a.json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("the run starts from a", answer.stderr)
        self.assertIn("start=equilibrium", json.loads((self.folder / "a.json").read_text())["options"])
        with open(self.folder / "a.csv", newline="") as file:
            header, *rows = list(csv.reader(file))
        at = header.index("flap.angle")
        angles = [float(row[at]) for row in rows]
        # The coning angle of the arm balances weight and centrifugal force, and keeps its value.
        self.assertGreater(abs(angles[0]), 0.1)
        self.assertLess(max(angles) - min(angles), 1e-5)

    def test_a_pendulum_run_from_its_equilibrium_does_not_move(self):
        answer = self.invar("run", "pendulum.yaml", "--from-equilibrium", "--out", "a.csv", "--quiet")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.reader(file))[1:]
        for row in rows:
            self.assertAlmostEqual(float(row[2]), -1, delta=1e-10)

    def test_the_page_shows_the_load_path(self):
        answer = self.invar("static", "pendulum.yaml", "--report", "a.html")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("static, descent", (self.folder / "a.html").read_text())

    def test_an_unknown_start_is_refused(self):
        text = (self.folder / "pendulum.yaml").read_text().replace("end: 0.1}", "end: 0.1, start: rest}")
        self.write("pendulum.yaml", text)
        self.assert_refused(2, "no place to start from", "run", "pendulum.yaml")


class Modes(Program):
    def test_the_frequency_of_a_pendulum_is_printed_and_written(self):
        answer = self.invar("modes", "pendulum.yaml", "--from-equilibrium", "--out", "a.json")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        modes = json.loads((self.folder / "a.json").read_text())["modes"]
        self.assertEqual(len(modes), 1)
        self.assertAlmostEqual(modes[0]["imaginary"], math.sqrt(9.81), delta=1e-10)
        self.assertIn("bob", answer.stdout)

    def test_the_start_is_said_to_be_no_equilibrium(self):
        answer = self.invar("modes", "pendulum.yaml")
        self.assertEqual(answer.returncode, 0)
        self.assertIn("no equilibrium", answer.stderr)

    def test_the_bicycle_has_its_weave_mode(self):
        answer = self.invar("modes", str(ROOT / "models/bicycle.yaml"), "--set", "v0=5", "--set", "w0=0", "--out", "a.csv")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        weave = [row for row in rows if float(row["imaginary"]) > 0]
        self.assertEqual(len(weave), 1)
        self.assertAlmostEqual(float(weave[0]["real"]), -0.775341882196, delta=1e-8)
        self.assertAlmostEqual(float(weave[0]["imaginary"]), 4.46486771379, delta=1e-8)

    def test_the_page_shows_the_modes_one_after_the_other(self):
        answer = self.invar("modes", "pendulum.yaml", "--from-equilibrium", "--report", "a.html")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn('"start":0,"end":2,"name":"mode 1","facts":["0.49', (self.folder / "a.html").read_text())

    def test_files_need_a_known_ending(self):
        self.assert_refused(1, ".csv or .json", "modes", "pendulum.yaml", "--out", "a.txt")


if __name__ == "__main__":
    unittest.main()
