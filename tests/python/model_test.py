"""Models made in code: the words of a model file, generated from the schemas."""
import inspect
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import invar
from invar import _parts

ROOT = pathlib.Path(__file__).resolve().parents[2]


def swing():
    m = invar.Model("swing", gravity=[0, 0, -9.81], length=1.0, spin=2.0)
    arm = m.rigid_body("arm", mass=2, inertia=[0.01, 0.17, 0.17], position=["length/2", 0, 0])
    bob = m.rigid_body("bob", mass=1, inertia=[0.02, 0.02, 0.03], position=["length", 0, -0.3], angular_velocity=[0, 0, "spin"])
    m.revolute("hinge", m.ground, arm, at=[0, 0, 0], axis=[0, 1, 0])
    m.spherical("ball", arm, bob, at=["length", 0, 0])
    return m


def test_a_model_in_code_is_the_model_of_the_file():
    outputs = ["hinge.angle", "bob.position", "hinge.force"]
    mine = swing().run(method="ep", step=0.005, end=2, outputs=outputs)
    file = invar.load(ROOT / "docs/examples/swing.yaml").run(end=2)
    assert mine.names == file.names
    np.testing.assert_array_equal(mine.table, file.table)
    other = swing().with_parameters(spin=5).run(step=0.005, end=2, outputs=outputs)
    np.testing.assert_array_equal(other.table, invar.load(ROOT / "docs/examples/swing.yaml", spin=5).run(end=2).table)


def test_to_yaml_loads_to_the_same_model():
    text = swing().to_yaml()
    np.testing.assert_array_equal(invar.load_text(text).run(end=0.5, outputs=["hinge.angle"]).table,
                                  swing().run(end=0.5, outputs=["hinge.angle"]).table)


def test_every_type_of_the_catalogs_is_a_method():
    schemas = _parts.SCHEMAS
    count = sum(len(types) for section, types in schemas.items() if section != "methods")
    names = [name for name, *_ in _parts.methods()]
    assert len(names) == len(set(names)) == count
    program = ROOT / "build/release/bin/invar"
    for section in schemas:
        if section == "markers":
            continue
        listed = subprocess.run([program, "list", section], capture_output=True, text=True, check=True).stdout
        for type_name in schemas[section]:
            assert f"\n  {type_name} " in listed or f"\n  {type_name}\n" in listed
    # None hides an attribute that Model has for itself.
    assert not set(names) & {name for name in vars(invar.Model)}


def test_documentation_and_signature_come_from_the_schema():
    method = invar.Model.revolute
    signature = inspect.signature(method)
    assert list(signature.parameters) == ["self", "name", "places", "between", "at", "axis", "x_axis", "limits", "friction"]
    mass = inspect.signature(invar.Model.rigid_body).parameters["mass"]
    assert mass.kind is inspect.Parameter.KEYWORD_ONLY
    assert "mass: mass (number, kg, positive, required)" in invar.Model.planar_body.__doc__
    assert "3x3 matrix" in invar.Model.rigid_body.__doc__ and "default" in invar.Model.spring_damper.__doc__


def test_stubs_are_current():
    answer = subprocess.run([sys.executable, ROOT / "python/make_stubs.py", "--check"], capture_output=True, text=True,
                            env={"PYTHONPATH": str(ROOT / "build/python"), "PATH": ""})
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("make, text", [
    (lambda m: m.revolute("h", m.ground, "arm", at=[0, 0, 0], axis=[0, 0, 0]), "joints.h.axis = [0, 0, 0] must be a nonzero vector"),
    (lambda m: m.rigid_body("b", mass=-1, inertia=[1, 1, 1]), "bodies.b.mass = -1 must be positive"),
    (lambda m: m.rigid_body("arm", mass=1, inertia=[1, 1, 1]), "arm is used twice"),
    (lambda m: m.revolute("h", m.ground, "arm", at=[0, 0, 0], axs=[0, 1, 0]), '"axs"'),
    (lambda m: m.add("joints", "h", "revolut"), 'unknown joint type "revolut"; did you mean "revolute"'),
    (lambda m: m.add("joint", "h", "revolute"), '"joint" is no section'),
    (lambda m: m.rigid_body("b", mass={1, 2}, inertia=[1, 1, 1]), "bodies.b.mass"),
])
def test_wrong_values_are_refused_where_they_are_given(make, text):
    m = invar.Model()
    m.rigid_body("arm", mass=1, inertia=[1, 1, 1])
    with pytest.raises(invar.ModelError) as caught:
        make(m)
    assert text in str(caught.value)
    m.run(end=0.01)  # nothing of it is left in the model


