"""Steps that follow a tolerance: what is between them is seen, and the end is reached."""
import json
import unittest

from invar import PENDULUM, Program

PULSE = """\
bodies:
  b: {type: point_mass, mass: 1}
forces:
  k: {type: applied_force, on: b, force: ["t > 1 && t < 1.1 ? 100 : 0", 0, 0]}
method: {end: 4}
outputs: [b.velocity.x]
"""
METHODS = ["ep", "ed", "ggl", "newmark", "hht", "generalized_alpha", "al", "al_projection", "al_conserving",
           "al_conserving_projection", "explicit"]


class StepControl(Program):
    def run_to(self, model, *args):
        """Last row of the run, as text, and its certificate."""
        self.write("model.yaml", model)
        answer = self.invar("run", "model.yaml", "--quiet", "--out", "a.csv", "--certificate", "a.json", *args)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        last = (self.folder / "a.csv").read_text().splitlines()[-1].split(",")
        return [float(value) for value in last], json.loads((self.folder / "a.json").read_text())

    def test_sees_a_pulse_far_shorter_than_the_run(self):
        for method in METHODS:
            with self.subTest(method):
                more = ["--option", "integrator=dop853"] if method == "explicit" else []
                last, _ = self.run_to(PULSE, "--method", method, "--tolerance", "1e-6", *more)
                # 100 N for 0.1 s on 1 kg. A step over an edge of the pulse is wrong by at most F h in the velocity, and by
                # about F h^2 in the coordinate, which is 1e-6: h is 1e-4 s and the velocity good to 0.01 an edge.
                self.assertAlmostEqual(last[1], 10, delta=0.03)

    def test_takes_no_step_beyond_the_largest(self):
        free = {"ep": [], "explicit": ["--option", "integrator=dop853"]}
        for method, more in free.items():
            with self.subTest(method):
                args = ["--method", method, "--tolerance", "1e-2", "--end", "2", *more]
                model = PENDULUM.replace("bob.position.x,", "step.size,")
                self.run_to(model, *args, "--max-step", "0.004")
                rows = (self.folder / "a.csv").read_text().splitlines()[1:]
                sizes = [float(row.split(",")[1]) for row in rows]
                self.assertLess(max(sizes), 0.004 * (1 + 1e-9))
                self.assertGreater(max(sizes), 0.0039)
                self.run_to(model.replace("step: 0.01", "step: 0.01, max_step: 0.002"), *args)
                rows = (self.folder / "a.csv").read_text().splitlines()[1:]
                self.assertLess(max(float(row.split(",")[1]) for row in rows), 0.002 * (1 + 1e-9))

    def test_has_a_largest_step_only_where_steps_vary(self):
        self.assert_refused(2, "--max-step: max_step has no effect on constant steps; add --tolerance", "run",
                            "pendulum.yaml", "--max-step", "0.1")

    def test_reaches_an_end_as_near_as_one_likes(self):
        for method in ("ep", "explicit"):
            with self.subTest(method):
                more = ["--option", "integrator=dop853"] if method == "explicit" else []
                last, certificate = self.run_to(PENDULUM, "--method", method, "--tolerance", "1e-6", "--end", "1e-14", *more)
                self.assertEqual((last[0], certificate["t_reached"]), (1e-14, 1e-14))
                self.assertGreater(certificate["steps"], 0)


if __name__ == "__main__":
    unittest.main()
