#!/usr/bin/env python3
"""Takes the pictures of the README and of the gallery from real pages in a browser.

    python3 docs/figures/make_pictures.py [--invar build/release/bin/invar]

Needs the program (script/build) and what script/bootstrap --test installs for the tests of the page (node, chromium).
Each picture is the mechanism of a report page, without the rest of the page. Not part of the tests.
"""
import argparse
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs/figures"

# Picture: model, arguments of the run, arguments of the screenshot.
PICTURES = {
    "picture_bicycle": ("bicycle", [], ["--time", "1.2", "--check", "Forces"]),
    "picture_excavator": ("excavator", [], ["--time", "1.3", "--select", "Trace=teeth"]),
    "picture_governor": ("flyball_governor", ["--end", "2"], ["--time", "0"]),
    "picture_stewart_platform": ("stewart_platform", [], ["--time", "1.3", "--check", "Forces"]),
}


def screenshot(page, name, *arguments):
    out = FIGURES / f"{name}.png"
    subprocess.run(["node", "tests/screenshot.mjs", str(page), str(out), "--wait", "1500", *arguments], check=True,
                   cwd=ROOT / "viewer")
    print(f"{out.relative_to(ROOT)}: {out.stat().st_size / 1000:.0f} kB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--invar", default=ROOT / "build/release/bin/invar")
    invar = str(parser.parse_args().invar)
    with tempfile.TemporaryDirectory() as folder:
        for name, (model, run, look) in PICTURES.items():
            page = pathlib.Path(folder) / f"{model}.html"
            subprocess.run([invar, "run", str(ROOT / f"models/{model}.yaml"), "--report", str(page), "--quiet", *run],
                           check=True)
            screenshot(page, name, "--stage", "480x340", *look)
        subprocess.run([invar, "gallery", "--out", folder, "--quiet"], check=True, cwd=ROOT)
        screenshot(pathlib.Path(folder) / "index.html", "gallery", "--size", "660x400", "--wait", "6000")


if __name__ == "__main__":
    main()
