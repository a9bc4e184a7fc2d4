"""Forces, energies and controllers of one's own, against closed forms and built-in types."""
import ctypes

import numpy as np
import pytest

import invar

K, C, MASS = 80.0, 3.0, 2.0


def ball(**start):
    m = invar.Model()
    m.point_mass("ball", mass=MASS, **start)
    return m


def test_a_force_slows_a_point_as_its_law_says():
    m = ball(velocity=[1, 0, 0])
    m.custom_force("drag", "ball", lambda t, q, v: -C * v, dissipates=True)
    r = m.run(end=1, step=1e-3, outputs=["ball.position.x", "ball.velocity.x"])
    # x = m/c (1 - exp(-c t/m)); the midpoint rule has a relative error of (c h/m)^2/12 in the rate
    np.testing.assert_allclose(r["ball.position.x"], MASS / C * (1 - np.exp(-C * r.t / MASS)), atol=1e-6)
    c = r.certificate
    assert c["energy_balance_error_max"] < 1e-14 and c.verdict == "kept"
    lost = 0.5 * MASS * (1 - r["ball.velocity.x"][-1] ** 2)
    assert c["dissipated_physical"] == pytest.approx(lost, rel=1e-9) and c["work_applied"] == 0


def test_derivatives_may_be_given_and_change_the_motion_by_rounding_only():
    def run(**derivatives):
        m = ball(position=[1, 0.2, 0], velocity=[0, 1, 0])
        m.custom_force("law", "ball", lambda t, q, v: -K * q - C * v, **derivatives)
        return m.run(end=1, step=0.01, outputs=["ball.position"])
    eye = np.eye(3)
    with_them = run(force_q=lambda t, q, v: -K * eye, force_v=lambda t, q, v: -C * eye)
    without = run()
    np.testing.assert_allclose(with_them["ball.position"], without["ball.position"], atol=1e-11)
    assert with_them.certificate["newton_iterations"] <= without.certificate["newton_iterations"]


@pytest.mark.parametrize("gradient", [True, False])
def test_an_energy_is_kept(gradient):
    # A spring to the origin that hardens: U = k/2 r^2 + a/4 r^4.
    a = 30.0

    def energy(q):
        s = q @ q
        return 0.5 * K * s + 0.25 * a * s * s

    def slope(q):
        return (K + a * (q @ q)) * q
    m = ball(position=[1, 0, 0], velocity=[0, 2, 0.5])
    m.custom_energy("spring", "ball", energy, gradient=slope if gradient else None)
    r = m.run(method="ep", end=5, step=0.01, outputs=["ball.position", "energy.potential"])
    E = r["energy.total"]
    assert np.abs(E - E[0]).max() < 1e-11 * E[0] and r.certificate.verdict == "kept"
    q = r["ball.position"]
    np.testing.assert_allclose(r["energy.potential"], [energy(x) for x in q], rtol=1e-12)
    reference = m.run(method="ep", end=5, step=0.001, every=0.01, outputs=["ball.position"])["ball.position"]
    # second order: a tenth of the step has a hundredth of the error
    finer = m.run(method="ep", end=5, step=0.005, every=0.01, outputs=["ball.position"])["ball.position"]
    assert np.abs(finer[-1] - reference[-1]).max() < 0.35 * np.abs(q[-1] - reference[-1]).max()


def test_a_controller_has_states_of_its_own():
    # A first-order lag of a constant command: z' = (1 - z)/T, force z: v = t - T (1 - exp(-t/T)) for a mass of one.
    lag = 0.2
    m = invar.Model()
    m.point_mass("ball", mass=1)
    m.custom_controller("actuator", "ball", lambda t, q, v, z: [z[0], 0, 0], lambda t, q, v, z: (1 - z) / lag, states=["force"])
    r = m.run(end=1, step=1e-3, outputs=["ball.velocity.x"])
    np.testing.assert_allclose(r["ball.velocity.x"], r.t - lag * (1 - np.exp(-r.t / lag)), atol=1e-5)
    assert r.certificate["energy_balance_error_max"] < 1e-14


