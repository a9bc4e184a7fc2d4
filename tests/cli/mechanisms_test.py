"""Fixed sets of the finders: random mechanisms against the independent reference, two methods on random models."""
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "fuzz"))
import mechanisms  # noqa: E402
import methods  # noqa: E402


class Mechanisms(unittest.TestCase):
    def test_200_random_mechanisms_move_and_react_as_newton_and_euler_say(self):
        wrong = []
        done, count = mechanisms.examine_many(os.environ["INVAR"], 1, 200, None, os.cpu_count(),
                                              ROOT / "build/fuzz/mechanisms", wrong.append)
        self.assertEqual(done, 200)
        self.assertEqual(count, 0, "\n".join(wrong[:20]))

    def test_two_methods_approach_the_same_motion_of_30_random_models(self):
        for seed in range(1, 31):
            found = methods.examine(os.environ["INVAR"], seed, ROOT / "build/fuzz/methods", 120)
            self.assertIsNone(found[3], found[3])


if __name__ == "__main__":
    unittest.main()