def test_names_of_other_parts_are_looked_up_when_the_model_is_used():
    m = invar.Model()
    m.rigid_body("arm", mass=1, inertia=[1, 1, 1])
    m.revolute("hinge", m.ground, "harm", at=[0, 0, 0], axis=[0, 1, 0])
    with pytest.raises(invar.ModelError, match='names "harm", which is neither a body nor a marker; did you mean "arm"'):
        m.run()


def test_arrays_numbers_of_numpy_and_names_are_values():
    m = invar.Model(gravity=np.array([0, 0, -9.81]))
    arm = m.rigid_body("arm", mass=np.float32(2), inertia=np.diag([0.25, 0.5, 0.5]), position=np.array([0.5, 0, 0]))
    assert arm == "arm" and arm.position == "arm.position"
    m.revolute("hinge", m.ground, arm, at=np.zeros(3), axis=(np.int64(0), 1, 0))
    r = m.run(end=0.1, outputs=[arm.position])
    # theta'' = m g l / (I + m l^2) at the start
    expected = -0.5 * (2 * 9.81 * 0.5 / (0.5 + 2 * 0.25)) * 0.01 ** 2 * 0.5
    assert r["arm.position"][1, 2] == pytest.approx(expected, rel=1e-2)


def test_functions_of_python_prescribe_and_load():
    m = invar.Model()
    m.point_mass("ball", mass=2)
    m.applied_force("push", on="ball", force=[lambda t: 6 * t, 0, 0])
    r = m.run(end=1, step=0.01, outputs=["ball.position.x"])
    # 2 x'' = 6 t: x = t^3 / 2, and the midpoint rule has an error of h^2 t/8 of it at t = 1
    assert r["ball.position.x"][-1] == pytest.approx(0.5, abs=0.01 ** 2)
    with pytest.raises(invar.ModelError, match="belongs to the program and cannot be written"):
        m.to_yaml()


def test_a_function_that_raises_ends_the_run_with_its_exception():
    times = [0.0]

    def push(t):
        if times[-1] > 0.5:
            raise OverflowError("too late")
        return 1.0
    m = invar.Model()
    m.point_mass("ball", mass=2)
    m.applied_force("push", on="ball", force=[push, 0, 0])
    with pytest.raises(invar.CallbackError, match="OverflowError: too late") as caught:
        m.run(end=1, step=0.01, outputs=["ball.position.x"], observers=[lambda s: times.append(s.t)])
    assert isinstance(caught.value.__cause__, OverflowError)
    r = caught.value.result
    assert r.t[-1] == pytest.approx(0.51)
    np.testing.assert_allclose(r["ball.position.x"], r.t ** 2 / 4, atol=1e-12)


def test_compiled_functions_are_called_by_their_address():
    import ctypes
    square = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(lambda t: 3 * t * t)
    m = invar.Model()
    m.point_mass("ball", mass=1)
    m.applied_force("push", on="ball", force=[square, 0, 0])
    assert m.run(end=1, step=0.01, outputs=["ball.velocity.x"])["ball.velocity.x"][-1] == pytest.approx(1, abs=1e-4)


def test_initial_values_measures_results_and_methods():
    m = swing()
    m.initial("hinge.angle", 0.5)
    m.measure("height", "bob.position.z")
    m.result("lowest", min="height")
    r = m.run(end=1, step=0.005, outputs=["hinge.angle", "height"])
    assert r["hinge.angle"][0] == pytest.approx(0.5, abs=1e-14)
    assert r.certificate["results"]["lowest"] == pytest.approx(min(r["height"]), abs=1e-12)


def test_parts_are_not_added_to_files():
    m = invar.load(ROOT / "docs/examples/swing.yaml")
    with pytest.raises(TypeError, match="is a file; parts are added to models made in code"):
        m.point_mass("ball", mass=1)


def test_check_counts():
    c = invar.load("four_bar").check()
    assert c["degrees_of_freedom"] == 1 and c["conflict"] == ""
    assert len(invar.load("four_bar").joints) == 4
