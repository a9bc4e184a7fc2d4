"""Standard streams and signals: nothing but data in data files, nothing lost that was computed."""
import os
import signal
import subprocess
import time
import unittest

from invar import ROOT, Program

# Velocities that the joint does not allow make a note on stderr.
NOTED = """\
gravity: [0, -9.81]
bodies: {a: {type: planar_body, mass: 1, inertia: 0.1, position: [0.6, 0.1], velocity: [1, 1]}}
joints: {j: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
method: {name: ep, step: 0.01, end: 0.1}
outputs: [a.position]
"""
FILES = ("a.csv", "a.json", "a.html")
FLAGS = ("--out", "a.csv", "--certificate", "a.json", "--report", "a.html")


class Streams(Program):
    def setUp(self):
        super().setUp()
        self.write("model.yaml", NOTED)

    def shell(self, line):
        return subprocess.run(["bash", "-c", line], cwd=self.folder, capture_output=True, text=True, timeout=300,
                              env={**os.environ, "RUN": " ".join(["run", "model.yaml", *FLAGS])})

    def data(self):
        texts = {name: (self.folder / name).read_text() for name in FILES}
        # Times and the command line differ from run to run.
        texts["a.json"] = "\n".join(line for line in texts["a.json"].splitlines() if "seconds" not in line)
        texts["a.html"] = len(texts["a.html"]) // 1000
        return texts

    def test_a_stack_of_256_kB_is_enough(self):
        for model in ("four_bar", "iltis", "flexible_four_bar", "rolling_disc", "excavator", "rotor"):
            for command in ("check {}", "run {} --end 0.02 --quiet", "run {} --end 0.02 --quiet --method ed --verify",
                            "modes {} --quiet"):
                with self.subTest(model=model, command=command):
                    path = ROOT / "models" / f"{model}.yaml"
                    answer = self.shell(f"ulimit -s 256; $INVAR {command.format(path)}")
                    self.assertEqual(answer.returncode, 0, answer.stderr)

    def test_closed_streams_leave_the_files_as_they_are(self):
        self.assertEqual(self.shell("$INVAR $RUN").returncode, 0)
        expected = self.data()
        header, *rows = expected["a.csv"].splitlines()
        self.assertEqual(len(rows), 11)
        for row in rows:
            self.assertEqual(len([float(cell) for cell in row.split(",")]), header.count(",") + 1)
        for closed in ("2>&- >/dev/null", ">&- 2>/dev/null", ">&- 2>&-", "<&- >&- 2>&-", "<&-", "<&- 2>&-", ">&-"):
            with self.subTest(closed):
                for name in FILES:
                    (self.folder / name).unlink()
                self.assertEqual(self.shell(f"$INVAR $RUN {closed}").returncode, 0)
                self.assertEqual(self.data(), expected)

    def test_closed_streams_in_all_commands(self):
        for args in ("check model.yaml", "list", "static model.yaml --out b.csv", "compare nothing.yaml",
                     "modes model.yaml --from-equilibrium --out b.csv --report b.html", "run nothing.yaml", "nothing"):
            expected = self.shell(f"$INVAR {args}").returncode
            for closed in (">&- 2>&-", "<&- >&- 2>&-", "2>&- >/dev/null", "2>/dev/full >/dev/null"):
                self.assertEqual(self.shell(f"$INVAR {args} {closed}").returncode, expected, (args, closed))

    def test_messages_that_cannot_be_written_end_no_run(self):
        self.assertEqual(self.shell("$INVAR $RUN 2>/dev/full").returncode, 0)
        self.assertEqual(self.shell("$INVAR $RUN 2>&1 | true; exit ${PIPESTATUS[0]}").returncode, 0)
        self.assertEqual(len(self.data()["a.csv"].splitlines()), 12)

    def test_a_reader_that_has_read_enough_is_no_failure(self):
        for args in ("list", "list --json-schema", "check model.yaml", "$RUN"):
            answer = self.shell(f"$INVAR {args} | head -n 1; exit ${{PIPESTATUS[0]}}")
            self.assertEqual((answer.returncode, answer.stderr.replace("note", "")[:0]), (0, ""), args)
            self.assertNotIn("cannot be written", answer.stderr)
        self.write("failing.yaml", NOTED.replace("0.1}\noutputs", "0.1}\noutputs").replace("step: 0.01", "step: 100"))
        direct = self.shell("$INVAR run failing.yaml").returncode
        self.assertEqual(self.shell("$INVAR run failing.yaml | true; exit ${PIPESTATUS[0]}").returncode, direct)


class Signals(Program):
    def interrupt(self, number, *args):
        run = subprocess.Popen([os.environ["INVAR"], *args], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while not any(path.name.endswith(".part") for path in self.folder.iterdir()):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        time.sleep(0.3)
        run.send_signal(number)
        out, err = run.communicate(timeout=120)
        return run.returncode, out, err

    def test_what_was_computed_is_written(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            for name in ("a.csv", "a.h5"):
                with self.subTest(f"{number.name} {name}"):
                    code, _, err = self.interrupt(number, "run", "pendulum.yaml", "--end", "1e6", "--out", name,
                                                  "--certificate", "a.json")
                    self.assertEqual(code, 3, err)
                    self.assertIn("interrupted", err)
                    self.assertGreater((self.folder / name).stat().st_size, 100)
                    self.assertIn('"stopped"', (self.folder / "a.json").read_text())

    def test_a_second_signal_ends_the_program_and_leaves_no_temporary_files(self):
        # Newton iterations of a comparison are not asked between two signals.
        before = self.files()
        run = subprocess.Popen([os.environ["INVAR"], "compare", "pendulum.yaml", "--end", "1e4", "--budget", "60",
                                "--out", "a.json"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not any(path.name.endswith(".part") for path in self.folder.iterdir()):
            time.sleep(0.01)
        time.sleep(0.2)
        run.send_signal(signal.SIGHUP)
        time.sleep(0.05)
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=120)
        self.assertIn(run.returncode, (3, -signal.SIGTERM))
        self.assertEqual(self.files(), before)

    def test_a_run_under_nohup_goes_on(self):
        answer = subprocess.run(["nohup", "bash", "-c", "(sleep 0.3; kill -HUP $$) & exec \"$INVAR\" run pendulum.yaml "
                                 "--end 200 --quiet --out a.csv"], cwd=self.folder, capture_output=True, text=True,
                                timeout=300)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertTrue((self.folder / "a.csv").read_text().splitlines()[-1].startswith("200,"))


if __name__ == "__main__":
    unittest.main()
