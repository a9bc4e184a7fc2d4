"""invar run: the files it writes, what it says, and how it ends."""
import csv
import json
import os
import pty
import resource
import signal
import subprocess
import time
import unittest

from invar import PENDULUM, Program


class Run(Program):
    def run_well(self, *args):
        answer = self.invar("run", "pendulum.yaml", *args)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        return answer.stdout

    def table(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.reader(file))

    def test_the_certificate_is_printed_unless_quiet(self):
        self.assertIn("completed at t = 0.1 s", self.run_well())
        self.assertEqual(self.run_well("--quiet"), "")

    def test_the_csv_file_has_time_first_and_a_row_each_step(self):
        self.run_well("--out", "a.csv")
        header, *rows = self.table("a.csv")
        self.assertEqual(header[:3], ["t", "bob.position.x", "bob.position.y"])
        self.assertEqual(len(rows), 11)
        self.assertEqual([float(value) for value in rows[0][:3]], [0, 1, 0])
        self.assertAlmostEqual(float(rows[-1][0]), 0.1, delta=1e-15)
        self.assertEqual(self.files(), ["a.csv", "pendulum.yaml"])

    def test_the_command_line_is_stronger_than_the_model(self):
        self.run_well("--step", "0.02", "--end", "0.2", "--every", "0.1", "--set", "l=2", "--out", "a.csv", "--certificate",
                      "a.json")
        rows = self.table("a.csv")[1:]
        self.assertEqual([round(float(row[0]), 12) for row in rows], [0, 0.1, 0.2])
        self.assertEqual(float(rows[0][1]), 2)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertEqual((certificate["step"], certificate["t_end"], certificate["steps"]), (0.02, 0.2, 10))

    def test_a_step_longer_than_the_run_is_one_step_to_its_end(self):
        for more in (["--step", "1e8", "--end", "0.05"], ["--end", "1e-12"], ["--end", "0.005", "--every", "3"],
                     ["--method", "explicit", "--end", "1e-12"], ["--tolerance", "1e-8", "--end", "1e-12"]):
            self.run_well("--certificate", "a.json", "--out", "a.csv", *more)
            certificate = json.loads((self.folder / "a.json").read_text())
            self.assertEqual((certificate["status"], certificate["t_reached"]), ("completed", certificate["t_end"]), more)
            self.assertGreaterEqual(certificate["steps"], 1, more)
            self.assertEqual(float(self.table("a.csv")[-1][0]), certificate["t_end"], more)

    def test_the_certificate_file_is_flat_json(self):
        self.run_well("--certificate", "a.json")
        certificate = json.loads((self.folder / "a.json").read_text(), parse_constant=self.fail)
        self.assertEqual((certificate["model"], certificate["method"], certificate["status"]), ("pendulum", "ep", "completed"))
        self.assertEqual(certificate.pop("warnings"), [])
        self.assertEqual(certificate["verdict"], "kept")
        findings = {finding["name"]: finding["verdict"] for finding in certificate.pop("findings")}
        self.assertEqual(findings["energy balance"], "kept")
        self.assertEqual(findings["motion, estimated error"], "not_estimated")
        self.assertEqual(certificate.pop("events"), [])
        self.assertTrue(all(not isinstance(value, (dict, list)) for value in certificate.values()))

    def test_strict_makes_a_red_line_a_failed_check(self):
        self.run_well("--strict", "--quiet")
        crude = ["run", "pendulum.yaml", "--method", "explicit", "--option", "integrator=euler", "--option",
                 "stabilization=none", "--option", "energy=none", "--step", "0.02", "--end", "2", "--certificate", "a.json"]
        self.assertEqual(self.invar(*crude).returncode, 0)
        answer = self.invar(*crude, "--strict", "--quiet")
        self.assertEqual((answer.returncode, answer.stdout), (4, ""))
        self.assertIn("not kept: energy balance: large", answer.stderr)
        self.assertEqual(json.loads((self.folder / "a.json").read_text())["verdict"], "not_kept")

    def test_a_method_that_estimates_its_error_controls_its_step_by_itself(self):
        answer = self.invar("run", "pendulum.yaml", "--method", "explicit", "--option", "integrator=dop853",
                            "--certificate", "c.json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("step-size control with tolerance 1e-08; --step fixes the step instead", answer.stderr)
        certificate = json.loads((self.folder / "c.json").read_text())
        self.assertEqual((certificate["tolerance"], certificate["step"]), (1e-8, None))
        answer = self.invar("run", "pendulum.yaml", "--method", "explicit", "--option", "integrator=dop853", "--step",
                            "0.05", "--certificate", "c.json")
        certificate = json.loads((self.folder / "c.json").read_text())
        self.assertEqual((certificate["tolerance"], certificate["step"]), (None, 0.05))

    def test_two_runs_write_the_same_bytes(self):
        self.run_well("--out", "a.csv")
        self.run_well("--out", "b.csv")
        self.assertEqual((self.folder / "a.csv").read_bytes(), (self.folder / "b.csv").read_bytes())

    def test_hdf5_is_written_whole(self):
        self.run_well("--out", "a.h5", "--state")
        self.assertEqual((self.folder / "a.h5").read_bytes()[:8], b"\x89HDF\r\n\x1a\n")
        self.assertEqual(self.files(), ["a.h5", "pendulum.yaml"])

    def test_what_assembly_moved_is_noted(self):
        self.write("m.yaml", PENDULUM.replace("between: [pivot, bob]", "between: [pivot, bob], length: 1.5"))
        answer = self.invar("run", "m.yaml", "--quiet")
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "", ""))
        answer = self.invar("run", "m.yaml")
        self.assertEqual(answer.returncode, 0)
        self.assertRegex(answer.stderr, r"^note: positions assembled in \d+ iterations: residual 6\.2e-01 -> \S+, "
                         r"largest move 0\.5 in bob\.x$")

    def test_a_file_may_be_a_pipe(self):
        for device in ("/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"):
            answer = subprocess.run(f'"$INVAR" run pendulum.yaml --quiet --certificate {device} | cat', shell=True,
                                    cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(answer.stderr, "")
            self.assertEqual(json.loads(answer.stdout)["status"], "completed")
        self.assertEqual(self.files(), ["pendulum.yaml"])

    def test_a_channel_named_twice_is_one_column(self):
        self.write("m.yaml", PENDULUM.replace("outputs: [bob.position.x, bob.position.y]",
                                              "outputs: [bob.position, bob.position.x]"))
        for name in ("a.csv", "a.h5"):
            self.assertEqual(self.invar("run", "m.yaml", "--out", name).returncode, 0)
        self.assertEqual(self.table("a.csv")[0][:4], ["t", "bob.position.x", "bob.position.y", "energy.total"])

    def test_a_file_beyond_the_limit_of_size_is_an_error_with_a_message(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        answer = self.invar("run", "pendulum.yaml", "--end", "10", "--out", "a.csv", preexec_fn=limit)
        self.assertEqual(answer.returncode, 2, answer.stderr)
        self.assertIn("a.csv: cannot be written: File too large", answer.stderr)
        self.assertEqual(self.files(), ["pendulum.yaml"])

    def test_a_tolerance_below_rounding_is_refused(self):
        self.assert_refused(2, "use at least 1e-15", "run", "pendulum.yaml", "--tolerance", "1e-16")

    def test_an_unknown_method_option_or_channel_keeps_old_files(self):
        self.write("m.yaml", PENDULUM.replace("bob.position.y]", "bob.positon.y]"))
        self.write("a.csv", "precious")
        self.assert_refused(2, 'unknown method "epp"', "run", "pendulum.yaml", "--method", "epp", "--out", "a.csv")
        self.assert_refused(2, 'did you mean "order"?', "run", "pendulum.yaml", "--option", "ordr=4", "--out", "a.csv")
        self.assert_refused(2, 'did you mean "bob.position.y"?', "run", "m.yaml", "--out", "a.csv")
        self.assertEqual((self.folder / "a.csv").read_text(), "precious")


class Stopped(Program):
    """Runs that cannot go on end with exit code 3, a sentence on stderr, and the files of what was computed."""

    def stop(self, more, *says):
        self.write("m.yaml", PENDULUM.replace("end: 0.1", "end: 3") + more)
        for name in ("a.csv", "a.h5"):
            answer = self.invar("run", "m.yaml", "--out", name, "--certificate", "a.json")
            self.assertEqual(answer.returncode, 3, answer.stderr)
            for words in ("stopped at t = ", ", step ", *says):
                self.assertIn(words, answer.stderr)
            certificate = json.loads((self.folder / "a.json").read_text(), parse_constant=self.fail)
            self.assertEqual(certificate["status"], "stopped")
            self.assertIn(certificate["message"], answer.stderr)
        text = (self.folder / "a.csv").read_text()
        self.assertGreater(len(text.splitlines()), 90)
        self.assertNotIn("nan", text)
        self.assertEqual((self.folder / "a.h5").read_bytes()[:8], b"\x89HDF\r\n\x1a\n")
        self.assertEqual(self.files(), ["a.csv", "a.h5", "a.json", "m.yaml", "pendulum.yaml"])

    def test_by_a_drive_that_reaches_too_far(self):
        self.stop("drives: {reach: {type: position, point: bob, value: [~, 0.8*t]}}\n", ", h = ", "did not converge", "largest constraint residual", ' in "')

    def test_by_drives_that_contradict_each_other(self):
        # They part at t = 1; whether a method sees it or not, the run does.
        more = ("drives:\n  one: {type: position, point: bob, value: [~, 0.2*t]}\n"
                "  two: {type: position, point: bob, value: [~, 't < 1 ? 0.2*t : 0.2*t + 0.1*(t - 1)^3']}\n")
        self.stop(more, '"one"', '"two"', "cannot be assembled")
        for method in ("ed", "ggl", "newmark", "hht", "generalized_alpha", "al_projection", "al_conserving", "explicit"):
            answer = self.invar("run", "m.yaml", "--method", method, "--step", "0.01", "--end", "3")
            self.assertEqual(answer.returncode, 3, method + answer.stderr)
            self.assertRegex(answer.stderr, '"one"|"two"', method)

    def test_by_a_formula_that_becomes_undefined(self):
        self.stop("forces: {pull: {type: applied_force, on: bob, force: [sqrt(1 - t), 0, 0]}}\n", '"pull"', "not finite")

    def test_by_the_end_of_a_table(self):
        self.stop("forces: {pull: {type: applied_force, on: bob,\n  force: [{table: [[0, 0], [1, 1]], outside: error}, 0, 0]}}\n",
                  "m.yaml:13:", "outside its range 0 to 1")


def heed_interrupts():
    """What a shell starts in the background ignores SIGINT, and so would the program."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Interrupted(Program):
    def start(self, *files, **more):
        # So long that it cannot end by itself while the test looks.
        process = subprocess.Popen([os.environ["INVAR"], "run", "pendulum.yaml", "--end", "1e6", "--every", "1", "--out",
                                    *(files or ["a.csv"]), "--certificate", "a.json"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, preexec_fn=heed_interrupts, **more)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def test_one_signal_stops_after_the_step_and_writes_what_there_is(self):
        process = self.start(stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 3)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertEqual(certificate["status"], "stopped")
        self.assertGreater(certificate["t_reached"], 0)
        self.assertGreater(len((self.folder / "a.csv").read_text().splitlines()), 1)
        self.assertEqual(self.files(), ["a.csv", "a.json", "pendulum.yaml"])

    def test_an_interrupted_hdf5_file_is_whole(self):
        process = self.start("a.h5", "--state", stderr=subprocess.DEVNULL)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 3)
        data = (self.folder / "a.h5").read_bytes()
        self.assertEqual(data[:8], b"\x89HDF\r\n\x1a\n")
        # The superblock knows the length of the file: one that was not closed properly is shorter or longer.
        self.assertEqual(int.from_bytes(data[40:48] if data[8] < 2 else data[28:36], "little"), len(data))
        self.assertEqual(self.files(), ["a.h5", "a.json", "pendulum.yaml"])

    def test_progress_is_shown_on_a_terminal(self):
        terminal, program_side = pty.openpty()
        self.addCleanup(os.close, terminal)
        process = self.start(stderr=program_side)
        os.close(program_side)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        shown = os.read(terminal, 65536).decode()
        self.assertRegex(shown, r"\r +\d+% \[#*\.*\] t = \S+ of 1e\+06 s")
        self.assertIn("\r\x1b[K", shown)


if __name__ == "__main__":
    unittest.main()
