"""Every block of Python in the documentation runs as it stands."""
import pathlib
import re

import matplotlib
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
matplotlib.use("agg")


def blocks(path):
    return re.findall(r"^```python\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", ["docs/python.md", "README.md"])
def test_blocks_run_one_after_the_other(name, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = blocks(ROOT / name)
    assert found
    names = {}
    for block in found:
        exec(compile(block, name, "exec"), names)
