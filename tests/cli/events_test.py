"""Events from outside: what a run prints, writes and refuses."""
import csv
import json
import unittest

from invar import Program

SWING = """\
gravity: [0, -9.81]
inputs: {gain: 0}
bodies:
  arm: {type: planar_body, mass: 2, inertia: 0.1, position: [0.5, 0]}
joints:
  hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}
forces:
  motor: {type: motor, joint: hinge, torque: gain}
events:
  caught: {when: hinge.angle < -1, do: [{lock: hinge}]}
  freed: {at: 1.5, do: [{unlock: hinge}, {set: {gain: 3}}]}
  never: {when: hinge.angle > 20, do: stop}
method: {step: 0.01, end: 2}
outputs: [hinge.angle, hinge.angle_locked, hinge.lock_torque]
"""


class Events(Program):
    def run_swing(self, *args):
        self.write("swing.yaml", SWING)
        answer = self.invar("run", "swing.yaml", "--out", "a.csv", "--certificate", "a.json", *args)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return answer, json.loads((self.folder / "a.json").read_text())

    def test_stand_in_the_certificate_the_print_and_a_table_of_their_own(self):
        answer, certificate = self.run_swing()
        events = certificate["events"]
        self.assertEqual([event["name"] for event in events], ["caught", "freed"])
        self.assertEqual(certificate["event_count"], 2)
        self.assertEqual([event["degrees_of_freedom"] for event in events], [0, 1])
        # It falls by sin(1)/2: all of that is lost in the lock.
        self.assertAlmostEqual(events[0]["dissipated"], 2 * 9.81 * 0.5 * 0.8414709848, delta=1e-4)
        self.assertAlmostEqual(certificate["dissipated_events"], events[0]["dissipated"], delta=1e-12)
        self.assertIn("caught, dissipated", answer.stdout)
        self.assertIn("event \"never\" has not happened", answer.stderr)
        with open(self.folder / "a.events.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["name"] for row in rows], ["caught", "freed"])
        self.assertEqual(float(rows[1]["t"]), 1.5)
        self.assertEqual(float(rows[0]["dissipated"]), events[0]["dissipated"])

    def test_hold_what_they_lock_and_let_it_go(self):
        self.run_swing()
        with open(self.folder / "a.csv", newline="") as file:
            rows = [{name: float(x) for name, x in row.items()} for row in csv.DictReader(file)]
        held = [row for row in rows if row["hinge.angle_locked"] == 1 and row["t"] < 1.5]
        self.assertGreater(len(held), 50)
        for row in held:
            self.assertAlmostEqual(row["hinge.angle"], -1, delta=1e-12)
            self.assertAlmostEqual(row["hinge.lock_torque"], 9.81 * 0.5403023059, delta=1e-6)
        self.assertLess(rows[-1]["hinge.angle"], -1.05)

    def test_with_names_that_do_not_exist_are_refused_with_their_line(self):
        self.write("swing.yaml", SWING.replace("{lock: hinge}", "{lock: hings}"))
        answer = self.invar("run", "swing.yaml")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("swing.yaml:10", answer.stderr)
        self.assertIn("hinge", answer.stderr)
        self.write("swing.yaml", SWING.replace("hinge.angle < -1", "hinge.angel < -1"))
        answer = self.invar("run", "swing.yaml")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("swing.yaml:10", answer.stderr)
        self.assertIn("hinge.angle", answer.stderr)

    def test_with_step_control_and_verification(self):
        _, certificate = self.run_swing("--tolerance", "1e-7", "--verify")
        self.assertEqual([event["name"] for event in certificate["events"]], ["caught", "freed"])
        self.assertEqual(certificate["motion_accuracy"], "converged", certificate["motion_message"])


if __name__ == "__main__":
    unittest.main()
