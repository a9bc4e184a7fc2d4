"""invar run --checkpoint and invar resume: a run that is interrupted, killed or refused, and what its files hold afterwards."""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import time
import unittest

from invar import ROOT, Program

MODEL = str(ROOT / "models" / "bauchau_universal_joint.yaml")


def without_time(text):
    """A certificate or page but for the time that passed."""
    return re.sub(r'\\?"wall_seconds\\?": *[-+.e0-9]+', "", text)


class Resume(Program):
    def run_whole(self, *args):
        """Runs to an end that takes this machine at least a second, however fast it is; gives the arguments of that run."""
        end = 2
        while True:
            whole = [*args, "--end", str(end)]
            began = time.monotonic()
            answer = self.invar("run", *whole, "--out", "whole.csv", "--certificate", "whole.json", "--report", "whole.html")
            self.assertEqual(answer.returncode, 0, answer.stderr)
            if time.monotonic() - began > 1:
                return whole
            end *= 2

    def start(self, *args):
        return subprocess.Popen([os.environ["INVAR"], "run", *args], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def read(self, name):
        return (self.folder / name).read_text()

    def kill_and_resume(self, seed, how, *args):
        """Kills a run at random moments until it completes; counts the kills."""
        choose = random.Random(seed)
        words = [*args, "--out", "part.csv", "--certificate", "part.json", "--report", "part.html", "--checkpoint", "keep",
                 "--checkpoint-every", "0.02"]
        kills = 0
        process = self.start(*words)
        while True:
            try:
                out, err = process.communicate(timeout=choose.uniform(0.05, 0.4))
            except subprocess.TimeoutExpired:
                process.send_signal(how)
                process.communicate()
                kills += 1
                self.assertLess(kills, 200)
                if not (self.folder / "keep").exists():  # killed before the first step
                    process = self.start(*words)
                    continue
                process = subprocess.Popen([os.environ["INVAR"], "resume", "keep"], cwd=self.folder,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                continue
            if process.returncode == 3 and how != signal.SIGKILL:  # the signal came while it was ending
                process = subprocess.Popen([os.environ["INVAR"], "resume", "keep"], cwd=self.folder,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                continue
            self.assertEqual(process.returncode, 0, err)
            return kills

    def assert_same_files(self):
        self.assertEqual(self.read("part.csv"), self.read("whole.csv"))
        whole, part = json.loads(self.read("whole.json")), json.loads(self.read("part.json"))
        whole.pop("wall_seconds"), part.pop("wall_seconds")
        self.assertEqual(part, whole)
        command = re.compile(r"invar run [^<\"]*")
        whole, part = (command.sub("", without_time(self.read(name))) for name in ("whole.html", "part.html"))
        self.assertEqual(part, whole)
        self.assertNotIn("keep", self.files())
        self.assertNotIn("keep.rows", self.files())

    def test_killed_runs_resume_to_the_same_bytes(self):
        for seed, method in enumerate((["ep"], ["ed"], ["explicit", "--step", "0.0005"], ["ep", "--tolerance", "1e-9"])):
            with self.subTest(method=method):
                args = [MODEL, "--method", *method]
                if len(method) == 1:
                    args += ["--step", "0.0002"]
                args = self.run_whole(*args)
                kills = self.kill_and_resume(seed, signal.SIGKILL, *args)
                self.assertGreater(kills, 0)
                self.assert_same_files()

    def test_interrupted_run_keeps_its_last_step(self):
        args = self.run_whole(MODEL, "--step", "0.0002")
        self.assertGreater(self.kill_and_resume(7, signal.SIGTERM, *args), 0)
        self.assert_same_files()

    def interrupt(self, *args):
        """A run with a checkpoint, stopped soon after its first one."""
        process = self.start(*args, "--checkpoint", "keep", "--checkpoint-every", "0.01")
        while not (self.folder / "keep").exists():
            time.sleep(0.01)
        time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        process.communicate()
        self.assertEqual(process.returncode, 3)

    def test_hdf5_has_the_same_data(self):
        args = [MODEL, "--end", "10", "--step", "0.0002"]
        answer = self.invar("run", *args, "--out", "whole.h5", "--state")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.interrupt(*args, "--out", "part.h5", "--state")
        self.assertEqual(self.invar("resume", "keep").returncode, 0)
        for name in ("whole", "part"):
            answer = self.invar("view", f"{name}.h5", "--out", f"{name}.html")
            self.assertEqual(answer.returncode, 0, answer.stderr)
        command = re.compile(r"invar run [^<\"]*")
        whole, part = (command.sub("", without_time(self.read(name))) for name in ("whole.html", "part.html"))
        self.assertEqual(part, whole)

    def test_resumes_in_another_folder(self):
        self.interrupt("pendulum.yaml", "--end", "500", "--step", "0.0005", "--out", "x.csv")
        answer = subprocess.run([os.environ["INVAR"], "resume", str(self.folder / "keep")], cwd="/", capture_output=True,
                                text=True, timeout=300)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("x.csv", self.files())

    def test_a_changed_model_is_refused(self):
        self.interrupt("pendulum.yaml", "--end", "1000", "--step", "0.0005")
        self.write("pendulum.yaml", self.read("pendulum.yaml") + "# changed\n")
        self.assert_refused(2, "pendulum.yaml: has changed since", "resume", "keep")

    def test_a_damaged_file_is_refused(self):
        self.interrupt("pendulum.yaml", "--end", "1000", "--step", "0.0005")
        path = self.folder / "keep"
        whole = path.read_bytes()
        for broken in (whole[:-1], whole[:200], whole + b"x", whole[:300] + bytes([whole[300] ^ 1]) + whole[301:]):
            path.write_bytes(broken)
            self.assert_refused(2, "is damaged: its checksum does not fit its content", "resume", "keep")
        path.write_bytes(b"t,x\n0,1\n")
        self.assert_refused(2, "is no checkpoint of invar", "resume", "keep")
        head, version, rest = whole.split(b"\n", 2)
        path.write_bytes(head + b"\n0.0.9\n" + rest)
        self.assert_refused(2, "was written by invar 0.0.9", "resume", "keep")
        path.unlink()
        self.assert_refused(2, "cannot be read", "resume", "keep")

    def test_options_that_cannot_be_combined_are_refused(self):
        self.assert_refused(1, "cannot be combined with --verify", "run", "pendulum.yaml", "--verify", "--checkpoint", "keep")
        self.assert_refused(1, "--checkpoint-every", "run", "pendulum.yaml", "--checkpoint-every", "5")
        self.assert_refused(2, "pendulum.yaml", "run", "pendulum.yaml", "--checkpoint", "pendulum.yaml")


if __name__ == "__main__":
    unittest.main()
