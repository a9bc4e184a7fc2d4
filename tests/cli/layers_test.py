"""The layers of src/ as docs/architecture.md draws them: what each folder may include, read from the includes themselves."""
import importlib.machinery
import importlib.util
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = ["bodies", "joints", "drives", "forces", "elements", "contacts", "roads", "nonholonomic", "controllers"]
# Bottom to top. A folder includes those before it in its row; folders in one list do not include each other.
BASE = [["core"], ["math"], ["functions"], ["spec"]]
PHYSICS = [*BASE, ["terms"], ["discrete"], ["signals"], ["parts"], TYPES, ["model"]]
TIME = [*BASE, ["system"], ["solve"], ["integrators", "equilibrium"], ["simulate"]]
RESULTS = [["plot"], ["io"], ["audit"], ["record"], ["report"], ["run"], ["verify"], ["compare"]]
METHODS = [["."], ["energy_momentum", "structural", "explicit"], ["augmented"]]  # folders of integrators


def below(rows, folder):
    """Folders that come before `folder` in a row."""
    at = next(i for i, names in enumerate(rows) if folder in names)
    return {name for names in rows[:at] for name in names}


def allowed():
    table = {}
    for rows in (PHYSICS, TIME):
        for names in rows:
            for name in names:
                table[name] = below(rows, name)
    table["system"] |= {"terms"}  # the one place where physics and time meet
    whole = set(table)
    table["plot"], table["io"] = {"core"}, {"core", "math", "functions", "spec"}
    for names in RESULTS[2:]:
        for name in names:
            table[name] = whole | below(RESULTS, name)
    table["testing"] = whole - {"model", "parts", *TYPES}  # checkers of terms and integrators, also of users
    return table


def includes():
    """(file, included file), both below src/."""
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".h", ".cc") and path.name != "invar.h":  # the umbrella includes all that programs use
            for name in re.findall(r'#include "invar/([^"]+)"', path.read_text()):
                yield path.relative_to(ROOT / "src").as_posix(), name


class Layers(unittest.TestCase):
    def test_folders_include_only_what_lies_below_them(self):
        table = allowed()
        self.assertEqual({p.name for p in (ROOT / "src").iterdir() if p.is_dir() and p.name != "invar"}, set(table))
        wrong = [f"{a} includes {b}" for a, b in includes()
                 if (x := a.split("/")[0]) != (y := b.split("/")[0]) and y not in table[x]]
        self.assertEqual(wrong, [])

    def test_families_of_methods_share_only_what_lies_above_their_folders(self):
        def family(name):
            return name.split("/")[1] if name.count("/") > 1 else "."
        wrong = [f"{a} includes {b}" for a, b in includes() if a.startswith("integrators/") and b.startswith("integrators/")
                 and a != "integrators/methods.cc" and (x := family(a)) != (y := family(b)) and y not in below(METHODS, x)]
        self.assertEqual(wrong, [])

    def test_an_upward_include_would_be_found(self):
        table = allowed()
        for x, y in (("joints", "model"), ("integrators", "terms"), ("forces", "roads"), ("core", "spec"), ("audit", "run")):
            self.assertNotIn(y, table[x])


def types():
    """(name, file) of the types of src/ that are not part of another one."""
    pattern = re.compile(r"^(?:template <[^;{]*>\s)?(?:class|struct|enum class|enum|union) (\w+)(?: final)?(?: :[^;{]*)? {", re.MULTILINE)
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".h", ".cc"):
            for name in set(pattern.findall(path.read_text())):
                yield name, path.relative_to(ROOT / "src").as_posix()


class Names(unittest.TestCase):
    def test_no_two_types_share_a_name(self):
        places = {}
        for name, path in types():
            stem = path.rsplit(".", 1)[0]
            if stem not in {other.rsplit(".", 1)[0] for other in places.get(name, [])}:
                places.setdefault(name, []).append(path)
        self.assertGreater(len(places), 400)
        self.assertEqual({name: files for name, files in places.items() if len(files) > 1}, {})


class Drawing(unittest.TestCase):
    """The drawing in docs/architecture.md."""

    def test_is_up_to_date(self):
        found = subprocess.run([ROOT / "script/layers", "--check"], capture_output=True, text=True)
        self.assertEqual((found.returncode, found.stderr), (0, ""))

    def test_leaves_out_what_is_reached_through_another_folder_and_refuses_cycles(self):
        loader = importlib.machinery.SourceFileLoader("layers", str(ROOT / "script/layers"))
        layers = importlib.util.module_from_spec(importlib.util.spec_from_loader("layers", loader))
        loader.exec_module(layers)
        pairs = {("math", "core"), ("terms", "core"), ("terms", "math")}
        arrows = re.findall(r"(\w+) --> (\w+)", layers.draw(pairs))
        self.assertEqual(arrows, [("math", "core"), ("terms", "math")])
        pairs.add(("core", "terms"))
        with self.assertRaisesRegex(ValueError, "include each other: core -> terms -> core|core -> terms -> math -> core"):
            layers.draw(pairs)


class Walk(unittest.TestCase):
    """The walk through one run in docs/architecture.md: its files exist, and what it says of them is so."""

    def test_counts_files_and_calls(self):
        text = (ROOT / "docs/architecture.md").read_text()
        text = text[text.index("## A walk through one run"):text.index("## One evaluation")]
        block, below = text.split("```")[1:3]
        depth, longest = {}, 0
        for line in block.strip("\n").splitlines():
            name = line.split()[0]
            path = ROOT / (name if name.startswith("apps/") else f"src/{name}")
            longest = max(longest, len(path.read_text().splitlines()))
            depth[name] = (len(line) - len(line.lstrip())) // 2
        count, limit, running, building = map(int, re.search(
            r"These are (\d+) files, none longer than (\d+) lines\. .* it is (\d+) calls .*, and\s(\d+) while building", below, re.DOTALL).groups())
        self.assertEqual((count, running, building), (len(depth), depth["discrete/quadratic_map.cc"], depth["joints/shared_rows.cc"]))
        self.assertLessEqual(longest, limit)


if __name__ == "__main__":
    unittest.main()
