"""Files that commands write: never over an input, never two over each other, all or none, and a full disk is an error."""
import os
import resource
import subprocess
import unittest

from invar import ROOT, Program

TABLE = "0,5\n1,1\n"
MOTOR = """\
bodies: {a: {type: planar_body, mass: 1, inertia: 1, position: [0, -0.5]}}
joints: {j: {type: planar_revolute, between: [ground, a], at: [0, 0]}}
forces:
  f: {type: motor, joint: j, torque: {file: table.csv}}
  k: {type: torsion_spring, joint: j, stiffness: 1}
method: {name: ep, step: 0.01, end: 0.1}
outputs: [a.angle]
"""
BEAM = """\
elements: {b: {type: beam, start: clamped, from: [0, 0, 0], to: [1, 0, 0], elements: 1, section: {file: section.csv}}}
method: {name: ep, step: 0.01, end: 0.02}
"""
CAR = """\
bodies: {a: {type: point_mass, mass: 1}}
roads: {r: {type: table, file: road.csv}}
method: {name: ep, step: 0.01, end: 0.02}
"""

# Flags that name output files, by command, with an ending each accepts.
FLAGS = {
    "run": {"--out": "csv", "--certificate": "json", "--report": "html"},
    "static": {"--out": "csv", "--certificate": "json", "--report": "html"},
    "modes": {"--out": "csv", "--report": "html"},
    "compare": {"--out": "json", "--report": "html"},
}


