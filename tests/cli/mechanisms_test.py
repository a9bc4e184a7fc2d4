"""A fixed set of random mechanisms against the independent reference (docs/finders.md)."""
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "fuzz"))
import mechanisms  # noqa: E402


class Mechanisms(unittest.TestCase):
    def test_200_random_mechanisms_move_and_react_as_newton_and_euler_say(self):
        wrong = []
        done, count = mechanisms.examine_many(os.environ["INVAR"], 1, 200, None, os.cpu_count(),
                                              ROOT / "build/fuzz/mechanisms", wrong.append)
        self.assertEqual(done, 200)
        self.assertEqual(count, 0, "\n".join(wrong[:20]))


if __name__ == "__main__":
    unittest.main()
