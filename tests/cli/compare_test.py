"""invar compare: table, JSON and page, and what it refuses."""
import json
import unittest

from invar import ROOT, Program

YOON = str(ROOT / "models" / "yoon_pendulum.yaml")


class Compare(Program):
    def read(self, name):
        return json.loads((self.folder / name).read_text())

    def test_a_table_advice_and_files(self):
        answer = self.invar("compare", YOON, "--end", "2", "--budget", "4", "--out", "c.json", "--report", "c.html")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        for text in ("fastest at an error of 0.001", "long-term conservation", "hardest conditions", "[Yoon]"):
            self.assertIn(text, answer.stdout)
        data = self.read("c.json")
        self.assertLess(data["reference"]["accuracy"], 1e-6)
        methods = {m["name"]: m for m in data["methods"]}
        self.assertIn("explicit dop853", methods)
        errors = [t["error"] for t in methods["ep"]["trials"] if t["outcome"] == "completed"]
        self.assertGreaterEqual(len(errors), 3)
        self.assertEqual(errors, sorted(errors, reverse=True), "errors fall with the step")
        self.assertIn("<svg", (self.folder / "c.html").read_text())

    def test_the_same_twice_apart_from_times(self):
        def trials():
            answer = self.invar("compare", YOON, "--end", "1", "--methods", "ep,al", "--budget", "20", "--out", "c.json",
                                "--quiet")
            self.assertEqual((answer.returncode, answer.stdout), (0, ""))
            return [[(t["step"], t["error"]) for t in m["trials"]] for m in self.read("c.json")["methods"]]

        self.assertEqual(trials(), trials())

    def test_wrong_requests_are_refused(self):
        self.assert_refused(2, "--methods", "compare", YOON, "--methods", "ep,edd")
        self.assert_refused(2, "ten steps", "compare", YOON, "--step", "1", "--end", "2", "--out", "c.json")
        self.assert_refused(2, "nonsense", "compare", YOON, "--set", "nonsense=1", "--report", "c.html")


if __name__ == "__main__":
    unittest.main()
