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


if __name__ == "__main__":
    unittest.main()
