"""What the tests of the program share: calling it in a temporary folder, and a small model."""
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

PENDULUM = """\
model: pendulum
parameters: {l: 1, mass: 2}
gravity: [0, -9.81]
bodies:
  bob: {type: planar_point_mass, mass: mass, position: [l, 0]}
markers:
  pivot: {on: ground}
joints:
  string: {type: distance, between: [pivot, bob]}
method: {name: ep, step: 0.01, end: 0.1}
outputs: [bob.position.x, bob.position.y]
"""


class Program(unittest.TestCase):
    """Each test works in an empty folder that has the model pendulum.yaml."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("pendulum.yaml", PENDULUM)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def invar(self, *args, **more):
        return subprocess.run([os.environ["INVAR"], *args], cwd=self.folder, capture_output=True, text=True,
                              timeout=300, **more)

    def assert_refused(self, code, message, *args):
        """The program ends with this code, says this on stderr and nothing on stdout, and leaves no file."""
        before = self.files()
        answer = self.invar(*args)
        self.assertEqual(answer.returncode, code, answer.stderr)
        self.assertIn(message, answer.stderr)
        self.assertEqual(answer.stdout, "")
        self.assertEqual(self.files(), before)
