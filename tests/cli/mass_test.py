"""Accelerations and motions for any mass properties: thin and light bodies, small and large ones, unconnected parts."""
import itertools
import json
import math
import unittest

from invar import ROOT, Program

METHODS = ["ep", "ed", "ggl", "newmark", "hht", "generalized_alpha", "al", "al_projection", "al_conserving",
           "al_conserving_projection", "em", "explicit"]
RATIOS = [1e-14, 1e-11, 1e-8, 1e-4, 1, 1e4, 1e8, 1e11, 1e14]  # inertia over mass, m^2

# A body turned about its x axis by the torque 2 I: alpha = 2 rad/s^2.
TORQUE = """\
parameters: {I: 1, m: 1, W: 1}
bodies: {b: {type: rigid_body, mass: m, inertia: [I, W, W]}}
forces: {t: {type: applied_torque, on: b, torque: ["2*I", 0, 0]}}
method: {step: 0.001, end: 0.01}
outputs: [b.alpha, b.omega]
"""
# The same in the plane.
PLANAR_TORQUE = """\
parameters: {I: 1, m: 1}
bodies: {b: {type: planar_body, mass: m, inertia: I}}
forces: {t: {type: applied_torque, on: b, torque: [0, 0, "2*I"]}}
method: {step: 0.001, end: 0.01}
outputs: [b.alpha, b.omega]
"""
FALL = """\
parameters: {I: 1, m: 2}
gravity: [0, 0, -9.81]
bodies: {b: {type: rigid_body, mass: m, inertia: [I, I, I], angular_velocity: [1, 2, 3]}}
method: {step: 0.01, end: 0.1}
outputs: [b.acceleration, b.velocity]
"""
# A bar of length L that swings about its end under the gravity g, in units in which the motion is the same for all
# L, m and g: time is measured in sqrt(L/g).
PENDULUM = """\
parameters: {{L: {L!r}, m: {m!r}, g: {g!r}}}
gravity: [0, 0, -g]
bodies:
  b: {{type: rigid_body, mass: m, inertia: [m*L^2/1200, m*L^2/12, m*L^2/12], position: [L/2, 0, 0]}}
joints: {{hinge: {{type: revolute, between: [ground, b], at: [0, 0, 0], axis: [0, 1, 0]}}}}
method: {{step: {h!r}, end: {end!r}}}
outputs: [b.position, b.velocity, b.acceleration, hinge.angle, hinge.angle_rate, hinge.force]
"""
# Two equal pendulums that nothing connects; {only} leaves one of them out.
PAIR = """\
gravity: [0, 0, -9.81]
bodies:
{bodies}
joints:
{joints}
method: {{step: 0.01, end: 1}}
outputs: [{outputs}]
"""


def bar(name, mass):
    return (f"  {name}: {{type: rigid_body, mass: {mass!r}, position: [0.5, 0, 0],\n"
            f"      inertia: [{mass!r}*1e-3, {mass!r}/12, {mass!r}/12]}}",
            f"  {name}_hinge: {{type: revolute, between: [ground, {name}], at: [0, 0, 0], axis: [0, 1, 0.2]}}",
            f"{name}.position, {name}.velocity, {name}_hinge.angle")


def plain(method):
    """Without the correction of the energy, which is one for the whole model."""
    return ["--option", "energy=none"] if method == "explicit" else []


def pair(*parts):
    bodies, joints, outputs = zip(*parts)
    return PAIR.format(bodies="\n".join(bodies), joints="\n".join(joints), outputs=", ".join(outputs))


