#!/usr/bin/env python3
"""Draws the figures of the documentation from real runs of Invar.

    python3 docs/figures/make_figures.py [--invar build/release/bin/invar]

Needs matplotlib and h5py (Debian: python3-matplotlib python3-h5py). Not part of the tests.

four_bar.png
    Left: the N-four-bar with two windows, models/n_four_bar.yaml with N = 2, at equal intervals of time.
    Right: the same run over time: distance of the tip from the exact motion, error of the energy, residual of the
    constraints. The exact motion comes from the mechanism's single equation of motion, integrated here, not from Invar:
        ((N + 1)/3 + N) l phi'' = -((N + 1)/2 + N) g cos phi,    tip = l (cos phi, sin phi)
    because all cranks stay parallel and the couplers only translate.
"""
import argparse
import csv
import math
import pathlib
import subprocess
import tempfile

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
N, STEP, END = 2, 0.01, 10.0
SHADES = {"trajectory": "#c0392b", "trajectory4": "#e59866", "energy": "#1f618d", "constraints": "#7f8c8d"}


def run_invar(invar, out, *arguments):
    command = [invar, "run", ROOT / "models/n_four_bar.yaml", "--set", f"N={N}", "--step", str(STEP), "--end", str(END),
               "--out", out, "--quiet", *arguments]
    subprocess.run([str(word) for word in command], check=True)


def read_csv(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {name: np.array([float(row[i]) for row in rows[1:]]) for i, name in enumerate(rows[0])}


def exact_angles(times, substeps=40):
    """phi at the given times by the classical fourth-order Runge-Kutta method; its error here is near 1e-12 rad."""
    factor = -9.81 * ((N + 1) / 2 + N) / ((N + 1) / 3 + N)

    def rate(y):
        return np.array([y[1], factor * math.cos(y[0])])

    y, angles = np.array([math.pi / 2, -1.0]), [math.pi / 2]
    for t0, t1 in zip(times[:-1], times[1:]):
        h = (t1 - t0) / substeps
        for _ in range(substeps):
            k1 = rate(y)
            k2 = rate(y + h / 2 * k1)
            k3 = rate(y + h / 2 * k2)
            k4 = rate(y + h * k3)
            y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        angles.append(y[0])
    return np.array(angles)


def draw_motion(ax, t, q):
    """q: x, y of P_0 ... P_N; the cranks stand on the ground at (i, 0)."""
    turn = np.argmax(t > 1.62)  # a little less than the first turn
    frames = np.linspace(0, turn, 15).astype(int)
    for k, frame in enumerate(frames):
        points = q[frame].reshape(-1, 2)
        color = plt.cm.Blues(0.3 + 0.6 * k / (len(frames) - 1))
        for i, p in enumerate(points):
            ax.plot([i, p[0]], [0, p[1]], color=color, lw=1.6, zorder=2)
        ax.plot(points[:, 0], points[:, 1], color=color, lw=2.4, zorder=3)
        ax.plot(points[:, 0], points[:, 1], "o", color=color, ms=3.5, zorder=4)
    for i in range(N + 1):
        ax.plot(i, 0, marker="^", color="#2c3e50", ms=8, zorder=5)
    ax.plot(q[:, 0], q[:, 1], color=SHADES["trajectory"], lw=0.8, ls=":", zorder=1)
    ax.set_aspect("equal")
    ax.set_xlim(-1.15, N + 1.15)
    ax.set_ylim(-1.12, 1.12)
    ax.set_xlabel("x [m]")
    ax.set_ylabel("y [m]")
    ax.set_title("one turn clockwise from upright, later is darker;\nin the line y = 0 the position is singular", fontsize=9)


def draw_errors(ax, run2, run4, phi):
    def trajectory(run):
        return np.hypot(run["tip.position.x"] - np.cos(phi), run["tip.position.y"] - np.sin(phi))

    t = run2["t"]
    scale = np.max(run2["energy.kinetic"])
    energy = np.maximum.accumulate(np.abs(run2["energy.total"] - run2["energy.total"][0])) / scale
    constraints = np.maximum.accumulate(run2["constraint.position"])
    floor = 1e-17  # exact zeros, to show them on a log scale
    lines = [("distance of the tip from the exact motion, order 2 [m]", trajectory(run2), "trajectory", 1.6),
             ("the same, order 4 [m]", trajectory(run4), "trajectory4", 1.2),
             ("largest energy error so far / kinetic energy, order 2", energy, "energy", 1.2),
             ("largest constraint residual so far, order 2 [m$^2$]", constraints, "constraints", 1.2)]
    for label, values, shade, width in lines:
        ax.semilogy(t[1:], np.maximum(values[1:], floor), color=SHADES[shade], lw=width, label=label)
    ax.set_ylim(1e-17, 1e5)
    ax.set_xlim(0, END)
    ax.set_xlabel("t [s]")
    ax.set_title(f"invar run models/n_four_bar.yaml --set N={N} --step {STEP}", fontsize=9, family="monospace")
    ax.grid(True, which="major", lw=0.3)
    ax.legend(fontsize=7, loc="upper left", framealpha=0.95)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--invar", default=ROOT / "build/release/bin/invar")
    invar = parser.parse_args().invar
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        run_invar(invar, folder / "2.csv")
        run_invar(invar, folder / "4.csv", "--option", "order=4")
        run_invar(invar, folder / "state.h5", "--state")
        run2, run4 = (read_csv(folder / f"{order}.csv") for order in (2, 4))
        with h5py.File(folder / "state.h5") as file:
            q = file["state/q"][...]
    figure, axes = plt.subplots(1, 2, figsize=(10, 3.7), width_ratios=[1.15, 1], layout="constrained")
    draw_motion(axes[0], run2["t"], q)
    draw_errors(axes[1], run2, run4, exact_angles(run2["t"]))
    figure.savefig(pathlib.Path(__file__).with_name("four_bar.png"), dpi=150)


if __name__ == "__main__":
    main()
