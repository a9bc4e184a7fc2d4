"""A short run of script/fuzz models: always the same cases, none of them with a finding."""
import os
import subprocess
import sys
import unittest

from invar import ROOT


class Fuzz(unittest.TestCase):
    def test_150_models_and_command_lines_have_no_finding(self):
        answer = subprocess.run([sys.executable, str(ROOT / "fuzz" / "models.py"), "--seed", "tests", "--runs", "150"],
                                env=os.environ, capture_output=True, text=True, timeout=600)
        self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        self.assertIn("150 runs", answer.stdout)
        self.assertIn("findings: none", answer.stdout)

    def test_300_runs_through_singular_positions_have_no_finding(self):
        answer = subprocess.run([sys.executable, str(ROOT / "fuzz" / "singular.py"), "--seed", "1", "--runs", "300"],
                                env=os.environ, capture_output=True, text=True, timeout=600)
        self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        self.assertIn("300 runs, 0 wrong", answer.stdout)
        for word in ("green", "amber", "red, off the branch"):  # otherwise it would show nothing
            self.assertIn(word, answer.stdout)


if __name__ == "__main__":
    unittest.main()
