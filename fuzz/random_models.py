"""Random models for two methods at a time: mechanisms, beams, cables, tyres, non-holonomic constraints, generalized
coordinates, and the models that ship with other parameters. Each is (text, arguments of `invar run`, what kind)."""
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "build/release/bin/mechanism_reference"
END = 0.4
WORKS = ["energy.total", "work.applied", "work.drives", "dissipated.physical", "dissipated.numerical"]
# Models that take too long or hold too much for a short comparison.
LARGE = {"bauchau_wind_turbine", "dopico_iltis_rough", "dopico_iltis_smooth", "iltis", "flying_spaghetti", "n_four_bar"}


def vector(r, size, count=3):
    return "[" + ", ".join(f"{r.uniform(-size, size):.3f}" for _ in range(count)) + "]"


def model(body, outputs):
    return body + f"outputs: [{', '.join(outputs + WORKS)}]\n"


def mechanism(r):
    with tempfile.TemporaryDirectory() as folder:
        seed = r.randrange(10**9)
        subprocess.run([REFERENCE, str(seed), "1", folder, "models"], check=True)
        text = (pathlib.Path(folder) / f"{seed}.yaml").read_text()
    head, outputs = text.split("outputs:\n")
    head = re.sub(r"method:.*\n", "", head)
    names = [line[4:] for line in outputs.splitlines()]
    kept = [n for n in names if re.search(r"^(body|point)_\d+\.(position|e1|e2|angle)(\.|$)", n)]
    return model(head, kept), [], "mechanism"


def beam(r):
    """A beam that is clamped, or held by a body on a hinge, with a load or a body at its end."""
    clamped = r.random() < 0.4
    tip = r.random() < 0.5
    stiffness = [r.uniform(200, 2000), r.uniform(100, 800), r.uniform(100, 800), r.uniform(0.5, 5), r.uniform(0.5, 5),
                 r.uniform(0.5, 5)]
    text = f"gravity: {vector(r, 9)}\n"
    bodies, joints = [], []
    if not clamped:
        bodies.append(f"  hub: {{type: rigid_body, mass: {r.uniform(0.5, 2):.3f}, inertia: [0.05, 0.06, 0.07], "
                      f"angular_velocity: [0, {r.uniform(-3, 3):.3f}, 0]}}")
        joints.append(f"  hinge: {{type: {r.choice(['revolute', 'revolute', 'cylindrical'])}, between: [ground, hub], "
                      "at: [0, 0, 0], axis: [0, 1, 0]}")
    if tip:
        bodies.append(f"  weight: {{type: rigid_body, mass: {r.uniform(0.1, 1):.3f}, inertia: [0.01, 0.012, 0.015], "
                      "position: [1, 0, 0]}")
        joints.append(f"  pin: {{type: {r.choice(['spherical', 'revolute', 'universal'])}, between: [blade.end, weight], "
                      "at: [1, 0, 0]" + "}")
        if "revolute" in joints[-1]:
            joints[-1] = joints[-1].replace("at: [1, 0, 0]", f"at: [1, 0, 0], axis: {vector(r, 1)}")
        if "universal" in joints[-1]:
            joints[-1] = joints[-1].replace("at: [1, 0, 0]", "at: [1, 0, 0], arm_F: [1, 0, 0], arm_M: [0, 0, 1]")
    if bodies:
        text += "bodies:\n" + "\n".join(bodies) + "\n"
    text += ("elements:\n  blade: {type: beam, start: " + ("clamped" if clamped else "hub") + ", from: [0, 0, 0], "
             f"to: [1, 0, 0], elements: {r.randint(1, 3)}, order: {r.randint(1, 3)}, section: {{stiffness: ["
             + ", ".join(f"{k:.3f}" for k in stiffness) + f"], mass: [{r.uniform(0.3, 1.5):.3f}, 0.003, 0.002]}}"
             + (", damping: {stiffness: 0.002}" if r.random() < 0.3 else "") + "}\n")
    if joints:
        text += "joints:\n" + "\n".join(joints) + "\n"
    text += f"forces:\n  load: {{type: applied_force, on: blade.end, force: [0, {r.uniform(-2, 2):.3f}*t, 1]}}\n"
    return model(text, ["blade.mid.position", "blade.end.position"]), [], "beam"


def cable(r):
    text = (f"gravity: {vector(r, 9)}\nbodies:\n  weight: {{type: point_mass, mass: {r.uniform(0.5, 2):.3f}, "
            f"position: [1, 0, 0], velocity: {vector(r, 1)}}}\nmarkers:\n  hook: {{on: ground}}\nelements:\n"
            f"  rope: {{type: {r.choice(['cable', 'bar'])}, between: [hook, weight], EA: {r.uniform(50, 500):.1f}, "
            f"mass: {r.uniform(0.1, 0.5):.3f}, elements: {r.randint(1, 4)}, pretension: {r.uniform(2, 8):.2f}}}\n")
    return model(text, ["weight.position", "rope.length"]), [], "cable"


