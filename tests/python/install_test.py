"""`pip install .` in a clean environment: the package, the command, the models, without anything of the repository."""
import os
import pathlib
import subprocess
import venv

import invar

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_an_installed_package_serves_without_the_repository(tmp_path):
    # With the library and the program of build/release: that they compile is tested by the rest.
    venv.create(tmp_path / "venv", with_pip=True)
    bin_folder = tmp_path / "venv/bin"
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "INVAR")}
    installed = subprocess.run(
        [bin_folder / "pip", "install", "-q", "--disable-pip-version-check", ROOT, "-C",
         f"cmake.define.INVAR_BUILD={ROOT}/build/release", "-C", "build.targets=invar_python", "-C",
         f"build-dir={ROOT}/build/pip_test"], capture_output=True, text=True, env=env)
    assert installed.returncode == 0, installed.stdout + installed.stderr

    def call(*command):
        answer = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=env)
        assert answer.returncode == 0, answer.stderr
        return answer.stdout
    program = ("import invar, pathlib; r = invar.load('four_bar').run(end=0.1); print(invar.__version__, r.certificate.verdict, "
               "len(r['crank.angle']) if 'crank.angle' in r else len(r)); print(invar.__file__)")
    version, verdict, _, file = call(bin_folder / "python", "-c", program).split()
    assert (version, verdict) == (invar.__version__, "kept")
    assert pathlib.Path(file).is_relative_to(tmp_path)
    assert call(bin_folder / "invar", "--version") == f"invar {invar.__version__}\n"
    assert call(bin_folder / "invar", "check", "four_bar").startswith("model          four_bar\n")
    assert (pathlib.Path(file).parent / "py.typed").exists()
