"""invar run: the files it writes, what it says, and how it ends."""
import csv
import json
import os
import pty
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

    def test_the_certificate_file_is_flat_json(self):
        self.run_well("--certificate", "a.json")
        certificate = json.loads((self.folder / "a.json").read_text(), parse_constant=self.fail)
        self.assertEqual((certificate["model"], certificate["method"], certificate["status"]), ("pendulum", "ep", "completed"))
        self.assertTrue(all(not isinstance(value, (dict, list)) for value in certificate.values()))

    def test_two_runs_write_the_same_bytes(self):
        self.run_well("--out", "a.csv")
        self.run_well("--out", "b.csv")
        self.assertEqual((self.folder / "a.csv").read_bytes(), (self.folder / "b.csv").read_bytes())

    def test_hdf5_is_written_whole(self):
        self.run_well("--out", "a.h5", "--state")
        self.assertEqual((self.folder / "a.h5").read_bytes()[:8], b"\x89HDF\r\n\x1a\n")
        self.assertEqual(self.files(), ["a.h5", "pendulum.yaml"])

    def test_an_unknown_method_option_or_channel_keeps_old_files(self):
        self.write("m.yaml", PENDULUM.replace("bob.position.y]", "bob.positon.y]"))
        self.write("a.csv", "precious")
        self.assert_refused(2, 'unknown method "epp"', "run", "pendulum.yaml", "--method", "epp", "--out", "a.csv")
        self.assert_refused(2, 'did you mean "order"?', "run", "pendulum.yaml", "--option", "ordr=4", "--out", "a.csv")
        self.assert_refused(2, 'did you mean "bob.position.y"?', "run", "m.yaml", "--out", "a.csv")
        self.assertEqual((self.folder / "a.csv").read_text(), "precious")


class Interrupted(Program):
    def start(self, **more):
        # So long that it cannot end by itself while the test looks.
        process = subprocess.Popen([os.environ["INVAR"], "run", "pendulum.yaml", "--end", "1e6", "--every", "1", "--out", "a.csv",
                                    "--certificate", "a.json"], cwd=self.folder, text=True, stdout=subprocess.PIPE, **more)
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
