"""The report page: invar run --report, invar view, and what they refuse."""
import base64
import json
import re
import struct
import unittest

from invar import PENDULUM, Program


class Report(Program):
    def data(self, name):
        """The JSON inside of a page, as a browser finds it."""
        page = (self.folder / name).read_text(encoding="utf-8")
        found = re.search(r'<script type="application/json" id="invar-report">(.*?)</script>', page, re.DOTALL)
        return json.loads(found.group(1))

    def numbers(self, text, kind="d"):
        raw = base64.b64decode(text)
        return list(struct.unpack(f"<{len(raw) // struct.calcsize(kind)}{kind}", raw))

    def make(self, *args, code=0):
        answer = self.invar("run", "pendulum.yaml", *args)
        self.assertEqual(answer.returncode, code, answer.stderr)
        return answer

    def test_the_page_holds_the_model_the_command_and_the_certificate(self):
        answer = self.make("--report", "a.html", "--set", "l=1.5 + 0.5", "--certificate", "a.json")
        self.assertIn("report: a.html", answer.stdout)
        data = self.data("a.html")
        self.assertEqual(data["model"]["text"], PENDULUM)
        self.assertEqual(data["command"], "invar run pendulum.yaml --report a.html --set 'l=1.5 + 0.5' --certificate a.json")
        # Where the file names keys, the page names options of the program.
        self.assertEqual(data["certificate"], json.loads((self.folder / "a.json").read_text().replace("`verify`", "--verify")))
        self.assertIn("not estimated (--verify)", [f["sentence"] for f in data["certificate"]["findings"]])
        self.assertEqual(self.files(), ["a.html", "a.json", "pendulum.yaml"])

    def test_energies_have_the_strain_of_beams(self):
        (self.folder / "beam.yaml").write_text(
            "elements: {rod: {type: beam, from: [0, 0, 0], to: [1, 0, 0], elements: 1, stretch: 1.01, "
            "section: {shape: circle, radius: 0.01, E: 2e11, nu: 0.3, rho: 7800}}}\n"
            "joints: {wall: {type: weld, between: [ground, rod.start], at: [0, 0, 0]}}\n"
            "method: {name: ed, step: 1e-5, end: 1e-4}\noutputs: [energy.strain, rod.strain_energy]\n")
        answer = self.invar("run", "beam.yaml", "--report", "b.html", "--out", "b.csv")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        data = self.data("b.html")
        names = [channel["name"] for channel in data["channels"] if channel["group"] == "energy"]
        self.assertIn("energy.strain", names)
        header, first, *_ = [line.split(",") for line in (self.folder / "b.csv").read_text().splitlines()]
        strain = float(first[header.index("energy.strain")])
        self.assertEqual(strain, float(first[header.index("rod.strain_energy")]))
        self.assertAlmostEqual(strain / (0.5 * 2e11 * 3.14159265 * 1e-4 * 1e-4), 1, places=6)

    def test_pages_of_modes_and_equilibria_say_what_they_show(self):
        answer = self.invar("modes", "pendulum.yaml", "--report", "m.html", "--from-equilibrium")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        data = self.data("m.html")
        self.assertEqual(data["kind"], "modes")
        self.assertEqual([chapter["name"] for chapter in data["chapters"]], ["mode 1"])
        self.assertEqual((data["chapters"][0]["start"], data["chapters"][0]["end"]), (0, 2))
        self.assertRegex(data["chapters"][0]["facts"][0], r"^0\.\d+ Hz$")
        answer = self.invar("static", "pendulum.yaml", "--report", "s.html")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(self.data("s.html")["kind"], "static")
        self.make("--report", "a.html")
        self.assertEqual(self.data("a.html")["kind"], "run")

    def test_the_page_refers_to_nothing_outside(self):
        self.make("--report", "a.html")
        page = (self.folder / "a.html").read_text()
        self.assertIn("default-src 'none'", page)
        outward = re.findall(r'(?:src|href)\s*=\s*["\'](?!data:)([^"\']+)', page)
        self.assertEqual(outward, [])

    def test_the_charts_have_every_step_of_a_short_run_with_all_digits(self):
        self.make("--report", "a.html", "--out", "a.csv")
        data = self.data("a.html")
        rows = [line.split(",") for line in (self.folder / "a.csv").read_text().splitlines()]
        self.assertEqual(self.numbers(data["rows"]["t"]), [float(row[0]) for row in rows[1:]])
        values, count = self.numbers(data["rows"]["values"]), data["rows"]["count"]
        names = [channel["name"] for channel in data["channels"]]
        for name in ("bob.position.x", "energy.total"):
            start, column = names.index(name) * count, rows[0].index(name)
            self.assertEqual(values[start:start + count], [float(row[column]) for row in rows[1:]], name)

    def test_the_picture_moves_with_the_bob(self):
        self.make("--report", "a.html", "--out", "a.csv")
        data = self.data("a.html")
        bob = next(point for point in data["drawing"]["points"] if point["name"] == "bob")
        offset, width = data["drawing"]["tracks"][bob["at"][0]]["offset"], data["frames"]["width"]
        frames = self.numbers(data["frames"]["values"], "f")
        x = frames[offset::width]
        rows = [line.split(",") for line in (self.folder / "a.csv").read_text().splitlines()][1:]
        self.assertEqual(len(x), len(rows))
        for drawn, row in zip(x, rows):
            self.assertAlmostEqual(drawn, float(row[1]), delta=1e-6)
        kinds = {primitive["kind"] for primitive in data["drawing"]["primitives"]}
        self.assertTrue({"sphere", "rod", "support", "arrow"} <= kinds, kinds)

    def test_the_torque_of_a_drive_is_an_arrow_of_its_own(self):
        self.write("driven.yaml", """\
model: driven
gravity: [0, -9.81]
bodies: {arm: {type: planar_body, mass: 2, inertia: 0.1, position: [0.5, 0]}}
joints: {hinge: {type: planar_revolute, between: [ground, arm], at: [0, 0]}}
drives: {motor: {type: angle, joint: hinge, value: 2*t}}
method: {name: ep, step: 0.01, end: 0.1}
outputs: [motor.torque]
""")
        answer = self.invar("run", "driven.yaml", "--report", "a.html", "--out", "a.csv")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        data = self.data("a.html")
        arrow, = (p for p in data["drawing"]["primitives"] if p["kind"] == "torque")
        self.assertEqual((arrow["part"], arrow["role"], arrow["unit"]), ("motor", "drive", "N m"))
        offset, width = data["drawing"]["tracks"][arrow["vector"]]["offset"], data["frames"]["width"]
        frames = self.numbers(data["frames"]["values"], "f")
        expected = [float(line.split(",")[1]) for line in (self.folder / "a.csv").read_text().splitlines()[1:]]
        self.assertAlmostEqual(expected[0], 2 * 9.81 * 0.5, delta=1e-9)
        for drawn, torque in zip(frames[offset + 2::width], expected, strict=True):
            self.assertAlmostEqual(drawn, torque, delta=1e-6 * abs(torque))

    def test_a_long_run_is_thinned_but_loses_neither_its_end_nor_its_worst_residual(self):
        self.make("--report", "a.html", "--step", "0.001", "--end", "30", "--certificate", "a.json")
        data, certificate = self.data("a.html"), json.loads((self.folder / "a.json").read_text())
        self.assertEqual(data["rows"]["steps"], 30000)
        self.assertLess(data["rows"]["count"], 13000)
        self.assertLess(data["frames"]["count"], 4002)
        self.assertEqual(self.numbers(data["rows"]["t"])[-1], certificate["t_reached"])
        self.assertEqual(self.numbers(data["frames"]["t"])[-1], certificate["t_reached"])
        names, values, count = [c["name"] for c in data["channels"]], self.numbers(data["rows"]["values"]), data["rows"]["count"]
        for name, key in (("constraint.position", "constraint_position_max"),
                          ("constraint.velocity", "constraint_velocity_max"),
                          ("energy.balance_error", "energy_balance_error_max")):
            start = names.index(name) * count
            self.assertEqual(max(values[start:start + count]), certificate[key], name)
        self.assertLess((self.folder / "a.html").stat().st_size, 6e6)

    def test_a_model_that_talks_like_a_web_page_does_no_harm(self):
        self.write("pendulum.yaml", "# </script><!-- <script> \\ \" {{INVAR_REPORT}}\n" + PENDULUM)
        self.make("--report", "a.html")
        self.assertTrue(self.data("a.html")["model"]["text"].startswith("# </script><!-- <script> \\ \" {{INVAR_REPORT}}\n"))

    def test_a_run_that_stops_still_writes_its_page(self):
        self.write("pendulum.yaml", PENDULUM.replace("joints:", "forces:\n  push: {type: applied_force, on: bob, "
                                                     "force: [0, \"sqrt(0.05 - t)\", 0]}\njoints:"))
        self.make("--report", "a.html", code=3)
        self.assertEqual(self.data("a.html")["certificate"]["status"], "stopped")

    def test_the_certificate_is_the_same_with_and_without_a_page(self):
        self.make("--certificate", "a.json")
        self.make("--certificate", "b.json", "--report", "b.html")
        a, b = (json.loads((self.folder / name).read_text()) for name in ("a.json", "b.json"))
        del a["wall_seconds"], b["wall_seconds"]
        self.assertEqual(a, b)

    def test_one_name_for_two_files_is_refused(self):
        self.assert_refused(2, "--certificate and --report name the same file", "run", "pendulum.yaml", "--report", "x",
                            "--certificate", "x")
        self.assert_refused(2, "it is the model file", "run", "pendulum.yaml", "--report", "pendulum.yaml")
        self.assert_refused(2, "no/a.html", "run", "pendulum.yaml", "--report", "no/a.html")


