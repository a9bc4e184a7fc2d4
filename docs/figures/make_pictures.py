#!/usr/bin/env python3
"""Takes the pictures of the README and of docs/ from real pages in a browser.

    python3 docs/figures/make_pictures.py [--invar build/release/bin/invar] [NAME...]

Needs the program (script/build) and what script/bootstrap --test installs for the tests of the page (node, chromium).
Without names all pictures are taken. Not part of the tests.
"""
import argparse
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs/figures"
MECHANISM = ["--stage", "480x340"]  # alone, without the rest of the page

# Picture: command and model of the page with its arguments, arguments of the screenshot.
PICTURES = {
    "picture_bicycle": (["run", "bicycle"], [*MECHANISM, "--time", "1.2", "--check", "Forces"]),
    "picture_stewart_platform": (["run", "stewart_platform"], [*MECHANISM, "--time", "1.3", "--check", "Forces"]),
    "picture_iltis": (["run", "dopico_iltis_rough", "--end", "4"], [*MECHANISM, "--select", "Follow=chassis", "--time", "3.2"]),
    "picture_wind_turbine": (["run", "bauchau_wind_turbine", "--end", "1"], [*MECHANISM, "--time", "0.6"]),
    "report_bicycle": (["run", "bicycle"], ["--time", "1.2", "--check", "Forces"]),
    "report_excavator": (["run", "excavator"], ["--dark", "--time", "1.3", "--select", "Trace=teeth"]),
    "report_slider_crank": (["run", "braun_slider_crank"], ["--time", "50.4"]),
    "report_stewart_platform": (["run", "stewart_platform"], ["--time", "1.3", "--check", "Forces"]),
    "report_modes": (["modes", "right_angle_cantilever", "--number", "6"], ["--time", "0.25", "--size", "1366x600"]),
    "compare_slider_crank": (["compare", "braun_slider_crank", "--end", "10", "--budget", "6"], ["--size", "1366x1000"]),
    "gallery": (["gallery"], ["--size", "1240x800"]),
}


def make_page(invar, folder, command):
    """The page of a command; the ones of a gallery go into a folder."""
    if command == ["gallery"]:
        subprocess.run([invar, "gallery", "--out", str(folder), "--quiet"], check=True, cwd=ROOT)
        return folder / "index.html"
    verb, model, *arguments = command
    page = folder / "page.html"
    subprocess.run([invar, verb, f"models/{model}.yaml", "--report", str(page), "--quiet", *arguments], check=True, cwd=ROOT)
    return page


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PICTURES))
    parser.add_argument("--invar", default=ROOT / "build/release/bin/invar")
    arguments = parser.parse_args()
    for name in arguments.names or PICTURES:
        command, look = PICTURES[name]
        with tempfile.TemporaryDirectory() as folder:
            page = make_page(str(arguments.invar), pathlib.Path(folder), command)
            out = FIGURES / f"{name}.png"
            wait = "25000" if name == "gallery" else "1500"
            subprocess.run(["node", "tests/screenshot.mjs", str(page), str(out), "--wait", wait, *look], check=True,
                           cwd=ROOT / "viewer")
            print(f"{out.relative_to(ROOT)}: {out.stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
