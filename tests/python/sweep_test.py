"""Studies: grids and samples, executors, stores, failed runs, dead workers."""
import json
import os
import pathlib
import signal
import subprocess
import sys
from concurrent import futures

import numpy as np
import pytest

import invar
from invar import _sweep

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A mass on a spring: the first turning point is the start, and the largest force is k times it.
TEXT = """
model: oscillator
parameters: {k: 4, x0: 1, end: 1}
bodies: {ball: {type: point_mass, mass: 1, position: [x0, 0, 0]}}
forces: {spring: {type: applied_force, on: ball, force: [{table: [[0, -1], [end, -1]], outside: error}, 0, 0]}}
method: {step: 0.01, end: 0.5}
outputs: [ball.position.x]
"""
GRID = {"x0": [1, 2, 3], "k": [4, 5]}


def model():
    return invar.load_text(TEXT)


def final_place(result):
    return result["ball.position.x"][-1]


def test_a_grid_has_closed_form_results_in_its_shape():
    study = invar.sweep(model(), GRID, ["final(ball.position.x)", "max(2*ball.position.x)", "mean(ball.velocity.x)"])
    data = study.to_xarray()
    assert data["final(ball.position.x)"].dims == ("x0", "k") and len(study) == 6 and not study.failures
    # A constant force of -1 on a mass of 1 for half a second.
    np.testing.assert_allclose(data["final(ball.position.x)"], [[x - 0.125] * 2 for x in (1, 2, 3)], atol=1e-12)
    np.testing.assert_allclose(study["max(2*ball.position.x)"], [2, 2, 4, 4, 6, 6], atol=1e-12)
    np.testing.assert_allclose(study["mean(ball.velocity.x)"], -0.25, atol=1e-12)
    assert list(study["x0"]) == [1, 1, 2, 2, 3, 3] and set(study.to_pandas()["verdict"]) == {"kept"}


def test_samples_and_functions():
    runs = [{"x0": 0.5, "k": 1}, {"x0": 1.5, "k": 2}]
    study = invar.sweep(model(), runs, {"last": final_place, "path": lambda r: r["ball.position.x"][::25]})
    np.testing.assert_allclose(study["last"], [0.375, 1.375], atol=1e-12)
    assert study.to_xarray()["path"].dims == ("run", "path_0") or study["path"].shape == (2, 3)


def test_executors_give_the_same_bits():
    what = {"last": final_place, "rms": "rms(ball.velocity.x)"}
    tables = []
    for given in ({}, {"workers": 1}, {"executor": "processes", "workers": 2}):
        tables.append([row["values"] for row in invar.sweep(model(), GRID, what, **given).rows])
    with futures.ThreadPoolExecutor(2) as pool:
        tables.append([row["values"] for row in invar.sweep(model(), GRID, what, executor=pool).rows])
    assert all(table == tables[0] for table in tables)


def test_a_failed_run_is_a_row_with_its_reason():
    study = invar.sweep(model(), {"end": [1, 0.25], "x0": [1, -2]}, "final(ball.position.x)")
    assert len(study.failures) == 2 and all("0.25" in row["message"] for row in study.failures)
    assert all(row["parameters"]["end"] == 0.25 and row["verdict"] == "failed" for row in study.failures)
    refused = invar.sweep(model(), {"x0": [1, "nonsense"]}, "final(ball.position.x)")
    assert [row["status"] for row in refused.rows] == ["completed", "refused"] and np.isnan(refused["final(ball.position.x)"][1])


def test_a_study_goes_on_where_it_was_interrupted(tmp_path):
    store, count = tmp_path / "study.jsonl", []

    def stop(done, all):
        count.append(done)
        if done == 3:
            raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        invar.sweep(model(), GRID, "final(ball.position.x)", workers=1, store=store, progress=stop)
    lines = store.read_text().splitlines()
    assert len(lines) == 1 + 3
    store.write_text(store.read_text() + '{"key": "cut o')  # as a crash leaves it
    count.clear()
    study = invar.sweep(model(), GRID, "final(ball.position.x)", workers=1, store=store, progress=lambda d, a: count.append((d, a)))
    assert count == [(4, 6), (5, 6), (6, 6)]
    whole = invar.sweep(model(), GRID, "final(ball.position.x)")
    assert [row["values"] for row in study.rows] == [row["values"] for row in whole.rows]
    keys = [json.loads(line)["key"] for line in store.read_text().splitlines()[1:]]
    assert len(keys) == len(set(keys)) == 6
    with pytest.raises(invar.ModelError, match="belongs to another study"):
        invar.sweep(model(), GRID, "max(ball.position.x)", store=store)


def die_once(result):
    """Kills its process the first time that it is called for x0 = 2."""
    flag = pathlib.Path(os.environ["INVAR_TEST_FLAG"])
    if result["ball.position.x"][0] == 2 and not flag.exists():
        flag.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return float(result["ball.position.x"][-1])


def test_a_run_whose_worker_dies_is_repeated(tmp_path, monkeypatch):
    monkeypatch.setenv("INVAR_TEST_FLAG", str(tmp_path / "flag"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "build/python"), str(ROOT / "tests/python")]))
    study = invar.sweep(model(), {"x0": [1, 2, 3, 4]}, {"last": die_once}, executor="processes", workers=2)
    assert (tmp_path / "flag").exists()
    np.testing.assert_allclose(study["last"], np.array([1, 2, 3, 4]) - 0.125, atol=1e-12)


def test_wrong_formulas_are_refused_before_anything_runs():
    with pytest.raises(invar.ModelError, match="must be one of min, max, mean, rms, final"):
        invar.sweep(model(), GRID, "maximum(ball.position.x)")


def test_the_command(tmp_path):
    (tmp_path / "m.yaml").write_text(TEXT)
    program = f"import sys; sys.path.insert(0, {str(ROOT / 'build/python')!r}); from invar._command import main; main()"

    def call(*arguments):
        return subprocess.run([sys.executable, "-c", program, "sweep", *arguments], cwd=tmp_path, capture_output=True, text=True)
    answer = call("m.yaml", "--vary", "x0=1:3:5", "--collect", "final(ball.position.x)", "--out", "s.csv", "--workers", "2")
    assert (answer.returncode, answer.stderr) == (0, "") and "5 runs, 0 failed" in answer.stdout
    lines = (tmp_path / "s.csv").read_text().splitlines()
    assert lines[0] == "x0,final(ball.position.x),status,verdict,message"
    np.testing.assert_allclose([float(line.split(",")[1]) for line in lines[1:]], np.linspace(1, 3, 5) - 0.125, atol=1e-12)
    assert not (tmp_path / "s.csv.runs").exists()
    h5py = pytest.importorskip("h5py")
    assert call("m.yaml", "--vary", "x0=1,2", "--collect", "final(ball.position.x)", "--out", "s.h5").returncode == 0
    with h5py.File(tmp_path / "s.h5") as file:
        np.testing.assert_allclose(file["final(ball.position.x)"][:], [0.875, 1.875], atol=1e-12)
    bad = call("m.yaml", "--vary", "y=1,2", "--out", "s.csv")
    assert bad.returncode == 3 and "2 failed" in bad.stdout
    assert _sweep.Formula("rms(a.b)").kind == "rms"
