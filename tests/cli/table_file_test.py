"""Tables in files: whatever program wrote them, every point is read, or the line that cannot be read is named."""
import csv
import os
import unittest

from invar import Program

# A motor alone turns a body with moment of inertia 1: angle'' = torque(t), from rest.
MOTOR = """\
bodies: {{a: {{type: planar_body, mass: 1, inertia: 1}}}}
joints: {{j: {{type: planar_revolute, between: [ground, a], at: [0, 0]}}}}
forces: {{f: {{type: motor, joint: j, torque: {{file: "{file}", interpolation: linear}}}}}}
method: {{name: ep, step: 0.005, end: 0.5}}
outputs: [a.angle]
"""
# From 5 to 1 within 0.5 s: angle(0.5) = 5/2*0.5^2 - 8/6*0.5^3. Steps h of the trapezoidal rule leave h^2/12*8*0.5 = 8e-6;
# without its first point the table would begin with 1, and the angle were below 0.2.
ANGLE = 2.5 * 0.25 - 8 / 6 * 0.125
POINTS = "0,5\n0.5,1\n1,2\n"

SECTION = """\
elements:
  b: {type: beam, start: clamped, from: [0, 0, 0], to: [1, 0, 0], elements: 1, section: {file: section.csv}}
"""
ROAD = "bodies: {a: {type: point_mass, mass: 1}}\nroads: {r: {type: table, file: road.csv}}\n"