class Mass(Program):
    def last_row(self, model, *args):
        """Last row of the run, by name."""
        self.write("model.yaml", model)
        answer = self.invar("run", "model.yaml", "--quiet", "--out", "a.csv", *args)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        lines = (self.folder / "a.csv").read_text().splitlines()
        return dict(zip(lines[0].split(","), (float(value) for value in lines[-1].split(","))))

    def test_turns_thin_and_wide_bodies_by_torque_over_inertia(self):
        for method in METHODS:
            for ratio in RATIOS:
                with self.subTest(method=method, ratio=ratio):
                    # Thin: about the axis of a wire of 1 m. Wide: the flattest body that has this moment.
                    wide = 1 / 12 if ratio < 0.1 else ratio
                    row = self.last_row(TORQUE, "--method", method, "--set", f"I={ratio!r}", "--set", f"W={wide!r}")
                    self.assertAlmostEqual(row["b.alpha.x"], 2, delta=1e-9)
                    self.assertAlmostEqual(row["b.omega.x"], 0.02, delta=1e-6)

    def test_turns_planar_bodies_by_torque_over_inertia(self):
        for method in METHODS:
            for ratio in RATIOS:
                with self.subTest(method=method, ratio=ratio):
                    row = self.last_row(PLANAR_TORQUE, "--method", method, "--set", f"I={ratio!r}")
                    self.assertAlmostEqual(row["b.alpha"], 2, delta=1e-12)
                    self.assertAlmostEqual(row["b.omega"], 0.02, delta=1e-12)

    def test_lets_every_body_fall_with_gravity(self):
        for method in METHODS:
            for ratio in RATIOS:
                with self.subTest(method=method, ratio=ratio):
                    row = self.last_row(FALL, "--method", method, "--set", f"I={2 * ratio!r}", *plain(method))
                    self.assertAlmostEqual(row["b.acceleration.z"], -9.81, delta=1e-12)
                    self.assertAlmostEqual(row["b.velocity.z"], -0.981, delta=1e-12)
                    self.assertAlmostEqual(row["b.velocity.x"], 0, delta=1e-12)

    def test_swings_alike_at_every_length_mass_and_gravity(self):
        # The acceleration of the horizontal bar, and the angle later, do not depend on L, m, g in these units.
        for method in METHODS:
            reference = None
            for L, m, g in [(1, 1, 10), (1e-6, 1, 10), (1e-4, 1e-7, 10), (6.4e6, 1e7, 10), (1e3, 1e-7, 1e-3),
                            (1e-6, 1e7, 1e6)]:
                with self.subTest(method=method, L=L, m=m, g=g):
                    unit = math.sqrt(L / g)
                    row = self.last_row(PENDULUM.format(L=L, m=m, g=g, h=0.02 * unit, end=0.4 * unit), "--method", method)
                    scaled = {"angle": row["hinge.angle"], "rate": row["hinge.angle_rate"] * unit,
                              "x": row["b.position.x"] / L, "z": row["b.position.z"] / L,
                              "v": row["b.velocity.z"] / math.sqrt(L * g), "a": row["b.acceleration.z"] / g,
                              "f": row["hinge.force.z"] / (m * g)}
                    if reference is None:
                        reference = scaled
                        # theta'' = 1.5 g/L cos(theta), with six terms of its power series.
                        t = 0.4
                        self.assertAlmostEqual(scaled["angle"], 0.75 * t**2 - 1.5**3 * t**6 / 240, delta=5e-4)
                    for name, value in scaled.items():
                        self.assertAlmostEqual(value, reference[name], delta=1e-9, msg=name)

    def test_swings_a_body_that_is_held_at_the_origin_alike_at_every_length(self):
        model = ("gravity: [0, 0, -10]\nbodies: {{b: {{type: rigid_body, mass: 1, center: [{L!r}/2, 0, 0],\n"
                 "  inertia: [{L!r}^2/1200, {L!r}^2/12, {L!r}^2/12]}}}}\n"
                 "joints: {{j: {{type: spherical, between: [ground, b], at: [0, 0, 0]}}}}\n"
                 "method: {{step: {h!r}, end: {end!r}}}\noutputs: [b.e1]\n")
        for method in METHODS:
            reference = None
            for L in (1.0, 1e-6, 1e-3, 1e4, 6.4e6):
                with self.subTest(method=method, L=L):
                    unit = math.sqrt(L / 10)
                    row = self.last_row(model.format(L=L, h=0.02 * unit, end=0.4 * unit), "--method", method)
                    reference = reference or row
                    self.assertAlmostEqual(row["b.e1.z"], reference["b.e1.z"], delta=1e-9)
                    t = 0.4  # theta'' = 1.5 g/L cos(theta)
                    self.assertAlmostEqual(row["b.e1.z"], -math.sin(0.75 * t**2 - 1.5**3 * t**6 / 240), delta=5e-4)

    def test_judges_the_linear_momentum_beside_a_large_torque(self):
        self.write("model.yaml", "bodies: {b: {type: rigid_body, mass: 1, inertia: [1e14, 1e14, 1e14]}}\nforces:\n"
                   "  t: {type: applied_torque, on: b, torque: [2e14, 0, 0]}\n"
                   "  f: {type: applied_force, on: b, force: [0, 3, 0]}\nmethod: {step: 0.01, end: 1}\n")
        answer = self.invar("run", "model.yaml", "--certificate", "a.json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIsNone(json.loads((self.folder / "a.json").read_text())["linear_momentum_drift_max"])

    def test_moves_unconnected_parts_as_if_alone(self):
        for method in METHODS:
            for light in [1, 1e-3, 1e-7, 1e-14]:
                with self.subTest(method=method, light=light):
                    alone = self.last_row(pair(bar("light", light)), "--method", method, *plain(method))
                    beside = self.last_row(pair(bar("heavy", 1.0), bar("light", light)), "--method", method, *plain(method))
                    for name, value in alone.items():
                        if name.startswith("light"):
                            self.assertAlmostEqual(beside[name], value, delta=1e-12, msg=name)

    def test_swings_a_light_body_on_a_heavy_one(self):
        # The heavy bar swings as alone, to the ratio of the masses.
        for method in METHODS:
            alone = self.last_row(pair(bar("heavy", 1.0)), "--method", method)
            for light in [1e-7, 1e-10, 1e-14]:
                with self.subTest(method=method, light=light):
                    body, joint, outputs = bar("light", light)
                    joint = joint.replace("[ground, light], at: [0, 0, 0]", "[heavy, light], at: [1, 0, 0]")
                    both = self.last_row(pair(bar("heavy", 1.0), (body.replace("[0.5, 0", "[1.5, 0"), joint, outputs)),
                                         "--method", method)
                    self.assertAlmostEqual(both["heavy_hinge.angle"], alone["heavy_hinge.angle"], delta=20 * light + 1e-9)

    def test_names_a_direction_without_inertia(self):
        line = "bodies: {{needle: {{type: rigid_body, mass: 1, inertia: {inertia}{more}}}}}\n{joints}"
        for inertia, more, joints, axis in [
                ("[0, 0.1, 0.1]", "", "", "about its x axis"),
                ("[1e-30, 0.1, 0.1]", "", "", "about its x axis"),
                ("[0.1, 0.1, 0]", ", center: [0.3, -0.2, 0.5]", "", "about its z axis"),
                ("[0, 0.1, 0.1]", ", rotation: {axis: [1, 2, 3], angle: 0.7}", "", "about its x axis"),
                ("[0.05, 0.05, 0.1, -0.05, 0, 0]", "", "", "about the axis (0.7071, 0.7071, 0) of the body"),
                ("[0, 0.1, 0.1]", "", "joints: {ball: {type: spherical, between: [ground, needle], at: [0.5, 0, 0]}}",
                 "about its x axis")]:
            with self.subTest(inertia=inertia, joints=joints):
                self.write("model.yaml", line.format(inertia=inertia, more=more, joints=joints))
                for command in ("check", "run", "modes"):
                    answer = self.invar(command, "model.yaml")
                    self.assertEqual(answer.returncode, 2, answer.stdout)
                    self.assertIn('"needle" has no inertia ' + axis, answer.stderr)
                    self.assertIn("model.yaml:1:", answer.stderr)

    def test_runs_a_line_body_that_is_held(self):
        for joint in ["revolute, between: [ground, needle], at: [0, 0, 0], axis: [0, 1, 0]",
                      "prismatic, between: [ground, needle], at: [0, 0, 0], axis: [0, 1, 0]",
                      "spherical, between: [ground, needle], at: [0, 0.5, 0]"]:  # away from its axis
            for method in METHODS:
                with self.subTest(joint=joint, method=method):
                    model = ("gravity: [0, -3, -9.81]\nbodies: {needle: {type: rigid_body, mass: 1, "
                             "inertia: [0, 0.1, 0.1], position: [0.5, 0, 0]}}\n"
                             f"joints: {{j: {{type: {joint}}}}}\nmethod: {{step: 0.01, end: 0.1}}\n"
                             "outputs: [needle.acceleration, energy.total]\n")
                    row = self.last_row(model, "--method", method)
                    self.assertLess(abs(row["needle.acceleration.z"]), 50)


def chain(masses, doubled):
    """Bars of 1 m in a row from the origin along x, on hinges about y; the joints in `doubled` stand twice."""
    bodies, joints = [], []
    for i, mass in enumerate(masses):
        bodies.append(f"  b{i}: {{type: rigid_body, mass: {mass!r}, inertia: [{mass!r}*1e-3, {mass!r}/12, {mass!r}/12], "
                      f"position: [{i + 0.5}, 0, 0]}}")
        for again in ["", "_again"] if i in doubled else [""]:
            joints.append(f"  j{i}{again}: {{type: revolute, between: [{f'b{i - 1}' if i else 'ground'}, b{i}], at: [{i}, 0, 0], "
                          "axis: [0, 1, 0]}")
    return PAIR.format(bodies="\n".join(bodies), joints="\n".join(joints),
                       outputs=", ".join(f"j{i}.angle" for i in range(len(masses))))


def swing_of_chain(masses, end, steps=400):
    """Angles at the joints after a start at rest, by Lagrange's equations in absolute angles (positive downwards) and rk4."""
    n = len(masses)
    behind = [sum(masses[i + 1:]) for i in range(n)]

    def accelerations(angle, rate):
        rows = []
        for i in range(n):
            row, right = [0.0] * n, 9.81 * math.cos(angle[i]) * (masses[i] / 2 + behind[i])
            for j in range(n):
                coupled = masses[max(i, j)] / 2 + behind[max(i, j)] if i != j else masses[i] / 3 + behind[i]
                row[j] = coupled * math.cos(angle[i] - angle[j])
                right -= coupled * math.sin(angle[i] - angle[j]) * rate[j] ** 2
            size = max(map(abs, row))
            rows.append([value / size for value in row] + [right / size])
        for k in range(n):  # elimination with row exchanges
            pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
            rows[k], rows[pivot] = rows[pivot], rows[k]
            for i in range(k + 1, n):
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
        out = [0.0] * n
        for i in reversed(range(n)):
            out[i] = (rows[i][n] - sum(rows[i][j] * out[j] for j in range(i + 1, n))) / rows[i][i]
        return out

    def add(x, *terms):
        return [value + sum(factor * y[i] for factor, y in terms) for i, value in enumerate(x)]

    q, v, h = [0.0] * n, [0.0] * n, end / steps
    for _ in range(steps):
        v1, a1 = v, accelerations(q, v)
        v2 = add(v, (h / 2, a1))
        a2 = accelerations(add(q, (h / 2, v1)), v2)
        v3 = add(v, (h / 2, a2))
        a3 = accelerations(add(q, (h / 2, v2)), v3)
        v4 = add(v, (h, a3))
        a4 = accelerations(add(q, (h, v3)), v4)
        q = add(q, (h / 6, v1), (h / 3, v2), (h / 3, v3), (h / 6, v4))
        v = add(v, (h / 6, a1), (h / 3, a2), (h / 3, a3), (h / 6, a4))
    return [q[0]] + [b - a for a, b in zip(q, q[1:])]


VARIANTS = ["explicit --option linear_solver=dense", "ep --option form=full", "ep --option multipliers=augmented",
            "al_projection --option projection_matrix=mass", "ggl --option discretization=end_point"]


class Chains(Program):
    """Bodies that hang on each other with masses over 14 decades, in any order, also with redundant joints. Left out is one thing: a
    body between a light one and a much heavier one below swings within milliseconds, as its tension asks, and needs such steps."""
    MASSES = [[1, 9e5], [1, 1e7], [1, 1e10], [1, 1e14], [1e7, 1], [1e14, 1], [1, 1e-14], [1e-7, 1e7, 1e-7], [1e7, 1e-7, 1e7],
              [1, 1e10, 1e5], [1e10, 1e5, 1], [1e-14, 1, 1]]

    def angles(self, model, *args):
        self.write("model.yaml", model)
        answer = self.invar("run", "model.yaml", "--quiet", "--end", "0.2", "--out", "a.csv", "--certificate", "a.json", *args)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertEqual(answer.returncode, 0, answer.stderr)
        lines = (self.folder / "a.csv").read_text().splitlines()
        row = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
        return [row[name] for name in row if name.endswith("angle")], certificate

    def test_swing_as_lagrange_says(self):
        for masses in self.MASSES:
            exact = swing_of_chain(masses, 0.2)
            for doubled in ((), tuple(range(len(masses)))):
                model = chain(masses, doubled)
                for method in METHODS + VARIANTS:
                    with self.subTest(masses=masses, doubled=doubled, method=method):
                        coarse, _ = self.angles(model, "--method", *method.split(), "--step", "0.004")
                        fine, certificate = self.angles(model, "--method", *method.split(), "--step", "0.002")
                        self.assertEqual(certificate["verdict"], "kept", certificate["findings"])
                        for x, y, z in zip(exact, fine, coarse):
                            # Second order at least: the error is a third of the difference of the two runs.
                            self.assertLess(abs(y - x), 0.5 * abs(z - y) + 2e-8)

    def test_iterates_with_chosen_penalties_as_without_a_light_link(self):
        # A light link is a link without mass: what it carries needs no more iterations than the heavy body alone.
        for method in ("al", "al_projection", "al_conserving", "al_conserving_projection"):
            def count_iterations(masses):
                _, certificate = self.angles(chain(masses, ()), "--method", method, "--step", "0.002")
                self.assertEqual(certificate["rejected_steps"], 0)
                return certificate["newton_iterations"]

            alone = count_iterations([1e10])
            for light in (1, 1e-4):
                with self.subTest(method=method, light=light):
                    self.assertLess(count_iterations([light, 1e10]), 1.6 * alone)

    def test_raises_a_given_penalty_that_cannot_hold_a_heavy_body_on_a_light_link(self):
        # The first step fails, its halves take the penalty that suits the heavy body.
        exact = swing_of_chain([1, 1e12], 0.2)
        for method in ("al_projection", "al_conserving", "al_conserving_projection"):
            with self.subTest(method=method):
                run = ("--method", method, "--step", "0.002", "--option")
                weak, certificate = self.angles(chain([1, 1e12], ()), *run, "penalty=1e9")
                self.assertGreater(certificate["rejected_steps"], 0)
                strong, certificate = self.angles(chain([1, 1e12], ()), *run, "penalty=1e22")
                self.assertEqual(certificate["rejected_steps"], 0)
                for x, y, z in zip(exact, weak, strong):
                    self.assertAlmostEqual(y, x, delta=5e-6)  # h^2/10
                    self.assertAlmostEqual(z, x, delta=5e-6)


class RedundantRows(Program):
    def test_keeps_the_order_over_a_long_run_through_every_position(self):
        # Rows that are left out for good become needed elsewhere. Reference: ep of sixth order.
        def table(model, end, *args):
            answer = self.invar("run", model, "--quiet", "--out", "a.csv", "--every", "0.2", "--end", repr(end), *args)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            lines = (self.folder / "a.csv").read_text().splitlines()
            chosen = [i for i, name in enumerate(lines[0].split(",")) if "angle" in name or name.endswith("position.x")]
            return [[float(line.split(",")[i]) for i in chosen] for line in lines[1:]]

        for name, end in (("bricard", 3.0), ("bennett", 6.0)):
            model = str(ROOT / "models" / f"{name}.yaml")
            exact = table(model, end, "--method", "ep", "--option", "order=6", "--step", "0.004")
            for solver, (integrator, h, order) in itertools.product(("dense", "sparse"), (("rk4", 0.02, 4), ("dop853", 0.05, 8))):
                with self.subTest(model=name, solver=solver, integrator=integrator):
                    coarse, fine = (max(abs(x - y) for a, b in zip(table(
                        model, end, "--method", "explicit", "--option", f"integrator={integrator}", "--option",
                        f"linear_solver={solver}", "--step", repr(step)), exact) for x, y in zip(a, b)) for step in (h, h / 2))
                    self.assertLess(fine, 1e-5 if order == 4 else 1e-9)
                    if fine > 1e-12:
                        self.assertGreater(math.log2(coarse / fine), order - (1 if order == 8 else 0.2))

    def final_point(self, model, channel, method, *args):
        answer = self.invar("run", model, "--quiet", "--out", "a.csv", "--method", method, "--option", "energy=none",
                            *args)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        lines = (self.folder / "a.csv").read_text().splitlines()
        row = dict(zip(lines[0].split(","), (float(value) for value in lines[-1].split(","))))
        return [row[name] for name in row if name.startswith(channel)]

    def order(self, model, channel, steps, end, *args):
        """Observed order from the differences of runs with three steps, each half of the last."""
        points = [self.final_point(model, channel, "explicit", "--step", repr(h), "--end", repr(end), *args)
                  for h in steps]
        first, second = (math.dist(a, b) for a, b in zip(points, points[1:]))
        return math.log2(first / second), second

    def test_keeps_the_order_of_the_scheme(self):
        doubled = (ROOT / "models" / "four_bar_spatial.yaml").read_text()
        self.write("doubled.yaml", double_joints(doubled))
        for name, model, channel, rk4, dop853, end in [
                ("bricard", str(ROOT / "models" / "bricard.yaml"), "link_3.position", 0.01, 0.0125, 0.4),
                ("bennett", str(ROOT / "models" / "bennett.yaml"), "link_2.position", 0.01, 0.05, 0.4),
                ("four_bar_spatial", "doubled.yaml", "A.angle", 0.005, 0.02, 0.2)]:
            for solver in ("sparse", "dense"):
                for integrator, h, order in (("rk4", rk4, 4), ("dop853", dop853, 8)):
                    with self.subTest(model=name, solver=solver, integrator=integrator):
                        found, left = self.order(model, channel, [h, h / 2, h / 4], end, "--option",
                                                 f"integrator={integrator}", "--option", f"linear_solver={solver}")
                        self.assertLess(left, 1e-6)
                        if left > 2e-14:  # above rounding
                            self.assertGreater(found, order - (1 if order == 8 else 0.2))  # eighth order is seen to one unit

    def test_runs_the_heavy_top_with_default_options(self):
        model = str(ROOT / "models" / "heavy_top.yaml")
        answer = self.invar("run", model, "--method", "explicit", "--step", "0.001", "--end", "0.5", "--quiet",
                            "--certificate", "a.json", "--out", "a.csv")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(json.loads((self.folder / "a.json").read_text())["status"], "completed")


def double_joints(text):
    """The model with every joint twice."""
    lines, inside, out = text.splitlines(), False, []
    for line in lines:
        out.append(line)
        if not line.startswith((" ", "#")) and line.strip():
            inside = line.startswith("joints:")
        elif inside and line.startswith("  ") and ":" in line and not line.startswith("   "):
            name, rest = line.strip().split(":", 1)
            out.append(f"  {name}_again:{rest}")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    unittest.main()
