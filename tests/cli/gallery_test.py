"""invar gallery: pages of many models, and that one bad model does not spoil the others."""
import base64
import json
import re
import struct
import unittest

from invar import PENDULUM, Program

STOPS = PENDULUM.replace("joints:", 'forces:\n  push: {type: applied_force, on: bob, force: [0, "sqrt(0.05 - t)", 0]}\njoints:')


class Gallery(Program):
    def data(self, name="out/gallery/index.html"):
        page = (self.folder / name).read_text(encoding="utf-8")
        return json.loads(re.search(r'id="invar-report">(.*?)</script>', page, re.DOTALL).group(1))

    def make(self, *args, code=0):
        answer = self.invar("gallery", *args)
        self.assertEqual(answer.returncode, code, answer.stderr)
        return answer

    def test_every_model_has_a_page_and_a_tile(self):
        self.write("second.yaml", PENDULUM.replace("model: pendulum", "model: second"))
        answer = self.make("pendulum.yaml", "second.yaml")
        self.assertEqual(answer.stderr, "")
        self.assertIn("gallery: out/gallery/index.html", answer.stdout)
        self.assertEqual(self.files(), ["out", "pendulum.yaml", "second.yaml"])
        self.assertEqual(sorted(path.name for path in (self.folder / "out/gallery").iterdir()),
                         ["index.html", "pendulum.html", "second.html"])
        tiles = self.data()["gallery"]
        self.assertEqual([(tile["name"], tile["page"], tile["error"], tile["shortened"]) for tile in tiles],
                         [("pendulum", "pendulum.html", "", ""), ("second", "second.html", "", "")])
        page = self.data("out/gallery/pendulum.html")
        self.assertEqual(page["model"]["text"], PENDULUM)
        self.assertEqual(page["command"], "invar run pendulum.yaml --report pendulum.html")
        self.assertEqual(page["certificate"]["status"], "completed")

    def test_the_page_of_a_model_is_that_of_run(self):
        self.make("pendulum.yaml")
        self.invar("run", "pendulum.yaml", "--report", "pendulum.html")
        pages = [self.data(name) for name in ("out/gallery/pendulum.html", "pendulum.html")]
        for page in pages:
            del page["certificate"]["wall_seconds"]
        self.assertEqual(pages[0], pages[1])

    def test_runs_are_limited_and_say_so(self):
        self.make("pendulum.yaml", "--end", "0.05")
        tile = self.data()["gallery"][0]
        self.assertEqual(tile["shortened"], "shortened: 0.05 of 0.1 s")
        certificate = self.data("out/gallery/pendulum.html")["certificate"]
        self.assertEqual((certificate["status"], certificate["steps"]), ("completed", 5))
        self.assertEqual(certificate["t_end"], certificate["t_reached"])

    def test_a_long_computation_is_cut_off(self):
        self.write("pendulum.yaml", PENDULUM.replace("end: 0.1", "end: 1e6"))
        self.make("pendulum.yaml", "--end", "1e6", "--limit", "0.2")
        self.assertRegex(self.data()["gallery"][0]["shortened"], r"shortened: \S+ of 1e\+06 s, as far as 0.2 s of computing went")

    def test_a_failure_stays_with_its_model(self):
        self.write("wrong.yaml", "model: wrong\nbodies: {a: {type: rigid_bod}}\n")
        self.write("stops.yaml", STOPS)
        answer = self.make("wrong.yaml", "stops.yaml", "none.yaml", "pendulum.yaml", code=3)
        for text in ("wrong.yaml:2", "stopped at t = ", "none.yaml"):
            self.assertIn(text, answer.stderr)
        wrong, stops, none, good = self.data()["gallery"]
        self.assertIn("did you mean", wrong["error"])
        self.assertEqual((wrong["page"], wrong["report"], none["page"]), ("", None, ""))
        self.assertEqual(stops["report"]["certificate"]["status"], "stopped")
        self.assertEqual((stops["page"], stops["error"]), ("stops.html", ""))
        self.assertEqual(good["report"]["certificate"]["status"], "completed")

    def test_thumbnails_have_few_instants_of_the_first_seconds(self):
        self.write("pendulum.yaml", PENDULUM.replace("end: 0.1", "end: 30"))
        self.make("pendulum.yaml")
        report = self.data()["gallery"][0]["report"]
        t = struct.unpack(f"<{report['frames']['count']}d", base64.b64decode(report["frames"]["t"]))
        self.assertEqual((t[0], len(t), report["rows"]["count"], report["model"]["text"]), (0, 200, 0, ""))
        self.assertAlmostEqual(t[-1], 8, delta=0.011)

    def test_names_that_collide_are_refused(self):
        self.write("index.yaml", PENDULUM)
        (self.folder / "other").mkdir()
        self.write("other/pendulum.yaml", PENDULUM)
        self.assert_refused(1, "index.html", "gallery", "index.yaml")
        self.assert_refused(1, "would have one name", "gallery", "pendulum.yaml", "other/pendulum.yaml")
        self.assert_refused(2, "pendulum.yaml", "gallery", "pendulum.yaml", "--out", "pendulum.yaml")


if __name__ == "__main__":
    unittest.main()