class View(Program):
    def test_a_stored_result_gives_the_same_page(self):
        answer = self.invar("run", "pendulum.yaml", "--out", "a.h5", "--report", "run.html")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        answer = self.invar("view", "a.h5")
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "report: a.html\n", ""))
        self.assertEqual((self.folder / "a.html").read_bytes(), (self.folder / "run.html").read_bytes())
        self.invar("view", "a.h5", "--out", "b.html", "--quiet")
        self.assertEqual(self.files(), ["a.h5", "a.html", "b.html", "pendulum.yaml", "run.html"])

    def test_the_model_may_be_gone(self):
        self.invar("run", "pendulum.yaml", "--out", "a.h5")
        (self.folder / "pendulum.yaml").unlink()
        self.assertEqual(self.invar("view", "a.h5").returncode, 0)

    def test_a_road_that_ends_is_drawn_up_to_its_end(self):
        wheel = """
bodies: {w: {type: rigid_body, mass: 300, inertia: [500, 500, 500], position: [0, 0, 0.36], velocity: [2, 0, 0]}}
forces: {f: {type: tyre, on: w, axis: [0, 1, 0], road: r, radius: 0.36, stiffness: 460000}}
gravity: [0, 0, -9.81]
method: {name: ep, step: 0.01, end: 0.2}
roads:
  r: {type: table, points: [[-5, 0], [0.2, 0.01], [30, 0]], outside: error}
"""
        as_part = wheel.replace("  r: {", "  r: {type: sum, of: [a, b]}\n  b: {type: flat, height: 0.01}\n  a: {")
        for name, text in (("alone", wheel), ("in_a_sum", as_part)):
            self.write(name + ".yaml", text)
            answer = self.invar("run", name + ".yaml", "--report", name + ".html", "--out", name + ".h5")
            self.assertEqual((answer.returncode, answer.stderr), (0, ""), name)
            self.assertIn("<html", (self.folder / (name + ".html")).read_text())
            self.assertEqual(self.invar("view", name + ".h5").returncode, 0, name)
        answer = self.invar("gallery", "alone.yaml", "in_a_sum.yaml", "--out", "gallery")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))

    def test_files_without_a_report_are_refused_with_a_way_out(self):
        self.write("no.h5", "no HDF5")
        self.assert_refused(2, "no.h5: cannot be read as HDF5", "view", "no.h5")
        self.assert_refused(2, "absent.h5", "view", "absent.h5")
        self.assert_refused(1, "RESULT", "view")


