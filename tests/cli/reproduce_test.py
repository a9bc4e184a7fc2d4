"""invar reproduce: the files it writes, what it prints, and how it ends."""
import csv
import json
import os
import re
import subprocess
import unittest
import xml.etree.ElementTree

from invar import ROOT, Program


class Reproduce(Program):
    def document(self, path):
        """The texts of a page, captions of its figures included; every figure has lines with points."""
        text = path.read_text()
        data = json.loads(re.search(r'id="invar-report">(.*?)</script>', text, re.DOTALL).group(1))["document"]
        for figure in data["figures"]:
            self.assertIn(f'data-figure="{figure["id"]}"', data["html"])
            for panel in figure["chart"]["panels"]:
                self.assertTrue(any(len(s["x"]) > 0 and len(s["x"]) == len(s["y"]) for s in panel["series"]), figure["id"])
        return data["lead"] + data["html"] + "".join(figure["caption"] for figure in data["figures"])

    def test_an_example_gives_a_page_figures_and_data(self):
        answer = self.invar("reproduce", "bauchau2003/universal_joint", "--out", "here")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertRegex(answer.stdout, r"(?m)^  holds +work ")
        self.assertIn("here/bauchau2003_universal_joint.html", answer.stdout)
        folder = self.folder / "here"
        names = sorted(path.name for path in (folder / "bauchau2003").iterdir())
        self.assertIn("universal_joint_fig6.svg", names)
        self.assertIn("universal_joint_fig6.csv", names)
        self.assertIn("universal_joint_fig7.svg", names)
        for path in (folder / "bauchau2003").glob("*.svg"):
            xml.etree.ElementTree.parse(path)
        header, *rows = (folder / "bauchau2003" / "universal_joint_fig6.csv").read_text().splitlines()
        self.assertEqual(header.split(",")[:4], ["tau", "c_x", "c_y", "c_z"])
        self.assertEqual(len(rows), 401)
        page = self.document(folder / "bauchau2003_universal_joint.html")
        self.assertIn("invar run models/bauchau_universal_joint.yaml", page)
        self.assertFalse(re.search(r"(src|href)=\"(https?:)?//", page), "the page needs nothing from elsewhere")
        for link in re.findall(r"href=\"([^\"#]+)\"", page):
            self.assertTrue((folder / link).exists(), link)

    def test_all_papers_run_and_get_an_index(self):
        answer = subprocess.run([os.environ["INVAR"], "reproduce", "--summary", "claims.md"], cwd=self.folder,
                                capture_output=True, text=True, timeout=1800)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        folder = self.folder / "reproduction"
        index = self.document(folder / "index.html")
        for paper in ["bauchau2003", "dopico2007", "yoon", "braun2012"]:
            self.assertTrue((folder / (paper + ".html")).exists(), paper)
            self.assertIn(f'href="{paper}.html"', index)
        for path in folder.glob("*/*.svg"):
            xml.etree.ElementTree.parse(path)
        page = self.document(folder / "dopico2007.html")
        for number, printed in ((1, ("1039", "1485")), (2, ("501", "1485"))):
            lines = (folder / "dopico2007" / f"iltis_table{number}.csv").read_text().splitlines()
            header, a, b, *others = csv.reader(lines)
            column = header.index("iterations, paper")
            self.assertEqual((a[column], b[column]), printed)
            self.assertGreaterEqual(len(others), 6)
            self.assertGreater(int(a[header.index("iterations")]), 0)
            self.assertIn(f"<b>Table {number}</b>", page)
            self.assertIn(f"Table {number}: ", answer.stdout)
        self.assertEqual((self.folder / "claims.md").read_text(), (ROOT / "docs" / "reproduced-claims.md").read_text())

    def test_the_examples_are_listed(self):
        answer = self.invar("reproduce", "--list")
        self.assertEqual(answer.returncode, 0)
        self.assertIn("bauchau2003/rigid_body", answer.stdout)
        self.assertEqual(self.files(), ["pendulum.yaml"])

    def test_wrong_names_are_refused_with_the_nearest_one(self):
        self.assert_refused(2, 'did you mean "bauchau2003"?', "reproduce", "bauchau2002")
        self.assert_refused(2, 'did you mean "bauchau2003/rigid_body"?', "reproduce", "bauchau2003/rigidbody")

    def test_a_folder_that_cannot_be_made_is_refused_before_anything_runs(self):
        self.assert_refused(2, "cannot be written", "reproduce", "bauchau2003", "--out", "pendulum.yaml/here")

    def test_wrong_options_are_usage_errors(self):
        self.assert_refused(1, 'did you mean "--out"?', "reproduce", "--ot", "x")


if __name__ == "__main__":
    unittest.main()
