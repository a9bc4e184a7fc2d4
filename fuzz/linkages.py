"""Planar linkages that pass singular positions, where other motions of the same rods begin.

Each comes with an identity of plane geometry that holds on the branch it starts on and on no other, and with its energy. Both are
computed here from positions and velocities of the joints alone: a rod with the ends a, b has T = m/6 (va.va + va.vb + vb.vb), and its
weight acts in the middle.
"""
import math

GRAVITY = 9.81


class Linkage:
    """`points`: name -> (mass, position, velocity), `ground`: name -> position, `rods`: (end, end) -> mass."""

    def __init__(self, name, points, ground, rods, residual, size):
        self.name, self.points, self.ground, self.rods = name, points, ground, rods
        self.residual, self.size = residual, size  # of the identity, a function of positions [m]; longest rod [m]

    def text(self):
        lines = [f"gravity: [0, {-GRAVITY}]", "bodies:"]
        for name, (mass, p, v) in self.points.items():
            lines.append(f"  {name}: {{type: planar_point_mass, mass: {mass!r}, position: [{p[0]!r}, {p[1]!r}], "
                         f"velocity: [{v[0]!r}, {v[1]!r}]}}")
        for (a, b), mass in self.rods.items():
            lines.append(f"  {a}{b}: {{type: rod, between: [{a}, {b}], mass: {mass!r}}}")
        lines.append("markers:")
        for name, p in self.ground.items():
            lines.append(f"  {name}: {{on: ground, at: [{p[0]!r}, {p[1]!r}]}}")
        lines += self.joints()
        lines.append("outputs: [" + ", ".join(f"{n}.position, {n}.velocity" for n in self.points) + "]")
        return "\n".join(lines) + "\n"

    def joints(self):
        return []

    def columns(self, table, quantity, row):
        return {n: (table[f"{n}.{quantity}.x"][row], table[f"{n}.{quantity}.y"][row]) for n in self.points}

    def off_branch(self, table):
        """The largest residual of the identity [m], and when."""
        worst = (0.0, 0.0)
        for row, t in enumerate(table["t"]):
            at = dict(self.ground, **self.columns(table, "position", row))
            worst = max(worst, (abs(self.residual(at)), t))
        return worst

    def energy_error(self, table):
        """Largest change of the energy that lasts over two instants [J], and the largest kinetic energy. At an instant within a micrometre
        of a singular position the velocity of the table, brought onto the constraints, is less accurate than the motion."""
        energies, kinetic = [], 0.0
        for row in range(len(table["t"])):
            at = dict(self.ground, **self.columns(table, "position", row))
            v = dict({n: (0.0, 0.0) for n in self.ground}, **self.columns(table, "velocity", row))
            T = sum(0.5 * m * dot(v[n], v[n]) for n, (m, _, _) in self.points.items())
            U = sum(m * GRAVITY * at[n][1] for n, (m, _, _) in self.points.items())
            for (a, b), m in self.rods.items():
                T += m / 6 * (dot(v[a], v[a]) + dot(v[a], v[b]) + dot(v[b], v[b]))
                U += m * GRAVITY * 0.5 * (at[a][1] + at[b][1])
            kinetic = max(kinetic, T)
            energies.append(T + U)
        errors = [abs(e - energies[0]) for e in energies]
        return max(min(pair) for pair in zip(errors[1:], errors[2:])), kinetic


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1])


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def polar(r, angle, center=(0.0, 0.0)):
    return (center[0] + r * math.cos(angle), center[1] + r * math.sin(angle))


def mass(r):
    return round(10 ** r.uniform(-0.5, 0.5), 3)


def peaucellier(r, th=None, a=5.0, b=3.0, radius=2.0):
    """D moves on the line x = (a^2 - b^2)/(2 r), the inverse of the circle of C. Where C is furthest from O, or the rhombus folds up, it
    may leave the line."""
    th = r.uniform(0.1, 1.4) if th is None else th
    C = polar(radius, th, (radius, 0.0))
    oc2 = dot(C, C)
    k = (a * a - b * b) / oc2
    D = (k * C[0], k * C[1])
    M = ((C[0] + D[0]) / 2, (C[1] + D[1]) / 2)
    length = math.hypot(*M)
    height = math.sqrt(a * a - length * length)
    n = (-M[1] / length * height, M[0] / length * height)
    rest = (0.0, 0.0)
    points = {"A": (1.0, (M[0] + n[0], M[1] + n[1]), rest), "B": (1.0, (M[0] - n[0], M[1] - n[1]), rest),
              "C": (1.0, C, rest), "D": (2.0, D, rest)}
    rods = {rod: 1.0 for rod in (("O", "A"), ("O", "B"), ("Q", "C"), ("A", "C"), ("B", "C"), ("A", "D"), ("B", "D"))}
    line = (a * a - b * b) / (2 * radius)
    return Linkage("peaucellier", points, {"O": (0.0, 0.0), "Q": (radius, 0.0)}, rods, lambda at: at["D"][0] - line, a)


