"""The scripts of the repository: help, wrong arguments, and what bootstrap does on a bare system.

The bare system is played by commands of the same names (dpkg-query, apt-get, id, sudo) put first in PATH, which write
down how they were called; nothing is installed.
"""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ["bootstrap", "build", "run", "test", "bench", "check", "format", "tidy", "viewer", "python"]


def call(script, *args, path=None, cwd=None):
    env = dict(os.environ, PATH=path or os.environ["PATH"])
    return subprocess.run([ROOT / "script" / script, *args], env=env, cwd=cwd, capture_output=True, text=True)


class Scripts(unittest.TestCase):
    def test_each_answers_help_from_any_folder(self):
        for script in SCRIPTS:
            with self.subTest(script):
                for folder in ("/", ROOT / "tests"):
                    relative = os.path.relpath(ROOT / "script" / script, folder)
                    answer = subprocess.run([relative, "--help"], cwd=folder, capture_output=True, text=True)
                    self.assertEqual((answer.returncode, answer.stderr), (0, ""))
                    self.assertTrue(answer.stdout.startswith(f"script/{script}"), answer.stdout)

    def test_an_unknown_option_is_refused_by_name(self):
        for script in set(SCRIPTS) - {"run"}:  # run hands its arguments to the program
            with self.subTest(script):
                answer = call(script, "--no-such-option")
                self.assertEqual(answer.returncode, 1)
                self.assertIn('"--no-such-option"', answer.stderr)


class FirstCall(unittest.TestCase):
    PAGE = ROOT / "docs/examples/bicycle.html"

    def test_shows_a_page_in_motion_before_it_builds(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "script").mkdir()
            for name in ("run", "common.sh"):
                (root / "script" / name).write_bytes((ROOT / "script" / name).read_bytes())
            (root / "script/bootstrap").write_text("#!/bin/sh\necho bootstrap >&2\n")
            (root / "script/build").write_text("#!/bin/sh\necho build >&2\nmkdir -p build/release/bin\n"
                                               "printf '#!/bin/sh\\necho invar $*\\n' > build/release/bin/invar\n"
                                               "chmod +x build/release/bin/invar\n")
            for name in ("run", "bootstrap", "build"):
                (root / "script" / name).chmod(0o755)
            first = subprocess.run([root / "script/run", "list"], capture_output=True, text=True)
            self.assertEqual((first.returncode, first.stdout), (0, "invar list\n"))
            self.assertRegex(first.stderr, r"docs/examples/bicycle.html\nbootstrap\nbuild\nready after \d+ s\n$")
            again = subprocess.run([root / "script/run", "list"], capture_output=True, text=True)
            self.assertEqual(again.stderr, "bootstrap\nbuild\n")

    def test_shows_the_model_as_it_is(self):
        page = self.PAGE.read_text()
        for line in (ROOT / "models/bicycle.yaml").read_text().splitlines():
            if not set(line) & set("<>&'"):  # which a page writes in another way
                self.assertIn(json.dumps(line)[1:-1], page,
                              "make it anew: invar run models/bicycle.yaml --option order=4 --verify "
                              "--report docs/examples/bicycle.html")


class Bootstrap(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = pathlib.Path(folder.name, "bin")
        self.bin.mkdir()
        self.calls = pathlib.Path(folder.name, "calls")
        self.fake("id", "echo 0")
        self.fake("apt-get", f'echo "apt-get $*" >> {self.calls}')

    def fake(self, name, body):
        (self.bin / name).write_text(f"#!/bin/sh\n{body}\n")
        (self.bin / name).chmod(0o755)

    def installed(self, all_but=()):
        # Like dpkg-query, says nothing on unknown packages and then fails.
        cases = "".join(f"{p}) ;; " for p in all_but)
        self.fake("dpkg-query", f'shift 3; for p; do case $p in {cases}*) echo "installed $p";; esac; done; '
                                f'exit {1 if all_but else 0}')

    def bootstrap(self, *args):
        answer = call("bootstrap", *args, path=f"{self.bin}:{os.environ['PATH']}")
        calls = self.calls.read_text().splitlines() if self.calls.exists() else []
        return answer, calls

    def test_is_silent_and_calls_nothing_when_all_is_there(self):
        self.installed()
        answer, calls = self.bootstrap()
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr, calls), (0, "", "", []))

    def test_installs_what_is_missing_and_only_that(self):
        self.installed(all_but=["ninja-build", "libfmt-dev"])
        answer, calls = self.bootstrap()
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertEqual(answer.stdout, "bootstrap: installing ninja-build libfmt-dev\n")
        self.assertEqual(len(calls), 2)
        self.assertTrue(calls[0].endswith(" update"), calls)
        self.assertTrue(calls[1].endswith(" install -y --no-install-recommends ninja-build libfmt-dev"), calls)

    def test_installs_clang_tools_only_for_developers(self):
        self.installed(all_but=["clang-format", "clang-tidy"])
        self.assertEqual(self.bootstrap()[1], [])
        self.assertTrue(self.bootstrap("--dev")[1][1].endswith("clang-format clang-tidy"))

    def test_installs_a_browser_only_for_tests(self):
        self.installed(all_but=["chromium"])
        self.assertEqual(self.bootstrap()[1], [])
        self.assertTrue(self.bootstrap("--test")[1][1].endswith(" chromium"))

    def test_installs_node_only_where_it_is_missing_or_old(self):
        self.installed(all_but=["nodejs", "npm"])
        self.fake("npm", "")
        for version, calls in (("v18.20.4", 0), ("v22.1.0", 0), ("v16.2.0", 2)):
            with self.subTest(version):
                self.fake("node", f"echo {version}")
                self.assertEqual(len(self.bootstrap()[1]), calls)
        self.assertTrue(self.calls.read_text().strip().endswith(" nodejs npm"))

    def test_uses_sudo_for_a_user_who_is_not_root(self):
        self.installed(all_but=["cmake"])
        self.fake("id", "echo 1000")
        self.fake("sudo", f'echo "sudo $*" >> {self.calls}; exec "$@"')
        answer, calls = self.bootstrap()
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual([c.split()[0] for c in calls], ["sudo", "apt-get"] * 2)

    def test_shows_what_apt_says_when_it_fails(self):
        self.installed(all_but=["cmake"])
        self.fake("apt-get", "echo E: no network >&2; exit 100")
        answer, _ = self.bootstrap()
        self.assertEqual(answer.returncode, 1)
        self.assertIn("E: no network", answer.stderr)
        self.assertIn("apt-get", answer.stderr)


if __name__ == "__main__":
    unittest.main()
