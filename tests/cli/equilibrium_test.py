"""invar static and invar modes: what they say, the files they write, and how they end."""
import csv
import json
import math
import unittest

from invar import ROOT, Program

MAST = """\
gravity: [0, 0, -9.81]
parameters: {rate: 6}
bodies:
  tower: {type: rigid_body, mass: 50, inertia: [5, 5, 1], position: [0, 0, 1]}
  hub: {type: rigid_body, mass: 2, inertia: [1, 1, 1.5], position: [0, 0, 2], angular_velocity: [0, 0, rate]}
  arm: {type: rigid_body, mass: 1, inertia: [0.01, 0.2, 0.2], position: [0.8, 0, 2],
    angular_velocity: [0, 0, rate], velocity: [0, 0.8*rate, 0]}
joints:
  base: {type: weld, between: [ground, tower], at: [0, 0, 0]}
  shaft: {type: revolute, between: [tower, hub], at: [0, 0, 2], axis: [0, 0, 1]}
  flap: {type: revolute, between: [hub, arm], at: [0.1, 0, 2], axis: [0, 1, 0]}
method: {step: 0.001, end: 0.2, start: {equilibrium: {joint: shaft}}}
outputs: [arm.position, arm.velocity, flap.angle]
"""


# A moment that rolls a cantilever of 10 m up into a circle.
ROLL = """\
elements:
  b: {{type: beam, start: clamped, from: [0, 0, 0], to: [10, 0, 0], elements: {elements}, order: {order},
    section: {{stiffness: [1e4, 1e4, 1e4, 100, 100, 100], mass: [1, 0.01, 0.01]}}}}
forces: {{m: {{type: applied_torque, on: b.end, torque: [0, 0, 20*pi]}}}}
outputs: [b.end.position]
"""

# A blade that a drive turns, stiff along its axis.
BLADE = """\
bodies: {hub: {type: rigid_body, mass: 1, inertia: [1, 1, 1], angular_velocity: [0, 0, 4]}}
joints: {shaft: {type: revolute, between: [ground, hub], at: [0, 0, 0], axis: [0, 0, 1]}}
drives: {turn: {type: angle, joint: shaft, value: 4*t}}
elements:
  b: {type: beam, start: hub, from: [0, 0, 0], to: [1, 0, 0], elements: 4,
    section: {stiffness: [1e7, 1e7, 1e7, 100, 1, 100], mass: [1, 1e-7, 1e-5]}}
"""


# A strip of steel on edge, 0.5 mm times 50 mm, clamped, with a load at its tip; it buckles sideways at 0.54271 N.
STRIP = """\
parameters: {N: 4, P: 0.56, side: 0}
elements:
  beam: {type: beam, from: [0, 0, 0], to: [1, 0, 0], axis_2: [0, 1, 0], start: clamped, elements: N,
    section: {shape: rectangle, width: 0.0005, height: 0.05, E: 2.1e11, nu: 0.3, rho: 7850}}
forces: {tip: {type: applied_force, on: beam.end, force: [0, side, -P]}}
outputs: [beam.end.displacement]
"""


