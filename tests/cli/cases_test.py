"""Models that version 0.1 got wrong, with the truth from a second derivation. Neighbours of each (other values, methods, models) are in
the tests of their subject; here each model runs as it was found."""
import csv
import json
import math
import os
import shutil
import subprocess
import unittest

from invar import ROOT, Program

CASES = ROOT / "tests" / "data" / "cases"
METHODS = ["ep", "em", "ed", "ggl", "newmark", "hht", "generalized_alpha", "al", "al_projection", "al_conserving",
           "al_conserving_projection", "explicit"]


class Cases(Program):
    def setUp(self):
        super().setUp()
        for path in CASES.iterdir():
            shutil.copy(path, self.folder)

    def columns(self, name, *args):
        """The table of a run that completes, by column."""
        answer = self.invar("run", f"{name}.yaml", "--out", "out.csv", "--certificate", "c.json", *args)
        self.assertEqual(answer.returncode, 0, (name, args, answer.stderr))
        with open(self.folder / "out.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        return {key: [float(row[key]) for row in rows] for key in rows[0]}

    def certificate(self):
        return json.loads((self.folder / "c.json").read_text())

    def test_thin_rod_torque(self):
        # The torque is 2 I.
        for method in METHODS:
            alpha = self.columns("thin_rod_torque", "--method", method, "--end", "0.1")["b.alpha.x"]
            self.assertLess(max(abs(a - 2) for a in alpha), 1e-8, method)

    def test_table_with_bom(self):
        # Torque 5, 1, 2 at t = 0, 0.5, 1: twice integrated over 0.5 s with inertia 1.
        truth = 5 * 0.5**2 / 2 - 8 * 0.5**3 / 6
        error = {}
        for method, options in (("ep", ()), ("explicit", ()), ("ed", ())):
            angle = self.columns("table_with_bom", "--method", method, *options)["a.angle"][-1]
            error[method] = abs(angle - truth)
        self.assertLess(error["explicit"], 1e-12)
        self.assertLess(error["ed"], 1e-12)
        self.assertLess(error["ep"], 0.01**2)

    def test_screw_spring_torque(self):
        columns = self.columns("screw_spring_torque")
        for i in range(len(columns["t"])):  # Newton: I alpha = torque of the joint and of the spring
            self.assertAlmostEqual(0.05 * columns["n.alpha.z"][i], columns["t.torque.z"][i] + columns["s.torque"][i],
                                   delta=1e-10)

    def test_modes_sparse_bennett(self):
        for options in ((), ("--sparse",)):
            answer = self.invar("modes", "modes_sparse_bennett.yaml", "--out", "m.json", *options)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            modes = json.loads((self.folder / "m.json").read_text())
            self.assertEqual((modes["degrees_of_freedom"], len(modes["modes"])), (1, 1))

    def test_line_body_free_spin(self):
        for command in ("check", "run"):
            answer = self.invar(command, "line_body_free_spin.yaml")
            self.assertEqual(answer.returncode, 2)
            self.assertIn("b1", answer.stderr)
            self.assertIn("no inertia", answer.stderr)

    def test_bricard_redundant(self):
        # Against dop853 with a tolerance far below; the order of rk4 is 4.
        options = ("--method", "explicit", "--end", "2")
        truth = self.columns("bricard_redundant", *options, "--option", "integrator=dop853", "--tolerance", "1e-13")
        errors = []
        for step in (0.05, 0.025, 0.0125):
            c = self.columns("bricard_redundant", *options, "--option", "integrator=rk4", "--step", str(step))
            errors.append(math.dist([c[f"P3.position.{x}"][-1] for x in "xyz"],
                                    [truth[f"P3.position.{x}"][-1] for x in "xyz"]))
        for coarse, fine in zip(errors, errors[1:]):
            self.assertAlmostEqual(math.log2(coarse / fine), 4, delta=0.4)

    def test_turntable_ball(self):
        # A circle with the rate 2/7 W: closed form.
        self.columns("turntable_ball", "--method", "explicit", "--option", "integrator=dop853", "--step", "0.0025")
        c = self.columns("turntable_ball", "--method", "explicit", "--option", "integrator=dop853", "--step", "0.0025")
        w, v = 2 / 7 * 5, 0.3
        for t, x, y in zip(c["t"], c["ball.position.x"], c["ball.position.y"]):
            # r'' = w e_z x r', r(0) = (0.5, 0), r'(0) = (0, v)
            self.assertAlmostEqual(x, 0.5 - v / w * (1 - math.cos(w * t)), delta=2e-12)
            self.assertAlmostEqual(y, v / w * math.sin(w * t), delta=2e-12)

    def test_mass_ratio(self):
        # Two equal pendulums that nothing connects.
        for method in ("ep", "em", "explicit"):
            c = self.columns("mass_ratio", "--method", method)
            self.assertLess(max(abs(a - b) for a, b in zip(c["j.angle"], c["k.angle"])), 1e-11, method)
        answer = self.invar("modes", "mass_ratio.yaml", "--from-equilibrium", "--out", "m.json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        modes = json.loads((self.folder / "m.json").read_text())["modes"]
        truth = math.sqrt(9.81 * 0.5 / (1 / 12 + 0.25))
        self.assertEqual(len(modes), 2)
        for mode in modes:
            self.assertAlmostEqual(mode["undamped_angular_frequency"], truth, delta=1e-8)

    def test_strip_buckling_side(self):
        answer = self.invar("static", "strip_buckling_side.yaml", "--set", "t=0.0005", "--set", "N=4", "--set", "P=0.56",
                            "--set", "side=1e-3", "--out", "s.csv")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("equilibrium    stable", answer.stdout)
        with open(self.folder / "s.csv", newline="") as file:
            last = list(csv.DictReader(file))[-1]
        self.assertAlmostEqual(float(last["beam.end.displacement.y"]), 0.2018, delta=1e-4)

    def test_strip_buckling(self):
        # The exact buckling load is 0.54271 N.
        for elements in (4, 8, 16):
            for load, straight in ((0.540, True), (0.545, False)):
                answer = self.invar("static", "strip_buckling.yaml", "--set", "t=0.0005", "--set", f"P={load}", "--set",
                                    f"N={elements}", "--out", "s.csv")
                self.assertEqual(answer.returncode, 0, answer.stderr)
                self.assertIn("equilibrium    stable", answer.stdout)
                with open(self.folder / "s.csv", newline="") as file:
                    side = abs(float(list(csv.DictReader(file))[-1]["beam.end.displacement.y"]))
                self.assertEqual(side < 1e-3, straight, (elements, load, side))

    def test_peaucellier_singular(self):
        self.columns("peaucellier_singular", "--set", "th=1", "--end", "0.8")
        certificate = self.certificate()
        self.assertLess(certificate["energy_balance_error_max"], 1e-11 * certificate["energy_scale"])

    def test_false_red_at_rest(self):
        self.columns("false_red_at_rest")
        self.assertNotEqual(self.certificate()["verdict"], "not_kept")
        for finding in self.certificate()["findings"]:
            self.assertNotEqual(finding["verdict"], "large", finding)

    def test_modes_without_freedoms(self):
        for model in ("modes_without_freedoms.yaml", str(ROOT / "models/stewart_platform.yaml"),
                      str(ROOT / "models/excavator.yaml")):
            answer = self.invar("modes", model)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIn("no degree of freedom", answer.stdout)

    def test_modes_overwrites_then_refuses(self):
        self.write("x.csv", "mine")
        answer = self.invar("modes", "modes_overwrites_then_refuses.yaml", "--out", "x.csv", "--report", "x.html")
        self.assertEqual(answer.returncode, 2)
        self.assertEqual((self.folder / "x.csv").read_text(), "mine")

    def test_out_overwrites_own_table(self):
        table = (self.folder / "own_table.csv").read_bytes()
        for out in ("own_table.csv", "./own_table.csv", f"../{self.folder.name}/own_table.csv"):
            answer = self.invar("run", "out_overwrites_own_table.yaml", "--out", out)
            self.assertEqual(answer.returncode, 2)
            self.assertEqual((self.folder / "own_table.csv").read_bytes(), table)

    def test_closed_stderr(self):
        for closed in ("2>&-", "2>&- >&-"):
            command = f'"$INVAR" run closed_stderr.yaml --out x.csv {closed}'
            code = subprocess.run(["bash", "-c", command], cwd=self.folder, stdout=subprocess.DEVNULL,
                                  env=os.environ).returncode
            self.assertIn(code, (0, 2))
            if (self.folder / "x.csv").exists():
                lines = (self.folder / "x.csv").read_text().splitlines()
                self.assertEqual({len(line.split(",")) for line in lines}, {len(lines[0].split(","))})
                for line in lines[1:]:
                    [float(x) for x in line.split(",")]

    def test_one_step_to_the_end(self):
        for args in (("--step", "1e8", "--end", "0.05"), ("--end", "1e-12")):
            c = self.columns("closed_stderr", *args)
            self.assertEqual(len(c["t"]), 2, args)
            self.assertEqual(c["t"][-1], float(args[-1]))
            self.assertEqual(self.certificate()["steps"], 1)

    def test_slow_torsion_formula(self):
        # The potential energy of the torque sin(x), through 240 rad. That the work is linear is a test of IntegralSteps.
        self.columns("slow_torsion_formula", "--end", "0.8")
        self.assertLess(self.certificate()["energy_balance_error_max"], 1e-12 * self.certificate()["energy_scale"])

    def test_compare_zero_freedoms(self):
        answer = self.invar("compare", "compare_zero_freedoms.yaml", "--end", "0.01", "--budget", "4")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("prescribe", answer.stdout)
        self.assertNotIn("0 freedoms", answer.stdout)

    def test_modes_hz_vs_rad(self):
        answer = self.invar("modes", "modes_hz_vs_rad.yaml")
        for text in ("damped [Hz]", "undamped [rad/s]"):
            self.assertIn(text, answer.stdout)

    def test_modes_no_rows_header(self):
        answer = self.invar("modes", "modes_no_rows_header.yaml")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertNotIn("moves most", answer.stdout)
        self.assertIn("kink", answer.stderr)

    def test_failed_equilibrium_zero_dof(self):
        answer = self.invar("run", "failed_equilibrium_zero_dof.yaml", "--certificate", "c.json", "--report", "r.html",
                            "--end", "0.01")
        check = self.invar("check", "failed_equilibrium_zero_dof.yaml")
        self.assertEqual(answer.returncode, 3)
        self.assertFalse((self.folder / "r.html").exists())
        self.assertRegex(check.stdout, rf"freedoms? +{self.certificate()['degrees_of_freedom']} ")

    def test_formula_message(self):
        # What was refused with the message of a parser is now the first thing an engineer writes.
        answer = self.invar("run", "formula_message.yaml", "--end", "0.1")
        self.assertEqual(answer.returncode, 0, answer.stderr)


if __name__ == "__main__":
    unittest.main()