class Look(Program):
    def refuse(self, draw, message):
        self.write("pendulum.yaml", PENDULUM.replace("position: [l, 0]}", f"position: [l, 0], draw: {draw}}}"))
        self.assert_refused(2, message, "run", "pendulum.yaml")

    def test_wrong_looks_are_refused_by_line_and_key(self):
        self.refuse("{shape: cube}", "bodies.bob.draw.shape")
        self.refuse("{shape: box, size: [1, 2]}", "must have 3 positive numbers for a box")
        self.refuse("{shape: sphere, size: [-1]}", "must have 1 positive number for a sphere")
        self.refuse("{color: gren}", 'did you mean "green"?')
        self.refuse("{size: [1]}", "shape")
        self.refuse("{shape: rod, size: [1]}", "to")
        self.refuse("{shapes: box}", 'did you mean "shape"?')

    def test_a_look_replaces_the_default_and_leaves_the_motion_alone(self):
        self.assertEqual(self.invar("run", "pendulum.yaml", "--out", "a.csv").returncode, 0)
        self.write("pendulum.yaml", PENDULUM.replace(
            "position: [l, 0]}", "position: [l, 0], draw: [{shape: box, size: [l/10, 0.2, 0.3], color: teal}]}"))
        self.assertEqual(self.invar("run", "pendulum.yaml", "--out", "b.csv", "--report", "b.html").returncode, 0)
        self.assertEqual((self.folder / "a.csv").read_bytes(), (self.folder / "b.csv").read_bytes())
        page = (self.folder / "b.html").read_text()
        self.assertIn('"kind":"box","part":"bob","role":"body"', page)
        self.assertIn('"size":[0.1,0.2,0.3],"color":"teal"', page)


if __name__ == "__main__":
    unittest.main()