class Outputs(Program):
    def setUp(self):
        super().setUp()
        self.write("model.yaml", MOTOR)
        self.write("table.csv", TABLE)

    def contents(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def assert_kept(self, code, message, *args):
        before = self.contents()
        self.assert_refused(code, message, *args)
        self.assertEqual(self.contents(), before, args)

    def test_no_output_is_an_input_by_any_spelling_or_link(self):
        (self.folder / "sub").mkdir()
        (self.folder / "folder").symlink_to(".")
        for source in ("model.yaml", "table.csv"):
            for ending in ("csv", "json", "html", "h5"):
                (self.folder / f"hard_{source}.{ending}").hardlink_to(self.folder / source)
                (self.folder / f"soft_{source}.{ending}").symlink_to(source)
                (self.folder / f"chain_{source}.{ending}").symlink_to(f"folder/soft_{source}.{ending}")
        for command, flags in FLAGS.items():
            for flag, ending in flags.items():
                names = [f"{kind}_{source}.{ending}" for source in ("model.yaml", "table.csv")
                         for kind in ("hard", "soft", "chain")]
                if ending == "csv":
                    names += ["table.csv", "./table.csv", "sub/../table.csv", "folder/table.csv",
                              str(self.folder / "table.csv")]
                    if command in ("run", "static"):
                        names.append("hard_table.csv.h5")
                for name in names:
                    what = "the model file" if "model" in name else "a table of the model"
                    self.assert_kept(2, f"{name}: cannot be written: it is {what}", command, "model.yaml", flag, name)

    def test_tables_of_sections_and_roads_are_inputs_too(self):
        for model, text, table, content in (("beam.yaml", BEAM, "section.csv", "s,mass,EA,EI2,EI3\n0,1,10,1,1\n"),
                                            ("car.yaml", CAR, "road.csv", "0,0\n1,0.1\n")):
            self.write(model, text)
            self.write(table, content)
            self.assert_kept(2, "it is a table of the model", "run", model, "--out", table)

    def test_two_outputs_are_two_files(self):
        (self.folder / "folder").symlink_to(".")
        (self.folder / "later.html").symlink_to("folder/new.csv")
        self.write("old.csv", "mine")
        (self.folder / "old.html").hardlink_to(self.folder / "old.csv")
        for first, second in (("new.csv", "new.csv"), ("new.csv", "./new.csv"), ("new.csv", "folder/new.csv"),
                              ("new.csv", str(self.folder / "new.csv")), ("new.csv", "later.html"),
                              ("old.csv", "old.html")):
            for command, flag in (("run", "--certificate"), ("run", "--report"), ("static", "--report"),
                                  ("modes", "--report")):
                self.assert_kept(2, f"--out and {flag} name the same file", command, "model.yaml", "--out", first, flag,
                                 second)
        self.assert_kept(2, "--certificate and --report name the same file", "run", "model.yaml", "--certificate", "x",
                         "--report", "folder/x")
        self.assert_kept(2, "--out and --report name the same file", "compare", "model.yaml", "--out", "x", "--report",
                         "folder/x")
        answer = self.invar("run", "model.yaml", "--certificate", "/dev/null", "--report", "/dev/null")
        self.assertEqual(answer.returncode, 0, answer.stderr)

    def test_nothing_is_written_where_something_is_refused(self):
        files = {"csv": "x.csv", "json": "x.json", "html": "x.html"}
        for name in files.values():
            self.write(name, "mine")
        self.write("wrong.yaml", MOTOR.replace("a.angle", "nonsense.x"))
        for command, flags in FLAGS.items():
            outputs = [word for flag, ending in flags.items() for word in (flag, files[ending])]
            self.assert_kept(2, "nonsense.x", command, "wrong.yaml", *outputs)
            for flag in flags:
                others = [word for other, ending in flags.items() if other != flag
                          for word in (other, files[ending])]
                ending = flags[flag]
                self.assert_kept(2, "the folder \"none\" does not exist", command, "model.yaml", *others, flag,
                                 f"none/x.{ending}")

    def test_view_does_not_write_over_the_result(self):
        self.assertEqual(self.invar("run", "model.yaml", "--out", "a.h5").returncode, 0)
        (self.folder / "soft.html").symlink_to("a.h5")
        (self.folder / "hard.html").hardlink_to(self.folder / "a.h5")
        for name in ("a.h5", "./a.h5", "soft.html", "hard.html"):
            self.assert_kept(2, "it is the result itself", "view", "a.h5", "--out", name)

    def test_gallery_does_not_write_over_models(self):
        (self.folder / "pages").mkdir()
        (self.folder / "pages" / "model.html").symlink_to("../model.yaml")
        (self.folder / "pages" / "index.html").symlink_to("../table.csv")
        self.assert_kept(2, "it is the model file", "gallery", "model.yaml", "--out", "pages")
        (self.folder / "pages" / "model.html").unlink()
        (self.folder / "pages" / "model.html").symlink_to("../table.csv")
        before = self.contents()
        self.assertIn("it is the same file as", self.invar("gallery", "model.yaml", "--out", "pages").stderr)
        (self.folder / "pages" / "index.html").unlink()
        self.assertIn("it is a table of the model", self.invar("gallery", "model.yaml", "--out", "pages").stderr)
        self.assertEqual(self.contents(), before)

    def test_reproduce_checks_its_files_first(self):
        self.write("file", "mine")
        for args in (["--out", "file"], ["--out", "new", "--summary", "none/x.md"]):
            answer = self.invar("reproduce", "yoon", *args)
            self.assertEqual(answer.returncode, 2, answer.stderr)
        self.assertEqual((self.folder / "file").read_text(), "mine")
        for folder in (self.folder / "new").rglob("*"):
            self.fail(folder)


class FullDisk(Program):
    """Every format ends with exit code 2, wherever the space ends. A limit of the file size stands for the disk."""

    def run_limited(self, limit, *args):
        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        return self.invar(*args, preexec_fn=limited)

    def sweep(self, name, parts, *args):
        """Runs with limits from nothing to nine tenths of the size of the file, which times in it change a little."""
        done = self.invar(*args)
        self.assertEqual(done.returncode, 0, done.stderr)
        size = (self.folder / name).stat().st_size
        (self.folder / name).write_text("mine")
        before = self.files()
        for i in range(parts):
            answer = self.run_limited(size * 9 * i // (10 * (parts - 1)), *args)
            self.assertEqual(answer.returncode, 2, (i, answer.stderr))
            self.assertTrue(answer.stderr.startswith(f"{name}: cannot be written: "), answer.stderr)
            self.assertEqual(len(answer.stderr.splitlines()), 1)
            self.assertEqual((self.folder / name).read_text(), "mine")
            self.assertEqual(self.files(), before)

    def test_tables(self):
        long = ["--end", "30", "--quiet"]
        self.sweep("a.csv", 5, "run", "pendulum.yaml", "--out", "a.csv", *long)
        self.sweep("a.h5", 25, "run", "pendulum.yaml", "--out", "a.h5", *long)
        self.sweep("a.h5", 10, "run", "pendulum.yaml", "--out", "a.h5", "--state", *long)
        self.sweep("a.h5", 5, "static", "pendulum.yaml", "--out", "a.h5", "--quiet")

    def test_certificates_and_pages(self):
        for flag, name in (("--certificate", "a.json"), ("--report", "a.html")):
            self.sweep(name, 3, "run", "pendulum.yaml", flag, name, "--quiet")
            self.sweep(name, 3, "static", "pendulum.yaml", flag, name, "--quiet")
        for flag, name in (("--out", "a.json"), ("--out", "a.csv"), ("--report", "a.html")):
            self.sweep(name, 3, "modes", "pendulum.yaml", "--from-equilibrium", flag, name, "--quiet")
        self.sweep("a.html", 2, "compare", "pendulum.yaml", "--methods", "ep,explicit", "--budget", "1", "--report",
                   "a.html", "--quiet")

    def test_all_files_of_a_run_are_kept_where_one_cannot_be_written(self):
        flags = ["--out", "a.csv", "--certificate", "a.json", "--report", "a.html", "--quiet"]
        self.assertEqual(self.invar("run", "pendulum.yaml", *flags).returncode, 0)
        sizes = {name: (self.folder / name).stat().st_size for name in ("a.csv", "a.json", "a.html")}
        for name in sizes:
            self.write(name, "mine")
        limit = sizes["a.html"] * 9 // 10  # the page is the largest; times in it change its size by a few bytes
        self.assertGreater(limit, max(sizes["a.csv"], sizes["a.json"]))
        self.assertEqual(self.run_limited(limit, "run", "pendulum.yaml", *flags).returncode, 2)
        for name in sizes:
            self.assertEqual((self.folder / name).read_text(), "mine", name)

    def test_devices_without_space_and_printed_results(self):
        for flag, link in (("--out", "x.csv"), ("--out", "x.h5"), ("--certificate", "x.json"), ("--report", "x.html")):
            (self.folder / link).symlink_to("/dev/full")
            answer = self.invar("run", "pendulum.yaml", flag, link)
            self.assertEqual((answer.returncode, answer.stdout), (2, ""), answer.stderr)
            self.assertIn(f"{link}: cannot be written", answer.stderr)
        for args in (["list"], ["list", "--json-schema"], ["check", "pendulum.yaml"], ["run", "pendulum.yaml"],
                     ["static", "pendulum.yaml"], ["modes", "pendulum.yaml", "--from-equilibrium"]):
            with open("/dev/full", "w") as full:
                answer = subprocess.run([os.environ["INVAR"], *args], cwd=self.folder, stdout=full,
                                        stderr=subprocess.PIPE, text=True)
            self.assertEqual(answer.returncode, 2, args)
            self.assertIn("invar: the output cannot be written", answer.stderr)

    def test_a_small_file_system(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True).returncode:
            return  # no right to mount here; the limit of the file size was tried
        self.addCleanup(subprocess.run, ["umount", disk])
        for flag, name in (("--out", "a.h5"), ("--out", "a.csv"), ("--report", "a.html")):
            answer = self.invar("run", "pendulum.yaml", "--end", "30", "--quiet", flag, f"disk/{name}")
            self.assertEqual(answer.returncode, 2, answer.stderr)
            self.assertEqual(list(disk.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