class Static(Program):
    def test_a_buckled_strip_is_stable_and_lies_on_the_side_of_its_disturbance(self):
        self.write("strip.yaml", STRIP)
        for side in (1e-3, -1e-3):
            answer = self.invar("static", "strip.yaml", "--set", f"side={side}", "--out", "a.csv")
            self.assertEqual((answer.returncode, answer.stderr), (0, ""))
            self.assertIn("equilibrium    stable", answer.stdout)
            self.assertAlmostEqual(self.columns("a.csv")["beam.end.displacement.y"][-1], math.copysign(0.2018, side),
                                   delta=1e-4)
        for elements in (4, 8):
            answer = self.invar("static", "strip.yaml", "--set", "P=0.545", "--set", f"N={elements}")
            self.assertEqual((answer.returncode, answer.stderr), (0, ""))
            self.assertIn("equilibrium    stable", answer.stdout)

    def test_load_steps_report_where_their_path_becomes_unstable(self):
        self.write("strip.yaml", STRIP)
        steps = ("static", "strip.yaml", "--set", "P=2", "--load-steps", "20", "--certificate", "a.json")
        answer = self.invar(*steps)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("equilibrium    stable", answer.stdout)
        self.assertIn("the load path is unstable from load factor 0.3 on; it goes on along a stable one", answer.stdout)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertAlmostEqual(certificate["path_unstable_from"], 0.3, delta=1e-12)
        self.assertLess(certificate["place_uncertainty"], 1e-9)
        answer = self.invar(*steps, "--accept-unstable")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("equilibrium    unstable", answer.stdout)
        self.assertEqual(json.loads((self.folder / "a.json").read_text())["stability"], "unstable")

    def test_a_pendulum_hangs_and_its_string_carries_the_weight(self):
        answer = self.invar("static", "pendulum.yaml", "--certificate", "a.json", "--out", "a.csv")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("equilibrium    stable", answer.stdout)
        self.assertIn("(0, 19.62, 0)", answer.stdout)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertEqual((certificate["status"], certificate["stability"], certificate["load_factor"]),
                         ("completed", "stable", 1))
        self.assertAlmostEqual(certificate["potential_energy"], -19.62, delta=1e-12)
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0][:4], ["t", "load_factor", "bob.position.x", "bob.position.y"])
        self.assertAlmostEqual(float(rows[-1][3]), -1, delta=1e-12)

    def test_the_iltis_stands_as_the_benchmark_prints_it(self):
        answer = self.invar("static", str(ROOT / "models" / "iltis.yaml"), "--set", "speed=0", "--set",
                            "load_at_center=1")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("neutral in 3 of 10 directions", answer.stdout)
        shown = {words[0]: words[1] for words in map(str.split, answer.stdout.splitlines()) if len(words) == 3}
        listed = json.loads((ROOT / "tests" / "data" / "iltis_model.json").read_text())["equilibrium"]
        for channel, key in (("tyre_fl.force.z", "front_tyre"), ("tyre_rr.force.z", "rear_tyre"),
                             ("leaf_fl.tension", "front_leaf"), ("leaf_rl.tension", "rear_leaf"),
                             ("damper_fr.tension", "front_damper")):
            self.assertEqual(round(float(shown[channel]), 2), listed[key], channel)
        self.assertEqual(round(1e3 * (float(shown["chassis.position.z"]) - 0.57), 3), listed["cabin_dz_mm"])
        self.assertEqual(round(math.degrees(float(shown["chassis.pitch"])), 4), listed["pitch_deg"])
        self.assertLess(abs(float(shown["chassis.position.y"])), 1e-9)

    def test_an_unstable_equilibrium_says_that_it_is_no_place_to_rest(self):
        # A spring that pushes away has one equilibrium, and nothing stops what leaves it.
        self.write("repelled.yaml", "bodies: {m: {type: planar_body, mass: 1, inertia: 1}}\n"
                   "joints: {s: {type: planar_prismatic, between: [ground, m], at: [0, 0], axis: [1, 0, 0]}}\n"
                   "forces: {k: {type: joint_spring, joint: s, force: \"-100*x\"}}\n")
        answer = self.invar("static", "repelled.yaml", "--certificate", "a.json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("equilibrium    unstable in 1 of 1 directions", answer.stdout)
        self.assertIn("not where the model comes to rest", answer.stdout)
        self.assertIn("no stable equilibrium was found", answer.stderr)
        self.assertEqual(json.loads((self.folder / "a.json").read_text())["stability"], "unstable")

    def test_a_disc_that_falls_lies_flat_and_is_free_to_turn(self):
        answer = self.invar("static", str(ROOT / "models/rolling_disc.yaml"))
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("equilibrium    neutral in 1 of 3 directions", answer.stdout)
        self.assertRegex(answer.stdout, r"rolling.tilt +1.5707963")

    def test_quiet_prints_nothing(self):
        answer = self.invar("static", "pendulum.yaml", "--quiet")
        self.assertEqual((answer.returncode, answer.stdout, answer.stderr), (0, "", ""))

    def test_load_steps_are_rows_of_the_table(self):
        answer = self.invar("static", "pendulum.yaml", "--load-steps", "4", "--out", "a.csv", "--quiet")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with open(self.folder / "a.csv", newline="") as file:
            self.assertEqual(float(list(csv.reader(file))[-1][1]), 1)

    def test_without_an_equilibrium_the_exit_code_is_3_and_the_worst_coordinate_is_named(self):
        self.write("falling.yaml", "gravity: [0, 0, -9.81]\nbodies: {a: {type: point_mass, mass: 1, position: [0, 0, 0]}}\n")
        answer = self.invar("static", "falling.yaml")
        self.assertEqual((answer.returncode, answer.stdout), (3, ""))
        self.assertIn("a.z", answer.stderr)

    def test_a_spin_that_a_joint_forbids_is_refused_with_its_name(self):
        self.write("mast.yaml", MAST)
        self.assert_refused(2, '"base" does not allow the spin', "static", "mast.yaml", "--spin", "0, 0, 6")
        self.assert_refused(2, "is not along the axis", "static", "mast.yaml", "--spin", "6, 0, 0", "--joint", "shaft")
        self.assert_refused(2, 'did you mean "shaft"', "static", "mast.yaml", "--joint", "shaf")

    def test_wrong_options_are_usage_errors(self):
        self.assert_refused(1, "need --arc-length", "static", "pendulum.yaml", "--arc-step", "0.1")
        self.assert_refused(1, "three numbers", "static", "pendulum.yaml", "--spin", "1, 2")
        self.assert_refused(1, "whole number", "static", "pendulum.yaml", "--load-steps", "0")
        self.assert_refused(2, "it is the model file", "static", "pendulum.yaml", "--certificate", "pendulum.yaml")

    def test_a_run_from_the_equilibrium_of_a_spin_stays_in_it(self):
        self.write("mast.yaml", MAST)
        answer = self.invar("run", "mast.yaml", "--out", "a.csv", "--certificate", "a.json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("the run starts from a", answer.stderr)
        self.assertIn("start=equilibrium", json.loads((self.folder / "a.json").read_text())["options"])
        with open(self.folder / "a.csv", newline="") as file:
            header, *rows = list(csv.reader(file))
        at = header.index("flap.angle")
        angles = [float(row[at]) for row in rows]
        # The coning angle of the arm balances weight and centrifugal force, and keeps its value.
        self.assertGreater(abs(angles[0]), 0.1)
        self.assertLess(max(angles) - min(angles), 1e-5)

    def test_a_run_without_an_equilibrium_to_start_from_counts_as_check_does_and_writes_no_results(self):
        # Nothing holds the second point against gravity.
        self.write("falls.yaml", """\
model: falls
gravity: [0, 0, -9.81]
bodies:
  bob: {type: point_mass, mass: 1, position: [0, 0, 2]}
  free: {type: point_mass, mass: 2, position: [1, 0, 3]}
markers: {pivot: {on: ground, at: [0, 0, 3]}}
joints: {rod: {type: distance, between: [pivot, bob]}}
method: {step: 0.01, end: 1, start: equilibrium}
""")
        answer = self.invar("run", "falls.yaml", "--certificate", "a.json", "--out", "a.csv", "--report", "a.html")
        self.assertEqual(answer.returncode, 3, answer.stdout + answer.stderr)
        self.assertIn("5 degrees of freedom", answer.stdout)
        self.assertIn("nothing was simulated", answer.stdout)
        self.assertNotIn("not conserved", answer.stdout)
        self.assertIn("no equilibrium to start from", answer.stderr)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertEqual((certificate["degrees_of_freedom"], certificate["steps"]), (5, 0))
        self.assertAlmostEqual(certificate["energy_initial"], 9.81 * (1 * 2 + 2 * 3), delta=1e-9)
        self.assertIsNone(certificate["energy_balance_error_max"])
        self.assertEqual([name for name in self.files() if name.startswith("a.")], ["a.json"])
        self.assertIn("5", self.invar("check", "falls.yaml").stdout)

    def test_a_pendulum_run_from_its_equilibrium_does_not_move(self):
        answer = self.invar("run", "pendulum.yaml", "--from-equilibrium", "--out", "a.csv", "--quiet")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.reader(file))[1:]
        for row in rows:
            self.assertAlmostEqual(float(row[2]), -1, delta=1e-10)

    def columns(self, name):
        with open(self.folder / name, newline="") as file:
            header, *rows = list(csv.reader(file))
        return {key: [float(row[i]) for row in rows] for i, key in enumerate(header)}

    def test_the_wind_turbine_starts_from_the_equilibrium_of_its_rotor_without_a_shock(self):
        answer = self.invar("run", str(ROOT / "models/bauchau_wind_turbine.yaml"), "--from-equilibrium", "--method", "ep",
                            "--end", "0.1", "--out", "a.csv", "--quiet")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        table = self.columns("a.csv")
        self.assertAlmostEqual(table["rotor.speed"][0], 6, delta=1e-9)
        force = table["blade_1.mid.force_1"]
        # The table of the blade gives 45 879 N for its outer half and 5616 N for the tip brake; stretch and interpolation of
        # the table add a little. As given the blades are slack, and the force swings up to twice that.
        self.assertAlmostEqual(force[0], 51495, delta=51.5)
        self.assertLess(max(force) - min(force), 1e-3 * force[0])

    def test_the_iltis_starts_from_its_equilibrium_at_its_speed(self):
        answer = self.invar("run", str(ROOT / "models/iltis.yaml"), "--set", "speed=10", "--from-equilibrium",
                            "--end", "0.3", "--out", "a.csv")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("velocities those of the file", answer.stderr)
        table = self.columns("a.csv")
        x = table["chassis.position.x"]
        self.assertAlmostEqual(x[-1] - x[0], 3, delta=0.01)
        z = table["chassis.position.z"]
        self.assertLess(max(z) - min(z), 1e-4)
        still = self.invar("run", str(ROOT / "models/iltis.yaml"), "--set", "speed=10", "--at-rest", "--end", "0.1",
                           "--out", "b.csv")
        self.assertEqual(still.returncode, 0, still.stderr)
        self.assertNotIn("velocities", still.stderr)
        x = self.columns("b.csv")["chassis.position.x"]
        self.assertLess(max(x) - min(x), 1e-4)

    def test_a_run_takes_a_spin_as_static_does(self):
        self.write("mast.yaml", MAST.replace(", start: {equilibrium: {joint: shaft}}", ""))
        answer = self.invar("run", "mast.yaml", "--joint", "shaft", "--out", "a.csv")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        angles = self.columns("a.csv")["flap.angle"]
        self.assertGreater(abs(angles[0]), 0.1)
        self.assertLess(max(angles) - min(angles), 1e-5)
        # Nothing is said: the spin is seen from the velocities.
        seen = self.invar("run", "mast.yaml", "--from-equilibrium", "--out", "b.csv")
        self.assertEqual(seen.returncode, 0, seen.stderr)
        self.assertIn('turns steadily with 6 rad/s in joint "shaft"', seen.stderr)
        self.assertAlmostEqual(self.columns("b.csv")["flap.angle"][0], angles[0], delta=1e-9)
        self.assert_refused(2, "cannot be combined with a spin", "run", "mast.yaml", "--joint", "shaft", "--at-rest")
        static = self.invar("static", "mast.yaml")
        self.assertIn("this is the equilibrium at rest; --joint shaft finds that of the spin", static.stderr)

    def test_an_equilibrium_that_an_element_cannot_represent_is_a_failure(self):
        """Far beyond the buckling load two elements are too few: their axes shrink between the nodes, and nothing holds them. With more
        elements there is an equilibrium within the length of the strip."""
        self.write("strip.yaml", STRIP + "method: {name: ed, step: 0.001, end: 0.002}\n")
        for load, side in ((3, 1e-6), (3, -1e-6), (4, 1e-6), (3, 1e-3)):
            few = ["strip.yaml", "--set", "N=2", "--set", f"P={load}", "--set", f"side={side}"]
            with self.subTest(load=load, side=side):
                answer = self.invar("static", *few, "--out", "a.csv", "--certificate", "a.json")
                if answer.returncode == 0:  # then it is one that two elements can represent
                    moved = [self.columns("a.csv")[f"beam.end.displacement.{axis}"][-1] for axis in "xyz"]
                    self.assertLess(math.hypot(1 + moved[0], moved[1], moved[2]), 1.01)
                    continue
                self.assertEqual(answer.returncode, 3, answer.stderr)
                self.assertIn("no equilibrium: ", answer.stderr)
                certificate = json.loads((self.folder / "a.json").read_text())
                self.assertEqual((certificate["status"], certificate["stability"]), ("stopped", "not determined"))
        few = ["strip.yaml", "--set", "N=2", "--set", "P=3", "--set", "side=1e-6"]
        answer = self.invar("static", *few)
        self.assertEqual(answer.returncode, 3)
        self.assertRegex(answer.stderr, 'beyond the range of the theory: beam "beam": element [12] of 2 is bent or twisted so far')
        self.assertIn("Use more elements", answer.stderr)
        self.assertNotIn("beam.end.displacement", answer.stdout)
        answer = self.invar("modes", *few, "--from-equilibrium")
        self.assertEqual(answer.returncode, 3)
        self.assertIn("no state to linearize about: beyond the range of the theory", answer.stderr)
        answer = self.invar("run", *few, "--from-equilibrium", "--certificate", "a.json")
        self.assertEqual(answer.returncode, 3)
        self.assertIn("no equilibrium to start from: beam", json.loads((self.folder / "a.json").read_text())["message"])

    def test_an_element_that_rolls_up_too_far_is_a_failure_in_every_order(self):
        """Limits from the interpolation: |d|^2 = 1/2 at the Gauss points for uniform bending. Moments as if the strain were exact."""
        for order, within, beyond in ((1, 80, 100), (2, 200, 260), (3, 300, 380)):
            for degrees, code in ((within, 0), (beyond, 3)):
                with self.subTest(order=order, degrees=degrees):
                    self.write("arc.yaml", "elements:\n  b: {type: beam, start: clamped, from: [0, 0, 0], arc: {center: [0, 3, 0], "
                               f"angle: {degrees}*deg}}, elements: 1, order: {order}, section: {{stiffness: [1e4, 1e4, 1e4, 100, "
                               "100, 100], mass: [1, 0.01, 0.01]}}\n")
                    answer = self.invar("modes", "arc.yaml")
                    self.assertEqual(answer.returncode, code, answer.stderr)

    def test_an_element_that_is_pushed_through_itself_is_a_failure(self):
        self.write("rod.yaml", "parameters: {P: 50}\nelements:\n  b: {type: beam, start: clamped, from: [0, 0, 0], to: [1, 0, 0], "
                   "elements: 2, section: {stiffness: [100, 1e6, 1e6, 1e6, 1e6, 1e6], mass: [1, 0.01, 0.01]}}\n"
                   "forces: {p: {type: applied_force, on: b.end, force: [-P, 0, 0]}}\noutputs: [b.end.displacement]\n")
        self.assertEqual(self.invar("static", "rod.yaml").returncode, 0)
        answer = self.invar("static", "rod.yaml", "--set", "P=150")
        self.assertEqual(answer.returncode, 3)
        self.assertIn("compressed to nothing", answer.stderr)

    def test_elements_that_turn_too_far_are_told_by_static_also_where_it_fails(self):
        self.write("roll.yaml", ROLL.format(elements=3, order=3))
        answer = self.invar("static", "roll.yaml")
        self.assertIn("of 3 turns by 1", answer.stderr)  # some 120 degrees
        self.assertIn("Use more elements", answer.stderr)
        self.write("roll.yaml", ROLL.format(elements=8, order=3))
        self.assertNotIn("Use more", self.invar("static", "roll.yaml").stderr)

    def test_elements_that_turn_too_far_are_told_once_by_a_run_and_by_modes(self):
        self.write("roll.yaml", ROLL.format(elements=2, order=3) + "method: {name: ed, step: 0.02, end: 3}\n")
        answer = self.invar("run", "roll.yaml")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertRegex(answer.stderr, r"t = [0-9.]+ s: beam \"b\": element [12] of 2 turns by 9[0-9] degrees")
        self.assertEqual(answer.stderr.count("Use more elements"), 1)
        self.write("roll.yaml", ROLL.format(elements=2, order=3).replace("to: [10, 0, 0]", "arc: {center: [0, 3, 0], angle: 4}"))
        self.assertIn("turns by 115 degrees", self.invar("modes", "roll.yaml").stderr)

    def test_arc_length_follows_a_beam_to_its_full_load(self):
        self.write("roll.yaml", ROLL.format(elements=8, order=3))
        answer = self.invar("static", "roll.yaml", "--arc-length", "--out", "a.csv", "--quiet")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        table = self.columns("a.csv")
        self.assertGreater(len(table["load_factor"]), 5)
        self.assertAlmostEqual(table["load_factor"][-1], 1, delta=1e-9)
        # Rolled up into a circle: the tip is back at the clamp, to the error of 45 degrees an element.
        self.assertLess(math.hypot(table["b.end.position.x"][-1], table["b.end.position.y"][-1]), 0.02)

    def test_a_run_without_an_equilibrium_says_in_its_certificate_what_it_would_have_been(self):
        self.write("falling.yaml", "gravity: [0, 0, -9.81]\nbodies: {a: {type: point_mass, mass: 1, position: [0, 0, 0]}}\n"
                   "method: {name: ed, step: 0.02, end: 3}\n")
        answer = self.invar("run", "falling.yaml", "--from-equilibrium", "--certificate", "a.json")
        self.assertEqual(answer.returncode, 3)
        certificate = json.loads((self.folder / "a.json").read_text())
        self.assertEqual([certificate[key] for key in ("method", "step", "t_end", "t_reached", "status")],
                         ["ed", 0.02, 3, 0, "stopped"])
        self.assertIn("no equilibrium to start from", certificate["message"])

    def test_the_page_shows_the_load_path(self):
        answer = self.invar("static", "pendulum.yaml", "--report", "a.html")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn("static, descent", (self.folder / "a.html").read_text())

    def test_an_unknown_start_is_refused(self):
        text = (self.folder / "pendulum.yaml").read_text().replace("end: 0.1}", "end: 0.1, start: rest}")
        self.write("pendulum.yaml", text)
        self.assert_refused(2, "no place to start from", "run", "pendulum.yaml")


class Modes(Program):
    def test_a_model_without_a_degree_of_freedom_gets_a_sentence(self):
        self.write("weld.yaml", "bodies: {a: {type: planar_body, mass: 1, inertia: 1}}\n"
                   "joints: {w: {type: weld, between: [ground, a], at: [0, 0]}}\n")
        models = ["weld.yaml"] + [str(ROOT / "models" / name) for name in ("stewart_platform.yaml", "excavator.yaml")]
        for model in models:
            for options in ([], ["--sparse"], ["--report", "a.html"]):
                answer = self.invar("modes", model, "--out", "a.csv", *options)
                self.assertEqual(answer.returncode, 0, (model, answer.stderr))
                self.assertIn("no degree of freedom", answer.stdout)
                self.assertIn("0 degrees of freedom", answer.stdout)
                self.assertEqual(len((self.folder / "a.csv").read_text().splitlines()), 1)

    def test_damped_and_undamped_frequencies_are_told_apart(self):
        # s^2 + 2 s + 4: damped sqrt(3) rad/s, undamped 2 rad/s, damping ratio 1/2.
        self.write("damped.yaml", "bodies: {m: {type: planar_body, mass: 1, inertia: 1}}\n"
                   "joints: {s: {type: planar_prismatic, between: [ground, m], at: [0, 0], axis: [1, 0, 0]}}\n"
                   "forces: {k: {type: joint_spring, joint: s, stiffness: 4, damping: 2}}\n")
        answer = self.invar("modes", "damped.yaml", "--out", "a.csv", "--report", "a.html")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        heading, row = answer.stdout.strip().splitlines()[-2:]
        for text in ("damped [Hz]", "damped [rad/s]", "undamped [Hz]", "undamped [rad/s]", "damping ratio"):
            self.assertIn(text, heading)
        self.assertIn("1 degree of freedom\n", answer.stdout)
        self.assertEqual([float(x) for x in row.split()[1:6]],
                         [0.27566445, 1.7320508, 0.31830989, 2, 0.5])
        with open(self.folder / "a.csv", newline="") as file:
            mode = next(csv.DictReader(file))
        expected = {"frequency_hz": math.sqrt(3) / (2 * math.pi), "angular_frequency": 2, "damping_ratio": 0.5,
                    "damped_frequency_hz": math.sqrt(3) / (2 * math.pi), "undamped_frequency_hz": 1 / math.pi,
                    "damped_angular_frequency": math.sqrt(3), "undamped_angular_frequency": 2}
        for key, value in expected.items():
            self.assertAlmostEqual(float(mode[key]), value, delta=1e-12, msg=key)
        page = (self.folder / "a.html").read_text()
        self.assertIn("Hz damped", page)
        self.assertIn("Hz undamped", page)
        self.invar("modes", "damped.yaml", "--out", "a.json")
        mode = json.loads((self.folder / "a.json").read_text())["modes"][0]
        for key in ("frequency_hz", "damped_frequency_hz", "undamped_frequency_hz", "undamped_angular_frequency"):
            self.assertAlmostEqual(mode[key], expected[key], delta=1e-12, msg=key)

    def test_rounding_is_no_damping(self):
        # A gyroscopic system without dampers: what the eigenvalues have of a real part is rounding.
        self.write("blade.yaml", BLADE)
        for model, options in (("blade.yaml", ["--from-equilibrium"]), ("pendulum.yaml", ["--from-equilibrium"])):
            answer = self.invar("modes", model, *options, "--out", "a.csv")
            self.assertEqual(answer.returncode, 0, answer.stderr)
            with open(self.folder / "a.csv", newline="") as file:
                for row in csv.DictReader(file):
                    self.assertEqual(float(row["damping_ratio"]), 0, row)

    def test_a_model_at_a_kink_gets_a_note_with_the_name_of_its_force(self):
        zone = ("bodies: {m: {type: planar_body, mass: 1, inertia: 1}}\n"
                "joints: {s: {type: planar_prismatic, between: [ground, m], at: [0, 0], axis: [1, 0, 0]}}\n"
                "forces: {gap: {type: joint_spring, joint: s, "
                "force: \"x > b ? 100*(x-b) : (x < -b ? 100*(x+b) : 0)\"}}\n")
        self.write("kink.yaml", "parameters: {b: 0}\n" + zone)
        answer = self.invar("modes", "kink.yaml")
        self.assertEqual(answer.returncode, 0)
        self.assertIn("\"gap\" is at a kink", answer.stderr)
        self.assertNotIn("moves most", answer.stdout)
        self.assertIn("All eigenvalues are zero", answer.stdout)
        answer = self.invar("modes", "kink.yaml", "--set", "b=0.1")
        self.assertNotIn("kink", answer.stderr)

    def test_an_overconstrained_linkage_has_one_mode_by_both_ways(self):
        found = []
        for options in ([], ["--sparse"]):
            answer = self.invar("modes", str(ROOT / "models/bennett.yaml"), "--out", "a.json", *options)
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIn("1 degree of freedom\n", answer.stdout)
            found.append(json.loads((self.folder / "a.json").read_text()))
        self.assertEqual([len(x["modes"]) for x in found], [1, 1])
        self.assertEqual([x["degrees_of_freedom"] for x in found], [1, 1])
        self.assertAlmostEqual(found[0]["modes"][0]["imaginary"], found[1]["modes"][0]["imaginary"], delta=1e-8)

    def test_the_frequency_of_a_pendulum_is_printed_and_written(self):
        answer = self.invar("modes", "pendulum.yaml", "--from-equilibrium", "--out", "a.json")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        modes = json.loads((self.folder / "a.json").read_text())["modes"]
        self.assertEqual(len(modes), 1)
        self.assertAlmostEqual(modes[0]["imaginary"], math.sqrt(9.81), delta=1e-10)
        self.assertIn("bob", answer.stdout)

    def test_the_start_is_said_to_be_no_equilibrium(self):
        answer = self.invar("modes", "pendulum.yaml")
        self.assertEqual(answer.returncode, 0)
        self.assertIn("no equilibrium", answer.stderr)

    def test_the_bicycle_has_its_weave_mode(self):
        answer = self.invar("modes", str(ROOT / "models/bicycle.yaml"), "--set", "v0=5", "--set", "w0=0", "--out", "a.csv")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        weave = [row for row in rows if float(row["imaginary"]) > 0]
        self.assertEqual(len(weave), 1)
        self.assertAlmostEqual(float(weave[0]["real"]), -0.775341882196, delta=1e-8)
        self.assertAlmostEqual(float(weave[0]["imaginary"]), 4.46486771379, delta=1e-8)

    def test_a_blade_that_spins_has_its_modes_as_given_and_about_the_equilibrium_of_its_spin(self):
        self.write("blade.yaml", BLADE)
        given = self.invar("modes", "blade.yaml", "--number", "2", "--out", "a.csv")
        self.assertEqual(given.returncode, 0, given.stderr)
        self.assertIn("--from-equilibrium finds the one that is", given.stderr)
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        # As given it is not stretched: sqrt(k^2 - 0) across the plane, 3.516.
        self.assertEqual([row["mode"] for row in rows], ["1", "2"])
        self.assertAlmostEqual(float(rows[0]["imaginary"]), 3.5160, delta=2e-3)
        steady = self.invar("modes", "blade.yaml", "--number", "2", "--from-equilibrium", "--out", "b.csv")
        self.assertEqual(steady.returncode, 0, steady.stderr)
        with open(self.folder / "b.csv", newline="") as file:
            first = float(list(csv.DictReader(file))[0]["imaginary"])
        self.assertAlmostEqual(first, 5.5850, delta=2e-3)  # [Wright1982], flapping at 4 rad/s

    def test_the_blades_of_the_rotor_flap_as_hinged_rigid_ones(self):
        answer = self.invar("modes", str(ROOT / "models/rotor.yaml"), "--from-equilibrium", "--number", "4", "--out", "a.csv")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("coefficients frozen at this angle", answer.stderr)
        with open(self.folder / "a.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        # A rigid blade from e = 0.3 to R = 5 m flaps at Omega sqrt(1 + 3 e / (2 (R - e))); bending and coning take 0.4 %.
        exact = 25 * math.sqrt(1 + 1.5 * 0.3 / 4.7)
        self.assertEqual([row["mode"] for row in rows], ["1", "2", "3", "4"])
        for row in rows:
            self.assertAlmostEqual(float(row["imaginary"]), exact, delta=0.005 * exact)

    def test_the_iltis_has_its_modes_at_speed(self):
        answer = self.invar("modes", str(ROOT / "models/iltis.yaml"), "--set", "speed=20", "--from-equilibrium")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("steady motion", answer.stdout)

    def test_the_page_shows_the_modes_one_after_the_other(self):
        answer = self.invar("modes", "pendulum.yaml", "--from-equilibrium", "--report", "a.html")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        self.assertIn('"start":0,"end":2,"name":"mode 1","facts":["0.49', (self.folder / "a.html").read_text())

    def test_files_need_a_known_ending(self):
        self.assert_refused(1, ".csv or .json", "modes", "pendulum.yaml", "--out", "a.txt")


if __name__ == "__main__":
    unittest.main()
