"""Simulations, equilibria, modes, equations of motion, linear systems: against closed forms."""
import numpy as np
import pytest

import invar

K, D, MASS = 80.0, 3.0, 2.0


def oscillator(**damping):
    """A mass on a spring along x, pushed by the input F."""
    m = invar.Model()
    m.input("F", 0)
    ball = m.point_mass("ball", mass=MASS, position=[1, 0, 0])
    anchor = m.marker("anchor", on="ground", at=[0, 0, 0])
    m.point_on_line("guide", m.ground, ball, at=[0, 0, 0], axis=[1, 0, 0])
    m.spring_damper("spring", anchor, ball, stiffness=K, rest_length=1, **damping)
    m.applied_force("push", on=ball, force=["F", 0, 0])
    return m


def pendulum(angle=0.3):
    m = invar.Model(gravity=[0, 0, -9.81])
    m.rigid_body("arm", mass=2, inertia=[0.01, 0.17, 0.17], position=[0, 0, -0.5])
    m.revolute("hinge", m.ground, "arm", at=[0, 0, 0], axis=[0, 1, 0])
    m.initial("hinge.angle", angle)
    return m


def test_steps_are_those_of_a_run():
    r = pendulum().run(step=0.01, end=1, outputs=["hinge.angle"])
    sim = pendulum().simulation(step=0.01)
    angles = [sim["hinge.angle"]]
    for _ in range(100):
        sim.step()
        angles.append(sim["hinge.angle"])
    np.testing.assert_array_equal(angles, r["hinge.angle"])
    assert sim.steps == 100 and sim.t == pytest.approx(1) and sim.energy == pytest.approx(r["energy.total"][0], abs=1e-13)


def test_a_checkpoint_goes_on_to_the_last_bit(tmp_path):
    sim = pendulum().simulation(method="em", step=0.01)
    sim.run_to(0.5)
    data = sim.checkpoint()
    sim.checkpoint(tmp_path / "half.bin")
    branch = sim.copy()
    sim.run_to(1)
    for source in (data, tmp_path / "half.bin"):
        again = pendulum().simulation(method="em", step=0.01)
        again.resume(source)
        assert again.t == 0.5
        again.run_to(1)
        np.testing.assert_array_equal(again.state.q, sim.state.q)
    branch.run_to(1)
    np.testing.assert_array_equal(branch.state.v, sim.state.v)
    with pytest.raises(invar.ModelError, match="does not fit"):
        pendulum().simulation(method="explicit", step=0.01).resume(data)


def test_inputs_act_from_the_next_step_on():
    m = invar.Model()
    m.input("F", 0)
    m.point_mass("ball", mass=MASS)
    m.applied_force("push", on="ball", force=["F", 0, 0])
    sim = m.simulation(step=0.01)
    name = m.inputs[0]
    sim.run_to(1)
    assert sim["ball.velocity.x"] == 0
    sim.inputs[name] = 4
    assert dict(sim.inputs) == {name: 4}
    sim.run_to(2)
    assert sim["ball.velocity.x"] == pytest.approx(4 / MASS, rel=1e-12)
    with pytest.raises(invar.ModelError, match="is no input of the model"):
        sim.inputs["G"] = 1


def test_a_changed_state_is_where_the_motion_goes_on():
    m = invar.Model()
    m.point_mass("ball", mass=1, velocity=[1, 0, 0])
    sim = m.simulation(step=0.01)
    sim.run_to(1)
    s = sim.state
    s.v = [0, 2, 0]
    assert sim.state.v[0] == 1  # a copy
    sim.state = s
    sim.run_to(2)
    np.testing.assert_allclose(sim.state.q, [1, 2, 0], atol=1e-12)
    with pytest.raises(invar.ModelError, match="belongs to another model"):
        sim.state = pendulum().simulation().state
    with pytest.raises(invar.ModelError, match="has 2 numbers where 3 are needed"):
        s.q = [1, 2]