def test_inputs_of_a_force_are_set_between_steps():
    m = ball()
    m.custom_force("thruster", "ball", lambda t, q, v, u: [u[0], 0, 0], inputs=["thrust"])
    assert m.inputs == ["thruster.thrust"]
    sim = m.simulation(step=0.01)
    sim.run_to(1)
    sim.inputs["thruster.thrust"] = 6
    sim.run_to(2)
    assert sim["ball.velocity.x"] == pytest.approx(6 / MASS, rel=1e-12)


def test_compiled_functions_do_the_same():
    pointer = ctypes.POINTER(ctypes.c_double)

    @ctypes.CFUNCTYPE(None, ctypes.c_double, pointer, pointer, pointer)
    def compiled(t, q, v, out):
        for i in range(3):
            out[i] = -K * q[i] - C * v[i]
    tables = []
    for force in (compiled, lambda t, q, v: -K * q - C * v):
        m = ball(position=[1, 0, 0])
        m.custom_force("law", "ball", force)
        tables.append(m.run(end=0.2, step=0.01, outputs=["ball.position"]).table)
    np.testing.assert_array_equal(*tables)


def test_numba_functions_do_the_same():
    numba = pytest.importorskip("numba")
    types = numba.types

    @numba.cfunc(types.void(types.double, *[types.CPointer(types.double)] * 3))
    def compiled(t, q, v, out):
        for i in range(3):
            out[i] = -K * q[i] - C * v[i]
    tables = []
    for force in (compiled, lambda t, q, v: -K * q - C * v):
        m = ball(position=[1, 0, 0])
        m.custom_force("law", "ball", force)
        tables.append(m.run(end=0.2, step=0.01, outputs=["ball.position"]).table)
    np.testing.assert_allclose(*tables, atol=1e-13)  # numba may contract products and sums


def test_exceptions_keep_the_traceback_and_what_was_computed():
    def law(t, q, v):
        if q[0] > 0.5:
            raise LookupError("no data here")
        return [0, 0, 0]
    m = ball(velocity=[1, 0, 0])
    m.custom_force("law", "ball", law)
    with pytest.raises(invar.CallbackError, match="LookupError: no data here") as caught:
        m.run(end=1, step=0.01, outputs=["ball.position.x"])
    assert isinstance(caught.value.__cause__, LookupError)
    r = caught.value.result
    np.testing.assert_allclose(r["ball.position.x"], r.t, atol=1e-13)
    assert 0.48 < r.t[-1] <= 0.51
    with pytest.raises(LookupError):
        m.simulation(step=0.01).run_to(1)


@pytest.mark.parametrize("answer, text", [([1, 2], "another number of values than 3"), ("far", "ValueError")])
def test_wrong_answers_are_reported(answer, text):
    m = ball()
    m.custom_force("law", "ball", lambda t, q, v: answer)
    try:
        message = m.run(end=0.1, step=0.01).message
    except (invar.CallbackError, invar.ModelError, ValueError) as error:
        message = f"{type(error).__name__}: {error}"
    assert text in message


def test_wrong_arguments_are_refused_at_once():
    m = ball()
    with pytest.raises(invar.ModelError, match="law.force must be a function"):
        m.custom_force("law", "ball", 3)
    with pytest.raises(invar.ModelError, match="start needs a number for each state"):
        m.custom_controller("law", "ball", print, print, states=["a"], start=[1, 2])
    m.custom_force("law", "bal", lambda t, q, v: v)
    with pytest.raises(invar.ModelError, match="bal"):
        m.run()


def test_the_model_can_be_run_again_and_by_several_threads():
    import threading
    m = ball(position=[1, 0, 0])
    m.custom_force("law", "ball", lambda t, q, v: -K * np.sin(q))
    expected = m.run(end=0.5, step=0.01).table
    results = [None] * 3

    def work(i):
        results[i] = m.run(end=0.5, step=0.01).table
    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    [t.start() for t in threads], [t.join() for t in threads]
    for table in results:
        np.testing.assert_array_equal(table, expected)
