"""Drives over a run: the work of each, and angles that turn far in a step."""
import csv
import json
import unittest

from invar import Program

ARM = """\
gravity: [0, -9.81, 0]
bodies:
  upper: {type: rigid_body, mass: 2, inertia: [0.01, 0.2, 0.2], position: [0.5, 0, 0]}
  lower: {type: rigid_body, mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0, 0]}
joints:
  shoulder: {type: revolute, between: [ground, upper], at: [0, 0, 0], axis: [0, 0, 1]}
  elbow: {type: revolute, between: [upper, lower], at: [1, 0, 0], axis: [0, 0, 1]}
drives:
  first: {type: angle, joint: shoulder, value: 0.5*sin(2*t)}
  second: {type: angle, joint: elbow, value: 0.3*(1 - cos(3*t))}
method: {step: 0.005, end: 1}
outputs: [first.work, second.work, work.drives, first.power, second.power]
"""

WHEEL = """\
bodies:
  wheel: {type: rigid_body, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
joints:
  axle: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: [0, 1, 0]}
drives: {motor: {type: TYPE, joint: axle, value: VALUE}}
method: {end: 0.3}
outputs: [axle.angle, motor.value]
"""

METHODS = [["ep"], ["ep", "--option", "order=4"], ["ed"], ["ed", "--option", "stage=literal"], ["ggl"], ["newmark"], ["hht"],
           ["generalized_alpha"], ["al"], ["al_projection"], ["al_conserving"], ["al_conserving_projection"],
           ["explicit", "--option", "integrator=rk4"]]


class Driven(Program):
    def rows(self, model, *args):
        """The rows of a run as maps from channel to number, and its certificate."""
        self.write("model.yaml", model)
        answer = self.invar("run", "model.yaml", "--quiet", "--out", "a.csv", "--certificate", "a.json", *args)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with open(self.folder / "a.csv", newline="") as file:
            rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
        return rows, json.loads((self.folder / "a.json").read_text())


class Work(Driven):
    def check(self, *args):
        rows, certificate = self.rows(ARM, "--method", *args)
        size = max(abs(row["first.work"]) + abs(row["second.work"]) for row in rows)
        self.assertGreater(size, 1)
        for row in rows:
            self.assertAlmostEqual(row["first.work"] + row["second.work"], row["work.drives"], delta=1e-12 * size)
        self.assertAlmostEqual(rows[-1]["work.drives"], certificate["work_drives"], delta=1e-12 * size)
        # The power comes from the equations of motion at single instants. Both rules are of second order: of powers up to
        # 100 W with frequencies up to about 6 rad/s, P'' h^2/12 is 8e-3 J a second, and the scheme's own error is alike.
        for drive in ("first", "second"):
            work = 0
            for a, b in zip(rows, rows[1:]):
                work += 0.5 * (b["t"] - a["t"]) * (a[drive + ".power"] + b[drive + ".power"])
                self.assertAlmostEqual(b[drive + ".work"], work, delta=0.03)

    def test_of_each_drive_is_a_channel_and_their_sum_that_of_all(self):
        for method in METHODS:
            with self.subTest(method):
                self.check(*method)

    def test_is_booked_for_both_halves_of_a_controlled_step(self):
        self.check("ep", "--tolerance", "1e-6")

    def test_of_a_shaft_is_that_of_all_drives(self):
        model = """\
bodies:
  body: {type: rigid_body, mass: 1, inertia: [1, 2, 3], position: [0, 0, 0]}
joints:
  joint: {type: universal, between: [ground, body], at: [0, 0, 0], arm_F: [1, 0, 0], arm_M: [0, 1, 0],
          shaft_axis: [0, 0, 1], shaft_angle: 0.5*t^2}
method: {step: 0.01, end: 1}
outputs: [joint.drive_work, work.drives]
"""
        for method in ("ep", "ed"):
            rows, _ = self.rows(model, "--method", method)
            self.assertGreater(rows[-1]["work.drives"], 0.1)
            for row in rows:
                self.assertAlmostEqual(row["joint.drive_work"], row["work.drives"], delta=1e-12)


class Turns(Driven):
    def test_of_more_than_half_a_turn_a_step_are_not_lost(self):
        # 200 rad/s in steps of 0.03 s: 6 rad, almost a whole turn.
        # Of a velocity drive the value carries the error of the integration: only these have none at a constant rate.
        for kind, value, methods in (("angle", "200*t", ("ep", "ed", "hht", "al_projection", "explicit")),
                                     ("velocity", "200", ("ep", "ed"))):
            for method in methods:
                with self.subTest(kind=kind, method=method):
                    model = WHEEL.replace("TYPE", kind).replace("VALUE", value)
                    rows, certificate = self.rows(model, "--method", method, "--step", "0.03")
                    self.assertGreater(certificate["rejected_steps"], 0)
                    self.assertAlmostEqual(rows[-1]["t"], 0.3, delta=1e-12)
                    for row in rows:
                        for channel in ("motor.value", "axle.angle"):
                            self.assertAlmostEqual(row[channel], 200 * row["t"], delta=1e-6)

    def test_that_no_division_of_the_step_makes_small_end_the_run_with_the_name_of_the_drive(self):
        self.write("model.yaml", WHEEL.replace("TYPE", "angle").replace("VALUE", '"t > 0.1 ? 3 : 0"'))
        answer = self.invar("run", "model.yaml", "--quiet")
        self.assertEqual(answer.returncode, 3)
        self.assertIn('drive "motor": its value jumps at t = 0.1 s, which takes an infinite velocity', answer.stderr)


if __name__ == "__main__":
    unittest.main()
