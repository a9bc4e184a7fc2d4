"""Runs from Python: results, certificates, errors, callbacks, interruption."""
import gc
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import invar

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWING = ROOT / "docs/examples/swing.yaml"
PROGRAM = ROOT / "build/release/bin/invar"


@pytest.fixture(scope="module")
def swing():
    return invar.load(SWING)


@pytest.fixture(scope="module")
def result(swing):
    return swing.run(end=1)


def test_version_is_that_of_the_program():
    answer = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True)
    assert answer.stdout.split()[1] == invar.__version__


def test_the_table_is_the_one_that_the_program_writes(swing, tmp_path):
    out, certificate = tmp_path / "a.csv", tmp_path / "c.json"
    subprocess.run([PROGRAM, "run", SWING, "--set", "spin=3", "--end", "2", "--option", "order=4", "--out", out,
                    "--certificate", certificate, "--quiet"], check=True)
    names = out.read_text().splitlines()[0].split(",")
    r = swing.with_parameters(spin=3).run(end=2, order=4)
    assert r.names == names
    np.testing.assert_array_equal(r.table, np.loadtxt(out, delimiter=",", skiprows=1))
    expected = json.loads(certificate.read_text())
    mine = r.certificate.to_dict()
    for run_dependent in ("wall_seconds", "findings"):
        expected.pop(run_dependent), mine.pop(run_dependent)
    assert mine == expected


def test_arrays_are_views_of_one_read_only_table_that_outlives_the_result(swing):
    r = swing.run(end=0.1)
    angle, position = r["hinge.angle"], r["bob.position"]
    assert np.shares_memory(angle, r.table) and np.shares_memory(position, r.table)
    assert position.shape == (len(r.t), 3)
    with pytest.raises(ValueError):
        angle[0] = 1
    before = angle.copy()
    del r
    gc.collect()
    swing.run(end=0.1)
    np.testing.assert_array_equal(angle, before)


def test_a_large_table_is_not_copied():
    m = invar.Model()
    m.point_mass("ball", mass=1, velocity=[1, 0, 0])
    r = m.run(end=1, step=1e-5, outputs=["ball.position"], page=False)
    assert r.table.nbytes > 7e6
    seconds = min(timed(lambda: r["ball.position.x"]) for _ in range(20))
    copying = min(timed(lambda: np.array(r.table)) for _ in range(5))
    assert seconds < copying / 20
    np.testing.assert_allclose(r["ball.position.x"], r.t, rtol=0, atol=1e-11)