def tyre(r):
    text = ("gravity: [0, 0, -9.81]\nbodies:\n"
            f"  wheel: {{type: rigid_body, mass: {r.uniform(20, 40):.2f}, inertia: [0.5, 1, 0.5], position: [0, 0, 0.35], "
            f"velocity: [{r.uniform(2, 8):.2f}, 0, 0]}}\n"
            f"  car: {{type: rigid_body, mass: {r.uniform(200, 400):.1f}, inertia: [20, 30, 25], position: [0, 0, 1], "
            "velocity: [0, 0, 0]}\njoints:\n"
            "  guide: {type: prismatic, between: [car, wheel], at: [0, 0, 0.35], axis: [0, 0, 1]}\n"
            "  track: {type: planar, between: [ground, car], at: [0, 0, 1], axis: [0, 1, 0]}\n"
            "roads:\n  road: {type: cosine_bump, start: 0.5, length: 2, height: 0.04}\nforces:\n"
            f"  spring: {{type: joint_spring, joint: guide, stiffness: {r.uniform(10000, 30000):.0f}, preload: -2000, damping: "
            f"{r.uniform(500, 2000):.0f}}}\n"
            f"  tyre: {{type: tyre, on: wheel, axis: [0, 1, 0], road: road, radius: 0.36, stiffness: 150000, radial_only: 1}}\n")
    speed = re.search(r"velocity: \[([\d.]+), 0, 0\]", text).group(1)
    text = text.replace("velocity: [0, 0, 0]", f"velocity: [{speed}, 0, 0]")
    return model(text, ["wheel.position", "car.position"]), [], "tyre"


def nonholonomic(r):
    kind = r.choice(["knife_edge", "rolling_ball", "rolling_disc", "pfaffian"])
    if kind in ("knife_edge", "pfaffian"):
        a, v, w = r.uniform(0.05, 0.3), r.uniform(-1, 1), r.uniform(-3, 3)
        text = (f"gravity: {vector(r, 3, 2)}\nbodies:\n  sleigh: {{type: planar_body, mass: 1.3, inertia: "
                f"{r.uniform(0.05, 0.3):.3f}, position: [{a!r}, 0], velocity: [{v!r}, {a * w!r}], angular_velocity: {w!r}}}\n"
                f"markers:\n  blade: {{on: sleigh, at: [{-a!r}, 0]}}\nnonholonomic:\n")
        if kind == "knife_edge":
            text += "  edge: {type: knife_edge, on: blade}\n"
        else:
            text += ("  edge: {type: pfaffian, rows: [{sleigh.x: -sin(sleigh.theta), sleigh.y: cos(sleigh.theta), "
                     f"sleigh.theta: {-a!r}}}]}}\n")
        return model(text, ["sleigh.position", "sleigh.angle"]), [], kind
    R, w = 0.3, [r.uniform(-3, 3) for _ in range(3)]
    text = f"gravity: [{r.uniform(-3, 3):.3f}, 0, -9.81]\nbodies:\n"
    if kind == "rolling_ball":  # v = w x R e_z
        text += (f"  ball: {{type: rigid_body, mass: 1.2, inertia: [0.04, 0.05, 0.06], position: [0, 0, {R}], velocity: "
                 f"[{w[1] * R!r}, {-w[0] * R!r}, 0], angular_velocity: [{w[0]!r}, {w[1]!r}, {w[2]!r}]}}\n"
                 f"nonholonomic:\n  roll: {{type: rolling_ball, on: ball, radius: {R}}}\n")
        return model(text, ["ball.position", "ball.e1", "ball.e2"]), [], kind
    text += (f"  disc: {{type: rigid_body, mass: 1.2, inertia: [0.03, 0.03, 0.05], position: [0, 0, {R}], rotation: "
             f"{{axis: [1, 0, 0], angle: 90*deg}}, velocity: [{w[1] * R!r}, {-w[0] * R!r}, 0], angular_velocity: "
             f"[{w[0]!r}, {w[1]!r}, {w[2]!r}]}}\nnonholonomic:\n  roll: {{type: rolling_disc, on: disc, radius: {R}}}\n")
    return model(text, ["disc.position", "disc.e1", "disc.e3"]), [], kind


def coordinates(r):
    text = (f"bodies:\n  x: {{type: coordinate, inertia: {r.uniform(0.5, 2):.3f}, value: {r.uniform(-1, 1):.3f}}}\n"
            f"  y: {{type: coordinate, inertia: {r.uniform(0.5, 2):.3f}, rate: {r.uniform(-1, 1):.3f}}}\nforces:\n"
            f"  field: {{type: potential, energy: {r.uniform(1, 9):.2f}*x^2/2 + {r.uniform(1, 9):.2f}*(1 - cos(y)) + "
            f"{r.uniform(-1, 1):.2f}*x*y}}\n")
    return model(text, ["x.value", "y.value"]), [], "coordinates"


def shipped(r):
    path = r.choice([p for p in sorted((ROOT / "models").glob("*.yaml")) if p.stem not in LARGE])
    text = path.read_text()
    arguments = []
    found = re.search(r"^parameters: *\{(.*?)\}", text, re.M | re.S)
    numbers = re.findall(r"(\w+): *(-?\d+\.?\d*)(?=[,}\s])", found.group(1) + "}") if found else []
    for name, value in numbers:
        if "." in value and r.random() < 0.3:  # whole numbers may count things
            arguments += ["--set", f"{name}={float(value) * r.uniform(0.9, 1.1)!r}"]
    return text, arguments, "models/" + path.stem


FAMILIES = [(mechanism, 8), (beam, 4), (cable, 2), (tyre, 1), (nonholonomic, 4), (coordinates, 1), (shipped, 6)]


def draw(r):
    make = r.choices([f for f, _ in FAMILIES], [n for _, n in FAMILIES])[0]
    return make(r)