def parallelogram(r):
    """The coupler stays parallel to the base. In line, the linkage may cross over."""
    crank, base, angle, speed = r.uniform(0.3, 2), r.uniform(0.3, 2), r.uniform(0.3, 2.8), r.uniform(-6, 6)
    v = polar(crank * speed, angle + math.pi / 2)
    A = polar(crank, angle)
    points = {"A": (mass(r), A, v), "B": (mass(r), (A[0] + base, A[1]), v)}
    rods = {("O", "A"): mass(r), ("Q", "B"): mass(r), ("A", "B"): mass(r)}
    return Linkage("parallelogram", points, {"O": (0.0, 0.0), "Q": (base, 0.0)}, rods,
                   lambda at: math.dist(minus(at["B"], at["A"]), (base, 0.0)), max(crank, base))


def crossed_parallelogram(r):
    """The diagonals stay parallel. In line, the linkage may become a parallelogram."""
    crank = r.uniform(0.3, 1)
    base, angle, speed = crank * r.uniform(1.2, 2.5), r.uniform(0.3, 2.8), r.uniform(-4, 4)
    O, Q, A = (0.0, 0.0), (base, 0.0), polar(crank, angle)
    # B is the image of O in the perpendicular bisector of A and Q: then AB = QO, QB = AO.
    d = minus(Q, A)
    s = (dot(Q, Q) - dot(A, A)) / dot(d, d)  # twice the distance of O from the bisector, along d
    B = (O[0] + s * d[0], O[1] + s * d[1])
    vA = polar(crank * speed, angle + math.pi / 2)
    # Velocity of B: along the normal of QB, with the same component along AB as that of A.
    n, e = (-(B[1] - Q[1]), B[0] - Q[0]), minus(B, A)
    w = dot(vA, e) / dot(n, e)
    points = {"A": (mass(r), A, vA), "B": (mass(r), B, (w * n[0], w * n[1]))}
    rods = {("O", "A"): mass(r), ("Q", "B"): mass(r), ("A", "B"): mass(r)}
    return Linkage("crossed_parallelogram", points, {"O": O, "Q": Q}, rods,
                   lambda at: cross(minus(at["B"], at["O"]), minus(at["Q"], at["A"])) / base, base)


class SliderCrank(Linkage):
    def joints(self):
        return ["joints:", "  guide: {type: point_on_line, between: [ground, S], at: [0, 0], axis: [1, 0, 0]}"]


def slider_crank(r):
    """Crank and rod are equally long: the slider is at twice the abscissa of their joint. At the pivot of the crank it may stay there
    while both turn."""
    length, angle, speed = r.uniform(0.3, 2), r.uniform(-1.2, 1.2), r.choice([-1, 1]) * r.uniform(3, 9)
    v = polar(length * speed, angle + math.pi / 2)
    A = polar(length, angle)
    points = {"A": (mass(r), A, v), "S": (mass(r), (2 * A[0], 0.0), (2 * v[0], 0.0))}
    return SliderCrank("slider_crank", points, {"O": (0.0, 0.0)}, {("O", "A"): mass(r), ("A", "S"): mass(r)},
                       lambda at: at["S"][0] - 2 * at["A"][0], length)


def windows(r):
    """Two or more windows of equal rods, as models/n_four_bar.yaml: all cranks stay parallel."""
    count, length, angle, speed = r.randint(2, 5), r.uniform(0.3, 2), r.uniform(0.3, 2.8), r.uniform(-6, 6)
    v, A = polar(length * speed, angle + math.pi / 2), polar(length, angle)
    points = {f"P{i}": (1.0, (A[0] + i * length, A[1]), v) for i in range(count + 1)}
    ground = {f"G{i}": (i * length, 0.0) for i in range(count + 1)}
    rods = {(f"G{i}", f"P{i}"): 1.0 for i in range(count + 1)}
    rods.update({(f"P{i}", f"P{i + 1}"): 1.0 for i in range(count)})

    def residual(at):
        return max(math.dist(minus(at[f"P{i}"], at["P0"]), (i * length, 0.0)) for i in range(1, count + 1))
    return Linkage("windows", points, ground, rods, residual, length)


LINKAGES = {"peaucellier": peaucellier, "parallelogram": parallelogram, "crossed_parallelogram": crossed_parallelogram,
            "slider_crank": slider_crank, "windows": windows}