def timed(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def test_units_and_unknown_channels(result):
    assert result.units["hinge.angle"] == "rad" and result.units["t"] == "s" and result.units["hinge.force.x"] == "N"
    with pytest.raises(KeyError, match="'hinge.angl' was not recorded; did you mean 'hinge.angle'"):
        result["hinge.angl"]
    assert "bob.position" in result and "bob.colour" not in result


def test_certificate_reads_as_table_and_as_dict(result):
    c = result.certificate
    assert c.verdict == c["verdict"] == "kept"
    assert "[ok] energy balance" in repr(c) and "`" not in repr(c) and "--" not in repr(c).replace("[--]", "")
    assert c.finding("energy balance").value == c["energy_balance_error_max"] < 1e-11
    with pytest.raises(KeyError, match="'energy'; there are 'constraints, positions'"):
        c.finding("energy")


def test_verify_estimates_the_error(swing):
    c = swing.run(end=1, step=0.0025, order=4, verify=True).certificate
    assert c["motion_accuracy"] == "converged" and 0 < c["motion_error_estimate"] < 1e-4


def test_outputs_replace_those_of_the_model_and_may_be_formulas(swing):
    r = swing.run(end=0.1, outputs=["bob.position.z", {"twice": "2*hinge.angle"}, "hinge.angle"])
    assert r.keys()[:3] == ["bob.position.z", "twice", "hinge.angle"]
    np.testing.assert_allclose(r["twice"], 2 * r["hinge.angle"], rtol=1e-15)
    assert "hinge.force.x" not in r and "hinge.force.x" in swing.run(end=0.01)


def test_all_coordinates_with_state(swing):
    r = swing.run(end=0.1, state=True)
    assert r.q.shape == r.v.shape == (len(r), len(r.coordinates)) == (len(r), 24)
    column = r.coordinates.index("bob.x") if "bob.x" in r.coordinates else 12
    np.testing.assert_array_equal(r.q[:, column], r["bob.position.x"])
    assert swing.run(end=0.01).q is None


@pytest.mark.parametrize("arguments, text", [
    (dict(method="epp"), 'unknown method "epp"; did you mean "ep"'),
    (dict(step=-1), "step = -1 must be positive"),
    (dict(step=0.1, tolerance=1e-6), "tolerance = 1e-06 cannot be combined with step"),
    (dict(step=0.1, max_step=1), "max_step has no effect on constant steps; add tolerance"),
    (dict(ordr=4), 'the unknown key "ordr"; did you mean "order"'),
    (dict(order=3), "order"),
    (dict(outputs=["hinge.angl"]), 'has the unknown channel "hinge.angl"; did you mean "hinge.angle"'),
    (dict(start="rest"), "is no place to start from"),
    (dict(assembly=False), "leave assembly=False out"),
    (dict(end=object()), "end cannot be made of a object"),
])
def test_wrong_arguments_are_named_as_arguments(swing, arguments, text):
    with pytest.raises(invar.ModelError) as caught:
        swing.run(**arguments)
    assert text in str(caught.value) and "--" not in str(caught.value) and "`" not in str(caught.value)


def test_errors_of_files_have_their_place(tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text("model: broken\nbodies:\n  arm: {type: rigid_body, mass: -2}\n")
    with pytest.raises(invar.ModelError) as caught:
        invar.load(path)
    assert (caught.value.file, caught.value.line) == (str(path), 3)
    assert str(caught.value).startswith(f"{path}:3:")
    with pytest.raises(invar.ModelError, match='has no parameter "spn"; did you mean "spin"'):
        invar.load(SWING, spn=1)
    with pytest.raises(invar.ModelError, match="no_such_model"):
        invar.load("no_such_model")


def test_a_run_that_fails_is_a_result():
    # A table that ends at 0.5 s and is asked beyond.
    text = """
model: ends
bodies: {ball: {type: point_mass, mass: 1}}
forces: {push: {type: applied_force, on: ball, force: [{table: [[0, 0], [0.25, 1], [0.5, 0]], outside: error}, 0, 0]}}
method: {step: 0.01, end: 1}
outputs: [ball.position.x]
"""
    m = invar.load_text(text)
    r = m.run()
    assert not r.ok and r.status == "stopped" and r.certificate.verdict == "failed"
    assert 0.45 < r.t[-1] < 0.51 and len(r["ball.position.x"]) == len(r.t) and "0.5" in r.message
    with pytest.raises(invar.SimulationError) as caught:
        m.run(check=True)
    assert len(caught.value.result) == len(r)


def test_models_that_ship_load_by_name():
    assert "four_bar" in invar.shipped_models()
    assert invar.load("four_bar").run(end=0.1).ok


def test_models_can_be_sent_to_other_processes(swing):
    for model in (swing.with_parameters(spin=4), made_in_code()):
        other = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(other.run(end=0.2).table, model.run(end=0.2).table)


def made_in_code():
    m = invar.Model(gravity=[0, 0, -9.81])
    m.point_mass("ball", mass=1, position=[0, 0, 1])
    return m


def test_observers_see_every_step_and_may_stop(swing):
    seen = []
    r = swing.run(end=1, step=0.01, observers=[lambda s: seen.append((s.t, s.q.copy())) or s.t < 0.495])
    assert len(seen) == 50 and r.status == "stopped" and r.t[-1] == pytest.approx(0.5)
    np.testing.assert_allclose([t for t, _ in seen], r.t[1:])


def test_an_exception_of_an_observer_keeps_what_was_computed(swing):
    def fail(state):
        if state.t > 0.3:
            raise ZeroDivisionError("mine")
    with pytest.raises(invar.CallbackError, match="ZeroDivisionError: mine") as caught:
        swing.run(end=1, step=0.01, observers=[fail])
    cause = caught.value.__cause__
    assert isinstance(cause, ZeroDivisionError)
    assert any(entry.name == "fail" for entry in __import__("traceback").extract_tb(cause.__traceback__))
    r = caught.value.result
    assert r.t[-1] == pytest.approx(0.31) and r.certificate["energy_balance_error_max"] < 1e-11


def test_an_event_ends_the_run_at_its_instant():
    # Free fall from 1 m: z = 0 at sqrt(2/g).
    m = made_in_code()
    r = m.run(end=1, step=0.01, outputs=["ball.position.z"], events=[invar.Event("ground", lambda s: -s.q[2])])
    assert r.stopped_by == "ground" and r.ok
    assert r.t[-1] == pytest.approx(np.sqrt(2 / 9.81), abs=1e-12)


def test_an_action_changes_the_motion():
    # A ball that bounces without loss comes back to its height after twice the time of the fall.
    m = made_in_code()

    def bounce(s):
        s.v[2] = -s.v[2]
    fall = np.sqrt(2 / 9.81)
    r = m.run(end=2 * fall, step=0.01, outputs=["ball.position.z"], events=[invar.Event("floor", lambda s: -s.q[2], bounce)])
    assert r["ball.position.z"][-1] == pytest.approx(1, abs=1e-9) and min(r["ball.position.z"]) > -1e-12


def test_progress_is_called_with_time_and_end(swing):
    seen = []
    swing.run(end=20, step=5e-4, page=False, progress=lambda t, end: seen.append((t, end)))
    assert len(seen) >= 2 and all(0 < t <= end == 20 for t, end in seen) and seen == sorted(seen)


def test_ctrl_c_ends_a_run_and_keeps_the_result(swing):
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt) as caught:
        swing.run(end=1e4, step=1e-3, page=False, every=1)
    assert time.perf_counter() - begin < 10
    r = caught.value.result
    assert r.status == "stopped" and 0 < r.t[-1] < 1e4


def test_threads_run_models_while_the_interpreter_goes_on(swing):
    expected = swing.run(end=5, page=False).table
    results = [None] * 4

    def work(i):
        results[i] = swing.run(end=5, page=False).table
    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    ticks = 0
    while any(thread.is_alive() for thread in threads):
        ticks += 1
        time.sleep(0.001)
    assert ticks > 3  # the lock was free while they ran
    for table in results:
        np.testing.assert_array_equal(table, expected)


def test_a_run_costs_little_more_than_its_steps(swing):
    swing.run(end=0.01)
    spent = min(timed(lambda: swing.run(end=0.005, step=0.005, page=False)) for _ in range(20))
    assert spent < 0.005


def test_memory_of_results_is_given_back(swing):
    import resource
    for _ in range(3):
        swing.run(end=10, step=0.005)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(60):
        swing.run(end=10, step=0.005)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 6_000  # kB; one table has 200


def test_nothing_leaks_at_the_end_of_a_program():
    program = f"""
import sys; sys.path.insert(0, {str(ROOT / 'build/python')!r})
import invar
m = invar.load({str(SWING)!r})
def fail(state): raise ValueError
try: m.run(observers=[fail])
except invar.CallbackError: pass
try: m.run(step=-1)
except invar.ModelError: pass
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                            env=dict(os.environ, INVAR_LEAK_WARNINGS="1"))
    assert answer.stderr == ""