def test_a_step_that_cannot_be_made_raises_and_keeps_the_state():
    m = invar.load_text("""
model: ends
bodies: {ball: {type: point_mass, mass: 1}}
forces: {push: {type: applied_force, on: ball, force: [{table: [[0, 0], [0.25, 1], [0.5, 0]], outside: error}, 0, 0]}}
""")
    sim = m.simulation(step=0.01)
    with pytest.raises(invar.SimulationError, match="0.5"):
        sim.run_to(1)
    assert 0.45 < sim.t < 0.51
    with pytest.raises(invar.SimulationError):
        while sim.t < 1:
            sim.step()


def test_observers_and_events_of_a_simulation():
    times = []
    # A pendulum of small amplitude passes the vertical first after a quarter of its period, and the energy says how fast.
    sim = pendulum(0.01).simulation(step=0.001, observers=[lambda s: times.append(s.t)],
                                    events=[invar.Event("vertical", lambda s: s.q[0])])
    sim.run_to(10)
    omega = np.sqrt(2 * 9.81 * 0.5 / (0.17 + 2 * 0.25))
    # By elliptic integral to second order in the amplitude; the midpoint rule has tan(omega' h/2) = omega h/2.
    exact = np.pi / 2 / omega * (1 + 0.01 ** 2 / 16) * (1 + (omega * 0.001) ** 2 / 12)
    assert sim.stopped_by == "vertical" and sim.t == pytest.approx(exact, rel=1e-8)
    assert len(times) == sim.steps and times[-1] == sim.t


def test_equilibrium_of_a_pendulum():
    found = pendulum().static(outputs=["hinge.angle", "hinge.force"])
    assert found.ok and found.stability == "stable" and found.certificate.verdict == "kept"
    assert found["hinge.angle"] == pytest.approx(0, abs=1e-9) and found.units["hinge.angle"] == "rad"
    assert found["hinge.force"].shape == (3,)
    np.testing.assert_allclose(found.reactions["hinge"].force, [0, 0, 2 * 9.81], atol=1e-9)
    np.testing.assert_allclose(found.state.q[:3], [0, 0, -0.5], atol=1e-9)


def test_modes_of_a_pendulum():
    modes = pendulum().modes(start="equilibrium")
    exact = np.sqrt(2 * 9.81 * 0.5 / (0.17 + 2 * 0.25)) / (2 * np.pi)
    assert modes.ok and len(modes) == 1 and modes.frequencies[0] == pytest.approx(exact, rel=1e-9)
    assert modes[0].damping_ratio == pytest.approx(0, abs=1e-9) and modes[0].part == "arm"


def test_pages_of_equilibria_and_modes(tmp_path):
    pendulum().static().report(tmp_path / "static.html")
    pendulum().modes(start="equilibrium").report(tmp_path / "modes.html")
    for name in ("static", "modes"):
        assert "</html>" in (tmp_path / f"{name}.html").read_text()


def test_the_equations_of_motion_hold():
    m = pendulum()
    e = m.equations
    q, v = e.start.q, 0.5 * np.sin(np.arange(12.0))
    s = e.assemble(q, v)
    M, G, a, multipliers = e.mass_matrix(s.q), e.jacobian(s.q, s.v), e.accelerations(s.q, s.v), e.multipliers(s.q, s.v)
    np.testing.assert_allclose(M @ a + G.T @ multipliers, e.forces(s.q, s.v), atol=1e-11)
    np.testing.assert_allclose(G @ a + e.bias(s.q, s.v), 0, atol=1e-11)
    np.testing.assert_allclose(e.constraints(s.q), 0, atol=1e-13)
    np.testing.assert_allclose(G @ s.v, e.constraint_rates(s.q, s.v), atol=1e-13)
    np.testing.assert_allclose(e.constraint_rates(s.q, s.v), 0, atol=1e-12)
    assert e.energy(s.q, s.v)[0] == pytest.approx(0.5 * s.v @ (M @ s.v))
    # The Jacobian is the derivative of the residuals.
    for direction in np.eye(12)[[0, 4, 11]]:
        h = 1e-3  # exact for the quadratic equations of joints
        difference = (e.constraints(s.q + h * direction) - e.constraints(s.q - h * direction)) / (2 * h)
        np.testing.assert_allclose(G @ direction, difference, atol=1e-12)


