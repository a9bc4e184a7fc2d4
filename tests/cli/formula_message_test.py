"""Formulas that cannot be read: the message has the place, what is wrong, and what may be read there."""
import unittest

from invar import Program

MODEL = """\
{parameters}bodies:
  a: {{type: planar_body, mass: 1, inertia: {inertia}}}
  x: {{type: coordinate, inertia: 1}}
joints: {{h: {{type: planar_revolute, between: [ground, a], at: [0, 0]}}}}
drives: {{d: {{type: angle, joint: h, value: {drive}}}}}
forces:
  f: {{type: motor, joint: h, torque: {torque}}}
  p: {{type: potential, energy: {energy}}}
"""


class Formulas(Program):
    def message(self, **values):
        values = {"parameters": "", "inertia": "1", "torque": "1", "energy": "x^2", "drive": "0", **values}
        self.write("model.yaml", MODEL.format(**values))
        answers = {self.invar(command, "model.yaml").stderr for command in ("check", "run", "modes")}
        self.assertEqual(len(answers), 1, answers)
        answer = answers.pop()
        self.assertRegex(answer, r"^model\.yaml:\d+:\d+: ")
        self.assertEqual(len(answer.splitlines()), 1)
        return answer

    def test_a_channel_is_answered_with_what_may_be_read(self):
        for text in ("-10*h.angle - h.angle_rate", "h.angle", "sin(2*a.position.x) + t", "1.5*h.angle"):
            message = self.message(drive=f'"{text}"')
            self.assertIn("drives.d.value", message)
            self.assertIn("channels and parts cannot be read here; it may read t; the model has no parameters", message)
        self.assertIn("it may read t and the parameters k, l",
                      self.message(drive='"k*h.angle"', parameters="parameters: {k: 1, l: 2}\n"))
        self.assertIn("it may read the parameters k, l",
                      self.message(inertia='"k*h.angle"', parameters="parameters: {k: 1, l: 2}\n"))
        self.assertIn("it may read x; the model has no parameters", self.message(energy='"a.angle^2"'))
        self.assertIn("it may read the parameters k, l", self.message(parameters="parameters: {k: 1, l: a.mass}\n"))
        self.assertIn("only numbers can be read here", self.message(inertia='"a.mass"'))

    def test_an_unknown_name_is_answered_with_what_may_be_read(self):
        self.assertIn('has the unknown name "omega"; it may read t and the parameters k',
                      self.message(torque='"k*omega"', parameters="parameters: {k: 1}\n"))

    def test_an_unknown_signal_is_answered_with_signals(self):
        self.assertIn('has the unknown name "h.angel"; did you mean "h.angle"?', self.message(torque='"-10*h.angel"'))
        self.assertIn('has the unknown name "a.velocity.z"; did you mean "a.velocity.x"?', self.message(torque="a.velocity.z"))
        self.assertIn('reads "h.force.x", an acceleration or a reaction', self.message(torque="2*h.force.x"))

    def test_every_fault_has_words_of_its_own(self):
        for text, words in {
            "2*(t": "a closing bracket is missing", "t)": "the bracket \")\" is out of place", "t +": "it ends too early",
            "t t": "follows another value without an operator", "sin(t, t)": "too many values", "sin()": "",
            "t ? 1": "a case is not complete", "* t": "", "t,t": "", "t $ 2": "", "t..2": "", "atan2(t)": "too few values",
            "1" + "+t" * 3000: "is longer than 5000 characters", "(" * 200 + "t" + ")" * 200: "nested deeper than 100",
        }.items():
            with self.subTest(text[:20]):
                message = self.message(torque=f'"{text}"')
                self.assertIn(words, message)
                for raw in ("Unexpected token", "found at position", "expression \""):
                    self.assertNotIn(raw, message)

    def test_known_keys_are_those_that_are_read(self):
        pendulum = (self.folder / "pendulum.yaml").read_text()
        self.write("model.yaml", pendulum + "nonsense: 1\n")
        message = self.invar("check", "model.yaml").stderr
        known = message.split("known: ")[1].strip().split(", ")
        self.assertNotIn("camera", known)
        for key in known:
            self.write("model.yaml", f"{key}: null\n" + "".join(
                line for line in pendulum.splitlines(True) if not line.startswith(key + ":")))
            self.assertNotIn("no effect", self.invar("check", "model.yaml").stderr, key)
        for key in ("camera",):
            self.write("model.yaml", pendulum + f"{key}: {{a: 1}}\n")
            self.assert_refused(2, f"{key}", "check", "model.yaml")


if __name__ == "__main__":
    unittest.main()
