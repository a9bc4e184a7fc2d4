"""What a result becomes: pandas, xarray, plots, files, pages."""
import html
import json
import pathlib
import re
import subprocess

import numpy as np
import pytest

import invar

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def result():
    return invar.load(ROOT / "docs/examples/swing.yaml").run(end=1)


def test_pandas(result):
    frame = result.to_pandas()
    assert frame.index.name == "t" and list(frame.columns) == result.keys() and frame.attrs["units"]["hinge.angle"] == "rad"
    np.testing.assert_array_equal(frame["hinge.angle"], result["hinge.angle"])


def test_xarray(result):
    data = result.to_xarray()
    assert data["hinge.angle"].attrs["units"] == "rad" and data.attrs["verdict"] == "kept"
    assert float(data["hinge.angle"].sel(t=0.5, method="nearest")) == result["hinge.angle"][100]
    assert json.loads(data.attrs["certificate"])["model"] == "swing"


def test_plot_has_an_axis_for_each_unit(result):
    figure = result.plot("hinge.angle", "bob.position", "hinge.force.x")
    assert [a.get_ylabel() for a in figure.axes] == ["rad", "m", "N"]
    assert [line.get_label() for line in figure.axes[1].lines] == ["bob.position.x", "bob.position.y", "bob.position.z"]
    np.testing.assert_array_equal(figure.axes[0].lines[0].get_ydata(), result["hinge.angle"])
    with pytest.raises(KeyError, match="hinge.angl"):
        result.plot("hinge.angl")


def test_csv_is_what_was_recorded(result, tmp_path):
    result.write(tmp_path / "a.csv")
    np.testing.assert_array_equal(np.loadtxt(tmp_path / "a.csv", delimiter=",", skiprows=1), result.table)
    with pytest.raises(invar.ModelError, match="a.txt"):
        result.write(tmp_path / "a.txt")


def test_hdf5_has_units_certificate_and_page(result, tmp_path):
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "a.h5"
    result.write(path)
    with h5py.File(path) as file:
        np.testing.assert_array_equal(file["hinge.angle"][:], result["hinge.angle"])
        unit = file["hinge.angle"].attrs["unit"]
        assert (unit.decode() if isinstance(unit, bytes) else unit) == "rad"
    program = ROOT / "build/release/bin/invar"
    subprocess.run([program, "view", path, "--out", tmp_path / "again.html"], check=True, capture_output=True)
    again = tmp_path / "again.html"
    assert "hinge.angle" in again.read_text()  # the page is made again from the file


def test_the_page_stands_in_a_frame_of_a_notebook_and_in_a_file(result, tmp_path):
    text = result._repr_html_()
    source = re.fullmatch(r'<iframe srcdoc="([^"]*)" sandbox="allow-scripts[^"]*" style="[^"]*"></iframe>', text).group(1)
    page = html.unescape(source)
    assert page.lstrip().lower().startswith("<!doctype html>") and "swing" in page
    result.report(tmp_path / "swing.html")
    assert (tmp_path / "swing.html").read_text() == page
    assert [p.name for p in tmp_path.iterdir()] == ["swing.html"]


def test_without_a_page_the_certificate_is_shown():
    r = invar.load(ROOT / "docs/examples/swing.yaml").run(end=0.1, page=False)
    assert r._repr_html_().startswith("<pre>swing, method ep")
    with pytest.raises(invar.ModelError, match="run with page=True"):
        r.show()


def test_repr_says_how_it_ended(result):
    assert repr(result) == "<Result of swing: completed at t = 1 s, 201 rows, 12 channels, kept>"
