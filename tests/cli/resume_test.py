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
MOST_KILLS = 12
# Controllers with states, a delay, limits, an input, a table, a measure, results of the run, and an angle of many turns.
CONTROLLED = """
model: controlled
gravity: [0, -9.81]
inputs: {load: 0.3}
functions:
  friction: {table: [[-10, -0.4], [-1, -0.3], [0, 0], [1, 0.3], [10, 0.4]]}
bodies:
  arm: {type: planar_body, mass: 2, inertia: 0.1, position: [0, -0.5]}
  tip: {type: planar_body, mass: 0.5, inertia: 0.02, position: [0, -1.2]}
joints:
  hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}
  elbow: {type: planar_revolute, between: [arm, tip], at: [0, -1]}
controllers:
  hold: {type: pid, input: 3*t - hinge.angle, kp: 60, ki: 20, kd: 8, filter: 0.02, limits: [-40, 40], tracking: 0.1}
  late: {type: delay, input: hold, time: 0.01, order: 2}
  filter: {type: equations, states: {a: elbow.angle_rate - 5*a}, signals: {output: 2*a}}
forces:
  servo: {type: motor, joint: hinge, torque: late + load - friction(hinge.angle_rate)}
  damper: {type: motor, joint: elbow, torque: -0.2*elbow.angle_rate - filter}
measures:
  error: 3*t - hinge.angle
results:
  worst: {max: abs(error)}
  when: {time_of_max: magnitude(hinge.force)}
  effort: {rms: servo.torque, after: 0.5}
method: {name: ep, step: 0.0005, end: 2}
outputs: [hinge.angle, elbow.angle, hold.output, hold.integral, late.output, filter.a, servo.torque, error, hinge.force]
"""


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

    def version_of_checkpoint(self):
        """Something that changes with every new checkpoint; None without one."""
        try:
            found = (self.folder / "keep").stat()
            return found.st_ino, found.st_mtime_ns
        except FileNotFoundError:
            return None

    def size_of_rows(self):
        try:
            return (self.folder / "keep.rows").stat().st_size
        except FileNotFoundError:  # the run has completed
            return None

    def wait_for_progress(self, process, before):
        """Until there is a checkpoint other than `before`, or the process has ended."""
        while process.poll() is None and self.version_of_checkpoint() in (None, before):
            time.sleep(0.005)

    def kill_and_resume(self, seed, how, *args):
        """Kills a run at random moments, some of them while it starts, then lets it complete; counts the kills."""
        choose = random.Random(seed)
        words = [*args, "--out", "part.csv", "--certificate", "part.json", "--report", "part.html", "--checkpoint", "keep",
                 "--checkpoint-every", "0.02"]
        kills = rows = 0
        process = self.start(*words)
        while kills < MOST_KILLS:
            # A machine may be so slow that a run gets nowhere in any given time: most kills wait for a new checkpoint.
            if kills % 3 != 2:
                self.wait_for_progress(process, before=self.version_of_checkpoint())
                # Steps before the last checkpoint are not made again: the rows that it had are there.
                if (now := self.size_of_rows()) is not None:
                    self.assertGreater(now, rows)
                    self.wait_for_progress(process, before=self.version_of_checkpoint())
                    rows = now
            time.sleep(choose.uniform(0, 0.2))
            if process.poll() is not None:
                break
            process.send_signal(how)
            process.communicate()
            kills += 1
            if (self.folder / "keep").exists():
                process = subprocess.Popen([os.environ["INVAR"], "resume", "keep"], cwd=self.folder,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            elif "part.csv" not in self.files():  # killed before its first checkpoint
                process = self.start(*words)
            else:  # killed when all was written
                return kills
        out, err = process.communicate(timeout=300)
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

    def test_killed_runs_with_memory_resume_to_the_same_bytes(self):
        """Controllers, valves, motors: internal variables, and what results of the run have seen so far."""
        self.write("controlled.yaml", CONTROLLED)
        servo, motor = (str(ROOT / "models" / f"{name}.yaml") for name in ("servo_pendulum", "dc_motor_drive"))
        for seed, (model, method) in enumerate((("controlled.yaml", "ep"), ("controlled.yaml", "em"), (servo, "ed"),
                                                (motor, "em"))):
            with self.subTest(model=model, method=method):
                args = self.run_whole(model, "--method", method, "--step", "0.0005")
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

    def test_damaged_rows_are_refused(self):
        args = ["pendulum.yaml", "--end", "1000", "--step", "0.0005", "--out", "x.csv"]
        self.interrupt(*args)
        path = self.folder / "keep.rows"
        whole = path.read_bytes()
        for length in (0, 1, 7, 8, len(whole) // 2, len(whole) - 1):
            path.write_bytes(whole[:length])
            self.assert_refused(2, "keep.rows: has fewer rows than belong to the checkpoint", "resume", "keep")
        middle = len(whole) // 2
        path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1:])
        self.assert_refused(2, "keep.rows: is damaged", "resume", "keep")
        path.unlink()
        self.assert_refused(2, "keep.rows: cannot be read", "resume", "keep")
        # Rows beyond the checkpoint, the last of them torn, are those of a crash: they are computed again.
        path.write_bytes(whole + b"torn")
        self.assertTrue((self.folder / "keep").exists(), "a refused file is kept")
        process = subprocess.Popen([os.environ["INVAR"], "resume", "keep"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.wait_for_progress(process, before=self.version_of_checkpoint())
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, 3), err)

    def test_a_checkpoint_is_not_overwritten_by_another_run(self):
        args = ["pendulum.yaml", "--end", "1000", "--step", "0.0005"]
        self.interrupt(*args)
        before = (self.folder / "keep").read_bytes()
        self.assert_refused(2, "keep: holds a run that was interrupted", "run", *args, "--checkpoint", "keep")
        self.assertEqual((self.folder / "keep").read_bytes(), before)
        self.write("notes.txt", "mine")
        self.assert_refused(2, "notes.txt: exists and is no checkpoint", "run", *args, "--checkpoint", "notes.txt")
        self.assertEqual(self.read("notes.txt"), "mine")

    def test_a_checkpoint_outlives_results_that_cannot_be_written(self):
        """The results of a completed run are moved to their names first, and the checkpoint goes after that."""
        args = ["pendulum.yaml", "--end", "1", "--step", "0.01", "--out", "x.csv", "--checkpoint", "keep"]
        process = self.start(*args, "--certificate", "/dev/full")
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2, err)
        self.assertIn("keep", self.files())
        self.assertIn("keep.rows", self.files())

    def test_options_that_cannot_be_combined_are_refused(self):
        self.assert_refused(1, "cannot be combined with --verify", "run", "pendulum.yaml", "--verify", "--checkpoint", "keep")
        self.assert_refused(1, "--checkpoint-every", "run", "pendulum.yaml", "--checkpoint-every", "5")
        self.assert_refused(2, "pendulum.yaml", "run", "pendulum.yaml", "--checkpoint", "pendulum.yaml")


if __name__ == "__main__":
    unittest.main()
