"""The accuracy of the motion: estimated on request, never silently taken for granted."""
import json
import signal
import subprocess
import time
import os
import unittest

from invar import PENDULUM, Program

LONG = PENDULUM.replace("end: 0.1", "end: 10")


class Verify(Program):
    def certificate(self, model, *args):
        self.write("model.yaml", model)
        answer = self.invar("run", "model.yaml", "--certificate", "a.json", *args)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return json.loads((self.folder / "a.json").read_text()), answer.stdout

    def test_without_it_the_certificate_says_that_the_accuracy_was_not_estimated(self):
        certificate, printed = self.certificate(LONG)
        self.assertIsNone(certificate["motion_error_estimate"])
        self.assertIsNone(certificate["motion_order"])
        self.assertEqual(certificate["motion_accuracy"], "not estimated")
        self.assertIn("[ ?] motion, estimated error", printed)
        self.assertIn("not estimated (--verify)", printed)

    def test_estimates_the_motion_and_every_output_with_the_order(self):
        certificate, printed = self.certificate(LONG, "--verify", "--step", "0.001")
        self.assertAlmostEqual(certificate["motion_order"], 2, delta=0.1)
        # The second-order error of the energy-preserving scheme, measured against the closed form elsewhere, is about h^2 t.
        self.assertGreater(certificate["motion_error_estimate"], 1e-6)
        self.assertLess(certificate["motion_error_estimate"], 1e-3)
        self.assertAlmostEqual(certificate["motion_size"], 2, delta=0.01)
        for axis in "xy":
            self.assertLessEqual(certificate[f"output_error_estimate.bob.position.{axis}"],
                                 1.1 * certificate["motion_error_estimate"])
            self.assertTrue(certificate[f"output_converged.bob.position.{axis}"])
        self.assertRegex(printed, r"\[(ok| ~)\] motion, estimated error +\S+ m +order 2\.0")

    def test_a_motion_that_is_off_by_centimetres_is_marked(self):
        certificate, printed = self.certificate(LONG, "--verify", "--step", "0.05")
        self.assertLess(certificate["energy_balance_error_max"], 1e-10)
        self.assertGreater(certificate["motion_error_estimate"], 0.03)
        self.assertIn("[!!] motion, estimated error", printed)

    def test_the_table_is_the_same_to_the_last_digit(self):
        for args in (["--step", "0.01"], ["--tolerance", "1e-6"], ["--tolerance", "1e-6", "--every", "0.5"]):
            with self.subTest(args):
                self.certificate(LONG, *args, "--out", "plain.csv")
                self.certificate(LONG, *args, "--out", "verified.csv", "--verify")
                self.assertEqual((self.folder / "plain.csv").read_text(), (self.folder / "verified.csv").read_text())

    def test_steps_that_do_not_divide_the_time_are_compared_up_to_the_end(self):
        certificate, _ = self.certificate(LONG, "--verify", "--step", "0.003", "--end", "2.02")
        self.assertEqual(certificate["motion_accuracy"], "converged")
        self.assertAlmostEqual(certificate["motion_order"], 2, delta=0.2)

    def test_reports_why_there_is_no_estimate_and_completes(self):
        certificate, printed = self.certificate(PENDULUM, "--verify", "--step", "0.05")
        self.assertEqual(certificate["motion_accuracy"], "failed")
        self.assertIsNone(certificate["motion_error_estimate"])
        self.assertEqual(certificate["status"], "completed")
        self.assertIn("could not be estimated", printed)
        self.assertIn("fewer than 8 steps", printed)

    def test_a_run_with_a_larger_step_that_fails_is_the_reason(self):
        # Explicit steps of 0.024 s are stable with this spring, those of 0.048 s are not.
        stiff = ("bodies: {b: {type: point_mass, mass: 1, position: [2, 0, 0]}}\n"
                 "forces: {s: {type: spring_damper, between: [ground, b], rest_length: 1, stiffness: 1e4}}\n"
                 "method: {name: explicit, options: {integrator: rk4}, step: 0.024, end: 200}\noutputs: [b.position.x]\n")
        certificate, printed = self.certificate(stiff, "--verify")
        self.assertNotEqual(certificate["motion_accuracy"], "converged")
        self.assertNotIn("[ok] motion", printed)

    def test_one_interrupt_stops_all_runs_and_writes_what_there_is(self):
        self.write("model.yaml", LONG.replace("end: 10", "end: 1e5"))
        program = subprocess.Popen([os.environ["INVAR"], "run", "model.yaml", "--verify", "--certificate", "a.json"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        program.send_signal(signal.SIGINT)
        out, _ = program.communicate(timeout=60)
        self.assertEqual(program.returncode, 3)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertEqual(certificate["status"], "stopped")
        self.assertEqual(certificate["motion_message"], "interrupted")
        self.assertIn("could not be estimated", out)


if __name__ == "__main__":
    unittest.main()
