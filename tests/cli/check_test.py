"""invar check: what a user learns of a model before it runs."""
import unittest

from invar import ROOT, Program

HINGE = """\
gravity: [0, -9.81]
bodies:
  a: {type: planar_body, mass: 1, inertia: 1, position: [1, 0]}
joints:
  h: {type: planar_revolute, between: [ground, a], at: [0, 0]}
"""

TOO_FAR = """\
bodies:
  b: {type: planar_point_mass, mass: 1, position: [1, 0]}
markers:
  l: {on: ground, at: [0, 0]}
  r: {on: ground, at: [3, 0]}
joints:
  left: {type: distance, between: [l, b], length: 1}
  right: {type: distance, between: [r, b], length: 1}
"""


class Check(Program):
    def check(self, code, *args):
        answer = self.invar("check", *args)
        self.assertEqual(answer.returncode, code, answer.stderr)
        if code == 0:
            self.assertEqual(answer.stderr, "")
        return answer

    def lines(self, *args):
        """The answer as a map from the word at the left to the rest of the line."""
        pairs = [line.split(None, 1) for line in self.check(0, *args).stdout.splitlines() if not line.startswith(" ")]
        return {word: rest for word, rest in pairs}

    def test_counts_freedoms_and_tells_that_the_start_is_consistent(self):
        lines = self.lines("pendulum.yaml")
        self.assertEqual(lines["coordinates"], "2")
        self.assertEqual(lines["constraints"], "1")
        self.assertEqual(lines["freedoms"], "1 (1 independent constraints)")
        self.assertEqual(lines["redundant"], "none")
        self.assertEqual(lines["mass"], "2 kg, center at (1, 0, 0) m")
        self.assertEqual(lines["start"], "consistent as given")
        self.assertNotIn("conflicting", lines)

    def test_names_redundant_rows_by_joint(self):
        answer = self.check(0, str(ROOT / "models/four_bar_spatial.yaml")).stdout
        self.assertIn("freedoms       1 (35 independent constraints)\n", answer)
        self.assertIn("redundant      3 rows follow from others; the motion is right, but reactions are not unique in\n"
                      "               D: z, axis_1, axis_2\n", answer)

    def test_tells_one_redundant_row_in_the_singular(self):
        self.write("m.yaml", HINGE + "  again: {type: distance, between: [ground, a], at: [0, 0]}\n")
        answer = self.check(0, "m.yaml").stdout
        self.assertIn("redundant      1 row follows from others; the motion is right", answer)
        self.assertIn("again: length\n", answer)

    def test_tells_what_assembly_moves(self):
        self.write("m.yaml", HINGE.replace("at: [0, 0]}", "at: [0, 0]}\n  k: {type: distance, between: [ground, a], at: "
                                           "[0, 1], length: 1.2}"))
        self.assertRegex(self.lines("m.yaml")["start"], r"positions assembled in \d+ iterations: residual \S+ -> \S+, "
                         r"largest move \S+ in a\.")

    def test_gives_the_inertia_of_everything_about_its_center(self):
        self.write("m.yaml", "bodies:\n  a: {type: point_mass, mass: 1, position: [3, 0, 0]}\n"
                   "  b: {type: point_mass, mass: 2, position: [0, 1, 0]}\n")
        # m1 m2/(m1 + m2) = 2/3 times the squares of the distance (3, -1, 0).
        self.assertEqual(self.lines("m.yaml")["inertia"],
                         "xx 0.666667, yy 6, zz 6.66667, xy 2, xz 0, yz 0 kg m^2 about the center")
        self.write("m.yaml", HINGE)
        self.assertEqual(self.lines("m.yaml")["inertia"], "1 kg m^2 about z through the center")

    def test_refuses_what_cannot_be_assembled_and_names_the_joints_with_their_place(self):
        self.write("m.yaml", TOO_FAR)
        answer = self.check(2, "m.yaml")
        self.assertIn('conflicting    the parts cannot be assembled: residual 0.63 remains, largest in "right"', answer.stdout)
        self.assertNotIn("the motion is right", answer.stdout)
        self.assertRegex(answer.stderr, r'^m\.yaml:[78]:3: the parts cannot be assembled: .*"left"')
        self.assertEqual(answer.stderr.split(";")[0], self.invar("run", "m.yaml").stderr.split(";")[0])

    def test_refuses_drives_that_ask_for_different_accelerations(self):
        self.write("m.yaml", HINGE + "drives:\n  one: {type: angle, joint: h, value: t}\n"
                   "  two: {type: angle, joint: h, value: t + 0.1*t^2}\n")
        answer = self.check(2, "m.yaml")
        self.assertIn("conflicting    no acceleration satisfies all constraints", answer.stdout)
        self.assertNotIn("the motion is right", answer.stdout)
        self.assertRegex(answer.stderr, r'^m\.yaml:[78]:3: no acceleration .*"one" .*"two"')

    def assert_refused_as_by_run(self, text, message, *args):
        self.write("m.yaml", text)
        self.assert_refused(2, message, "check", "m.yaml", *args)
        self.assertEqual(self.invar("check", "m.yaml", *args).stderr, self.invar("run", "m.yaml", *args).stderr)

    def test_refuses_what_run_refuses_before_it_starts(self):
        self.assert_refused_as_by_run(HINGE + "outputs: [a.foo]\n", 'm.yaml:6:11: outputs has the unknown channel "a.foo"')
        self.assert_refused_as_by_run(HINGE + "method: {name: xx}\n", 'm.yaml:6:16: unknown method "xx"')
        self.assert_refused_as_by_run(HINGE + "method: {step: -1}\n", "method.step = -1 must be positive")
        self.assert_refused_as_by_run(HINGE + "method: {tolernce: 3}\n", 'did you mean "tolerance"?')
        self.assert_refused_as_by_run(HINGE + "method: {options: {order: 3}}\n", "must be one of 2, 4, 6")
        self.assert_refused_as_by_run(HINGE + "method: {start: somewhere}\n", "is no place to start from")
        self.assert_refused_as_by_run(
            "bodies:\n  a: {type: point_mass, mass: 0, position: [1, 0, 0]}\n"
            "joints:\n  d: {type: distance, between: [ground, a], at: [0, 0, 0]}\n",
            'm.yaml:2:3: "a" has a point without mass')

    # Slow at first: neither velocity nor acceleration of the drive tell at the start.
    def test_tells_drives_that_move_what_is_held(self):
        self.write("m.yaml", HINGE + "  again: {type: planar_revolute, between: [ground, a], at: [1, 0]}\n"
                   "drives:\n  motor: {type: angle, joint: h, value: t^3}\n")
        answer = self.check(2, "m.yaml")
        self.assertRegex(answer.stdout, r'conflicting    at t = \S+ s no \w+ satisf.*"motor"')
        self.assertIn('               drive "motor" moves what other constraints hold fixed\n', answer.stdout)
        self.assertNotIn("the motion is right", answer.stdout)
        self.assertRegex(answer.stderr, r'^m\.yaml:8:3: .* drive "motor" moves what other constraints hold fixed')

    # Both cranks of a parallelogram turn alike, several turns: the second drive is redundant and does no harm.
    def test_leaves_drives_that_agree_alone(self):
        self.write("m.yaml", """\
bodies:
  a: {type: planar_body, mass: 1, inertia: 1, position: [0, 0.5]}
  b: {type: planar_body, mass: 1, inertia: 1, position: [1, 1]}
  c: {type: planar_body, mass: 1, inertia: 1, position: [2, 0.5]}
joints:
  A: {type: planar_revolute, between: [ground, a], at: [0, 0]}
  B: {type: planar_revolute, between: [a, b], at: [0, 1]}
  C: {type: planar_revolute, between: [b, c], at: [2, 1]}
  D: {type: planar_revolute, between: [ground, c], at: [2, 0]}
drives:
  left: {type: angle, joint: A, value: 3*t}
  right: {type: angle, joint: D, value: 3*t}
method: {end: 10}
""")
        answer = self.check(0, "m.yaml").stdout
        self.assertIn("the motion is right", answer)
        self.assertIn("right: angle", answer)

    def test_tells_that_nothing_can_move(self):
        held = HINGE + "  again: {type: planar_revolute, between: [ground, a], at: [1, 0]}\n"
        self.write("m.yaml", held)
        self.assertEqual(self.lines("m.yaml")["warning"], "nothing can move and nothing is driven")
        self.assertNotIn("the motion is right", self.check(0, "m.yaml").stdout)
        self.write("m.yaml", HINGE + "drives:\n  d: {type: angle, joint: h, value: t}\n")
        self.assertNotIn("warning", self.lines("m.yaml"))

    def test_counts_parts_by_what_they_are(self):
        self.write("m.yaml", HINGE + "markers:\n  p: {on: a}\n  q: {on: ground}\ndrives:\n"
                   "  d: {type: angle, joint: h, value: t}\nforces:\n  m: {type: torsion_spring, joint: h, stiffness: 1}\n")
        self.assertEqual(self.lines("m.yaml")["parts"], "1 body, 1 joint, 2 markers, 1 drive, 1 force")

    def test_names_bodies_that_nothing_connects(self):
        loose = "  b: {type: planar_body, mass: 1, inertia: 1}\njoints:"
        self.write("m.yaml", HINGE.replace("joints:", loose))
        self.assertEqual(self.lines("m.yaml")["warning"], "not connected: b")
        self.write("m.yaml", HINGE.replace("joints:", loose) + "forces:\n  s: {type: spring_damper, between: [a, b], "
                   "stiffness: 1, rest_length: 1}\n")
        self.assertNotIn("warning", self.lines("m.yaml"))
        # Free bodies alone are a model too.
        self.write("m.yaml", "bodies:\n  b: {type: point_mass, mass: 1}\n  c: {type: point_mass, mass: 1}\n")
        self.assertNotIn("warning", self.lines("m.yaml"))

    def test_tells_that_gravity_along_z_does_nothing_in_the_plane(self):
        self.write("m.yaml", HINGE.replace("[0, -9.81]", "[0, 0, -9.81]"))
        message = "m.yaml:1: gravity along z has no effect in the plane z = 0; y is up"
        self.assertIn(message, self.lines("m.yaml")["warning"])
        self.assertIn("note: " + message, self.invar("run", "m.yaml", "--end", "0.1").stderr)
        self.write("m.yaml", "gravity: [0, 0, -9.81]\nbodies:\n  a: {type: point_mass, mass: 1}\n")
        self.assertNotIn("warning", self.lines("m.yaml"))

    def test_lists_the_quantities_of_a_part_whose_channel_is_unknown(self):
        driven = HINGE + "drives:\n  motor: {type: angle, joint: h, value: t}\n"
        for channel, hint in [("a.x", '"a" has position, velocity, acceleration, angle, omega, alpha, energy.kinetic\n'),
                              ("motor.moment", '"motor" has value, rate, speed, torque, lambda_raw, mu, power, impulse, work\n'),
                              ("motor.powr", 'did you mean "motor.power"?'),
                              ("a.position.z", "position, velocity")]:
            self.write("m.yaml", driven + f"outputs: [{channel}]\n")
            self.assert_refused(2, hint, "check", "m.yaml")

    def test_a_name_without_component_stands_for_all_of_them(self):
        self.write("m.yaml", "bodies:\n  a: {type: rigid_body, mass: 1, inertia: [1, 1, 1]}\noutputs: [a.lambda, a.e1]\n")
        self.assertEqual(self.invar("run", "m.yaml", "--end", "0.1", "--out", "m.csv").returncode, 0)
        names = (self.folder / "m.csv").read_text().splitlines()[0].split(",")
        self.assertEqual(sorted(names[1:7]), [f"a.lambda.{c}" for c in ("e1e1", "e1e2", "e1e3", "e2e2", "e2e3", "e3e3")])
        self.assertEqual(names[7:10], ["a.e1.x", "a.e1.y", "a.e1.z"])

    def test_lists_all_channels_with_units(self):
        rows = [line.split(None, 1) for line in self.check(0, "pendulum.yaml", "--channels").stdout.splitlines()]
        self.assertEqual(rows[0], ["bob.position.x", "m"])
        self.assertIn(["energy.total", "J"], rows)
        # Each of them can be asked for.
        self.write("m.yaml", (self.folder / "pendulum.yaml").read_text().split("outputs")[0]
                   + f"outputs: [{', '.join(name for name, unit in rows)}]\n")
        self.check(0, "m.yaml")

    def test_shows_where_joints_start_and_what_was_given(self):
        self.write("m.yaml", HINGE + "initial: {h.angle: 390*deg, h.angle_rate: 2}\n")
        lines = self.lines("m.yaml")
        self.assertRegex(lines["start"], r"^posed by 1 value of `initial` in \d+ parts of the way$")
        self.assertEqual(lines["joints"], "h.angle     6.80678 rad (390 deg) *, rate 2 rad/s *")
        self.write("m.yaml", HINGE + "initial: {h.angle: 1, a.angle: 2}\n")
        self.assert_refused(2, "m.yaml:6:23: initial.a.angle = 2 rad contradicts the joints and drives, h.angle = 1 rad, "
                               "which leave it at 1 rad", "check", "m.yaml")

    def test_names_what_makes_a_model_empty_or_a_name_unknown(self):
        self.assert_refused(2, "bodies.repeat makes no entries: from = 0, to = N = -3", "check",
                            str(ROOT / "models/n_four_bar.yaml"), "--set", "N=-3")
        self.write("m.yaml", HINGE.split("joints")[0] + "drives:\n  d: {type: angle, joint: jj, value: t}\n")
        self.assert_refused(2, 'names the unknown joint "jj"; the model has no joints', "check", "m.yaml")
        self.write("m.yaml", "bodies:\n  a: {type: rigid_body, mass: 1, inertia: [1, 1, 2.0000001]}\n")
        self.assert_refused(2, "principal moments 1, 1, 2.0000001 that", "check", "m.yaml")


if __name__ == "__main__":
    unittest.main()
