"""Formulas of the state as a user meets them: loops, jumps, unknown names, controllers that ring, functions from files."""
import json
import unittest

from invar import Program

ARM = """\
bodies:
  arm: {type: planar_body, mass: 1, inertia: 0.1, position: [0.5, 0]}
joints:
  hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}
"""


class Signals(Program):
    def refused(self, text, *words):
        self.write("model.yaml", ARM + text)
        for command in ("check", "run"):
            done = self.invar(command, "model.yaml")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, r"^model\.yaml:\d+:\d+: ")
            for word in words:
                self.assertIn(word, done.stderr)

    def run_to(self, text, *options):
        self.write("model.yaml", ARM + text)
        done = self.invar("run", "model.yaml", "--certificate", "c.json", "--out", "out.csv", *options)
        return done, json.loads((self.folder / "c.json").read_text())

    def test_a_loop_is_named(self):
        self.refused("controllers:\n"
                     "  a: {type: equations, signals: {output: 2*b}}\n"
                     "  b: {type: equations, signals: {output: c + 1}}\n"
                     "measures: {c: a.output}\n"
                     "forces: {f: {type: motor, joint: hinge, torque: a}}\n",
                     "depends on itself: a.output -> b.output -> c -> a.output",
                     "a state (lag, pid with an integral, ...) in the loop breaks it")
        # The state in the loop: no loop.
        done, _ = self.run_to("controllers: {a: {type: lag, input: -0.5*a - hinge.angle, time: 0.1}}\n"
                              "forces: {f: {type: motor, joint: hinge, torque: a}}\n"
                              "method: {name: ep, step: 0.01, end: 0.1}\n")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_efforts_that_read_each_other_are_a_loop(self):
        self.refused("forces:\n  f: {type: motor, joint: hinge, torque: 0.1*g.torque.z}\n"
                     "  g: {type: applied_torque, on: arm, torque: [0, 0, -f.torque]}\n", "g.torque.z")
        self.refused("forces:\n  f: {type: motor, joint: hinge, torque: 0.1*g.torque_3}\n"
                     "  g: {type: applied_torque, on: arm, torque: [0, 0, -f.torque]}\n",
                     "depends on itself: f.torque -> g.torque_3 -> f.torque")

    def test_what_may_be_read_is_listed(self):
        self.refused("forces: {f: {type: motor, joint: hinge, torque: hinge.energy}}\n",
                     'unknown name "hinge.energy"', "hinge.angle", "hinge.angle_rate")
        self.refused("forces: {f: {type: torsion_spring, joint: hinge, torque: x*heat}}\n",
                     'unknown name "heat"', "it may read t", "controllers, inputs, measures")
        self.refused("controllers: {c: {type: pid, input: -hinge.angle, kp: 3}}\n"
                     "forces: {f: {type: motor, joint: hinge, torque: c.integral_part}}\n",
                     'unknown name "c.integral_part"', "c.output")

    def test_functions_cannot_call_themselves(self):
        self.refused("functions: {f: 1 + f(x - 1)}\nforces: {m: {type: motor, joint: hinge, torque: f(t)}}\n",
                     'unknown function "f"')

    def test_a_formula_that_jumps_runs_and_balances(self):
        done, certificate = self.run_to(
            "forces:\n"
            "  f: {type: motor, joint: hinge, torque: 'hinge.angle > 0.2 ? -3 : 2'}\n"
            "  g: {type: torsion_spring, joint: hinge, damping_torque: '0.4*v + 0.3*sign(v)*t'}\n"
            "method: {name: ep, step: 0.005, end: 2}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(certificate["energy_balance_error_max"], 1e-11)

    def test_a_formula_out_of_its_range_stops_with_its_name(self):
        done, certificate = self.run_to("forces: {f: {type: motor, joint: hinge, torque: 'sqrt(0.5 - hinge.angle)'}}\n"
                                        "method: {name: ep, step: 0.01, end: 5}\n")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(certificate["status"], "stopped")
        self.assertIn("f", certificate["message"])

    def test_fast_controllers_under_the_rule_of_the_middle_are_noted(self):
        def note(step, more="", method="ep"):
            done, _ = self.run_to(
                "controllers: {fast: {type: lag, input: -hinge.angle, time: 1e-4" + more + "}}\n"
                "forces: {f: {type: motor, joint: hinge, torque: fast}}\n"
                f"method: {{name: {method}, step: {step}, end: 0.05}}\n")
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stderr
        text = note(0.01)
        self.assertIn("fast.output has a time constant of 0.0001 s, far below the step of 0.01 s", text)
        self.assertIn("give stiff: true to its controller, take steps below 0.001 s", text)
        self.assertNotIn("rings", note(5e-4))
        self.assertNotIn("rings", note(0.01, ", stiff: true"))
        self.assertNotIn("rings", note(0.01, method="ed"))
        self.assertIn("grows without bound; take steps below 0.0002 s", note(5e-4, method="explicit"))
        self.assertNotIn("grows", note(1e-4, method="explicit"))

    def test_functions_of_files_repeat_shift_and_scale(self):
        self.write("gas.csv", "angle,gas,other\n0,1,9\n1,3,9\n2,2,9\n3,1,9\n")
        done, _ = self.run_to("""functions:
  gas: {file: gas.csv, columns: [angle, gas], interpolation: linear, outside: repeat, shift_x: 0.5, scale_y: 10}
  map: {x: [0, 1, 2], y: [0, 1], table: [[0, 0], [1, 2], [2, 4]]}
forces: {f: {type: motor, joint: hinge, torque: "0*hinge.angle"}}
outputs: [{a: gas(7)}, {b: "map(1.5, 0.5)"}, {c: "pulse(t, 0.02, 0.03)"}, {d: "saturate(9, -1, 1) + deadzone(3, 1)"},
  {e: "step(t, 0, 1, 0.04, 3)"}, {g: "ramp(t, 0, 0.08)"}]
method: {name: ep, step: 0.01, end: 0.1}
""")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split(",") for line in (self.folder / "out.csv").read_text().splitlines()]
        column = {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}
        # (7 - 0.5) mod 3 = 0.5: between 1 and 3.
        self.assertAlmostEqual(column["a"][0], 20, places=12)
        self.assertAlmostEqual(column["b"][0], 1.5 * 1.5, places=12)
        self.assertEqual([round(v) for v in column["c"]], [0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0])
        self.assertAlmostEqual(column["d"][0], 3, places=12)
        self.assertAlmostEqual(column["e"][2], 2, places=12)
        self.assertAlmostEqual(column["g"][4], 0.5, places=12)


if __name__ == "__main__":
    unittest.main()