def test_shortcuts_of_the_model():
    m = pendulum()
    # theta'' = -m g l sin(theta) / (I + m l^2)
    alpha = -2 * 9.81 * 0.5 * np.sin(0.3) / (0.17 + 2 * 0.25)
    a = m.accelerations()
    centre = np.hypot(a[0], a[2])
    assert centre == pytest.approx(0.5 * abs(alpha), rel=1e-12)
    assert m.mass_matrix().shape == (12, 12) and m.jacobian().shape == (11, 12)
    assert abs(m.constraints()).max() < 1e-14
    assert len(m.coordinate_names) == 12 and len(m.constraint_names) == 11


def test_linear_system_of_an_oscillator():
    m = oscillator(damping=D)
    linear = m.linearize(m.inputs, ["ball.position.x", "ball.velocity.x", "ball.acceleration.x"])
    A, B, C, D_ = linear
    sign = C[0, 0]  # the direction of the coordinate is free
    assert abs(sign) == pytest.approx(1, rel=1e-10)
    np.testing.assert_allclose(A, [[0, 1], [-K / MASS, -D / MASS]], atol=1e-9)
    np.testing.assert_allclose(B * sign, [[0], [1 / MASS]], atol=1e-11)
    np.testing.assert_allclose(C * sign, [[1, 0], [0, 1], [-K / MASS, -D / MASS]], atol=1e-9)
    np.testing.assert_allclose(D_, [[0], [0], [1 / MASS]], atol=1e-11)


def test_linear_system_has_the_eigenvalues_of_the_modes():
    m = oscillator(damping=D)
    exact = complex(-D / (2 * MASS), np.sqrt(K / MASS - (D / (2 * MASS)) ** 2))
    found = np.linalg.eigvals(m.linearize().A)
    np.testing.assert_allclose(sorted(found.imag), [-exact.imag, exact.imag], rtol=1e-10)
    np.testing.assert_allclose(found.real, exact.real, rtol=1e-10)
    hanging = pendulum().linearize(outputs=["hinge.angle"])
    omega = np.sqrt(2 * 9.81 * 0.5 / (0.17 + 2 * 0.25))
    np.testing.assert_allclose(sorted(np.linalg.eigvals(hanging.A).imag), [-omega, omega], rtol=1e-9)
    # One unit of the coordinate s turns the arm by C s; the basis carries the center of mass by l times that.
    assert abs(np.linalg.norm(hanging.basis[:3, 0])) == pytest.approx(0.5 * abs(hanging.C[0, 0]), rel=1e-9)


def test_linearize_refuses_what_it_cannot_do():
    with pytest.raises(invar.ModelError, match="is not in equilibrium"):
        pendulum().linearize(start=None)
    with pytest.raises(invar.ModelError, match="is no input of the model"):
        pendulum().linearize(inputs=["torque"])
    moving = invar.Model()
    moving.point_mass("ball", mass=1, velocity=[1, 0, 0])
    with pytest.raises(invar.ModelError, match="moves in this state"):
        moving.linearize(start=None)


def test_compare_measures_methods_and_advises():
    c = invar.compare(pendulum(), ["ep", "em", "newmark"], budget=1, end=1, step=0.01)
    assert c.advice and "ep" in repr(c) and "newmark" in repr(c)


def test_gallery_and_reproduce(tmp_path):
    page = invar.gallery(["four_bar"], tmp_path / "g", end=0.5)
    assert page.exists() and (tmp_path / "g/four_bar.html").exists()
    with pytest.raises(ValueError, match="nobody1999"):
        invar.reproduce("nobody1999", tmp_path / "r")
