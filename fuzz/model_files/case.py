"""One case: files and a command line; running it in a folder of its own."""
import dataclasses
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time

from .command_lines import OUTPUTS

OLD = "content of an older file\n"
TABLES = {"table.csv": "0,0\n0.1,1\n0.2,0.5\n1,2\n", "section.csv": "s,mass,EA,EI2,EI3\n0,1,1e4,10,10\n1,1,1e4,10,10\n"}


@dataclasses.dataclass
class Case:
    model: bytes
    words: list
    origin: str = ""  # the model it comes from


@dataclasses.dataclass
class Outcome:
    code: int  # negative: a signal; None: stopped by us
    stdout: str
    stderr: str
    seconds: float
    before: dict  # names and contents
    after: dict


def _contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink()}


def prepare(case, folder):
    (folder / "model.yaml").write_bytes(case.model)
    for name, text in TABLES.items():
        (folder / name).write_text(text)
    for names in OUTPUTS.values():
        for name in names:
            (folder / name).write_text(OLD)
    (folder / "link.csv").symlink_to("table.csv")


def run(case, program, limit):
    """`limit` in seconds of processor time."""
    with tempfile.TemporaryDirectory(prefix="invar_fuzz_") as name:
        folder = pathlib.Path(name)
        prepare(case, folder)
        before = _contents(folder)

        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        begin = time.monotonic()
        words = [os.fsencode(word) if isinstance(word, str) else word for word in case.words]
        process = subprocess.Popen([program, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, preexec_fn=limited)
        try:
            out, err = process.communicate(timeout=40 * limit)  # a busy machine; processor time is what counts
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            code = None
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            code = None
        return Outcome(code, out.decode(errors="replace"), err.decode(errors="replace"), time.monotonic() - begin, before,
                       _contents(folder))