class TableFiles(Program):
    def angle(self, table, name="table.csv"):
        (self.folder / name).write_bytes(table)
        self.write("model.yaml", MOTOR.format(file=name))
        answer = self.invar("run", "model.yaml", "--out", "out.csv")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with open(self.folder / "out.csv", newline="") as file:
            return float(list(csv.DictReader(file))[-1]["a.angle"])

    def refusal(self, table, name="table.csv"):
        (self.folder / name).write_bytes(table)
        self.write("model.yaml", MOTOR.format(file=name))
        messages = set()
        for command in (["run"], ["check"], ["static"], ["modes"], ["compare", "--budget", "1"]):
            answer = self.invar(*command, "model.yaml")
            self.assertEqual((answer.returncode, answer.stdout), (2, ""), command)
            messages.add(answer.stderr)
        self.assertEqual(len(messages), 1)
        return messages.pop()

    def test_all_points_count_whatever_program_wrote_the_table(self):
        tables = {
            "plain": POINTS,
            "byte order mark": "\ufeff" + POINTS,
            "byte order mark and heading": "\ufefft,torque\n" + POINTS,
            "byte order mark and comment": "\ufeff# measured\n" + POINTS,
            "DOS lines": POINTS.replace("\n", "\r\n"),
            "old Mac lines": POINTS.replace("\n", "\r"),
            "heading": "time [s],torque [N m]\n" + POINTS,
            "heading with digits": "x1;x2\n" + POINTS,
            "quoted heading": '"time, s","torque"\n' + POINTS,
            "heading in Greek": "\u03c4,\u03bc\n" + POINTS,
            "blank lines at the end": POINTS + "\n\n  \n\t\n",
            "blank lines at the start": "\n\n" + POINTS,
            "no line end": POINTS.rstrip(),
            "comments": "# a\n0,5 # b\n#\n0.5,1\n1,2\n# c",
            "semicolons": POINTS.replace(",", ";"),
            "semicolons and blanks": POINTS.replace(",", " ; "),
            "tabs": POINTS.replace(",", "\t"),
            "several tabs": POINTS.replace(",", "\t\t"),
            "blanks": POINTS.replace(",", "   "),
            "quotes": '"0","5"\n"0.5","1"\n"1","2"\n',
            "signs": "+0,+5\n+.5,1.\n1e0,2E+0\n",
            "separators at the ends": "0,5,\n0.5,1,\n1,2,\n",
        }
        for name, table in tables.items():
            with self.subTest(name):
                self.assertAlmostEqual(self.angle(table.encode()), ANGLE, delta=2e-5)

    def test_a_line_that_is_no_point_is_named_and_never_left_out(self):
        for first, line in {
            "0.5x,5": 1, "1.5kN 2mm": 1, "0,5 5": 1, "0": 1, "0,,5": 1, ",0,5": 1, "0x10,5": 1, "\u22120.1,5": 1,
            "a,5": 1, "-0.1,": 1, '"-0,1";"5"': 1, "-0,1;5": 1, "inf,5": 1, "-1,nan": 1, "-1,1e400": 1,
            "t,x\nunits,here": 2, "t,x\n-0.1,5x": 2, "-1,1\nt,x": 2, "-1,1\n-2,1": 2, "-1,1\n-1,1": 2,
        }.items():
            with self.subTest(first):
                self.assertIn(f"table.csv:{line}:1: line \"", self.refusal(f"{first}\n{POINTS}".encode()))

    def test_other_codings_and_bytes_that_are_no_text_are_refused(self):
        for coding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):
            with self.subTest(coding):
                message = self.refusal(POINTS.encode(coding))
                self.assertIn("table.csv:1", message)
                self.assertIn("save it as UTF-8", message)
        self.assertIn("table.csv:2:1: is not a text file: byte 5 is zero", self.refusal(b"0,5\n\0.5,1\n1,2\n"))

    def test_what_is_no_file_is_refused_at_its_place_in_the_model(self):
        os.mkfifo(self.folder / "pipe")
        (self.folder / "folder").mkdir()
        (self.folder / "loop").symlink_to("loop")
        for name, reason in {"pipe": "it is a pipe, not a file", "folder": "it is a folder, not a file",
                             "/dev/zero": "it is a device, not a file", "/dev/null": "it is a device, not a file",
                             "/dev/tty": "", "none.csv": "No such file", "loop": "Too many levels of symbolic links",
                             "pendulum.yaml/x": "Not a directory"}.items():
            with self.subTest(name):
                self.write("model.yaml", MOTOR.format(file=name))
                self.assert_refused(2, "cannot be read: " + reason, "run", "model.yaml")
                answer = self.invar("check", "model.yaml")
                self.assertTrue(answer.stderr.startswith("model.yaml:3:"), answer.stderr)
                self.assertIn("forces.f.torque.file = ", answer.stderr)

    def test_tables_have_a_limit_of_size(self):
        with open(self.folder / "table.csv", "wb") as file:
            file.truncate(1 << 40)
        self.write("model.yaml", MOTOR.format(file="table.csv"))
        self.assert_refused(2, "is larger than 64 MB", "run", "model.yaml")

    def test_tables_of_sections_and_roads_are_read_alike(self):
        columns = "s,mass,EA,EI2,EI3"
        self.write("section.yaml", SECTION)
        for table in (f"{columns}\n0,1,10,1,1\n", f"\ufeff{columns}\r\n0;1;10;1;1\r\n\r\n", f'"s" mass EA EI2 EI3\n0 1 10 1 1'):
            self.write("section.csv", table)
            self.assertEqual(self.invar("check", "section.yaml").returncode, 0)
        for row in ("0,1,10,1,nan", "0,1,,10,1,1", "0,1,10,1", "0,1,10,1,1e999"):
            self.write("section.csv", f"{columns}\n{row}\n")
            self.assert_refused(2, "section.csv:2:1: ", "check", "section.yaml")
        self.write("road.yaml", ROAD)
        self.write("road.csv", "\ufeff0 0\r\n1 0.1\r\n")
        self.assertEqual(self.invar("check", "road.yaml").returncode, 0)
        self.write("road.csv", "0 0\n1 0.1 3\n")
        self.assert_refused(2, "road.csv:2:1: ", "check", "road.yaml")

    def test_models_may_have_a_byte_order_mark_and_DOS_lines_but_no_other_coding(self):
        text = (self.folder / "pendulum.yaml").read_text()
        for name, data in {"bom": ("\ufeff" + text).encode(), "dos": text.replace("\n", "\r\n").encode()}.items():
            (self.folder / "other.yaml").write_bytes(data)
            for model in ("other", "pendulum"):
                self.invar("run", f"{model}.yaml", "--out", f"{model}.csv")
            self.assertEqual((self.folder / "other.csv").read_text(), (self.folder / "pendulum.csv").read_text(), name)
            self.assertEqual(self.invar("check", "other.yaml").stdout, self.invar("check", "pendulum.yaml").stdout)
        for coding in ("utf-16", "utf-16-le"):
            (self.folder / "other.yaml").write_bytes(text.encode(coding))
            self.assert_refused(2, "save it as UTF-8", "check", "other.yaml")


if __name__ == "__main__":
    unittest.main()
