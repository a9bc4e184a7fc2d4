# Written by python/make_stubs.py from the schemas of the catalogs.
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Number = float | str
"""A number, or a formula of parameters."""
Vector = Sequence[Number] | Any
"""Numbers, or an array."""
Function = float | str | Mapping[str, Any] | Callable[[float], float]
"""A number, a formula, {"table": [[x, y], ...]}, or a function of one variable."""
SCHEMAS: dict[str, dict[str, dict[str, Any]]]

class Name(str):
    def __getattr__(self, quantity: str) -> str: ...

class PartMethods:
    def _apply(self, what: str, *arguments: Any) -> None: ...

    def coordinate(
        self, name: str, *, inertia: Number | None = None, value: Number | None = None, rate: Number | None = None,
        unit: str | None = None, draw: Any | None = None
    ) -> Name:
        """Generalized coordinate, for models in minimal coordinates; energies by forces of type potential and kinetic_energy. Channels value, rate, acceleration

        Adds to the section bodies; returns the name.

        inertia: generalized mass m in T = 1/2 m q'^2; may be zero where a force of type kinetic_energy names its rate
            (number, kg m^2 or kg, not negative, default 0)
        value: initial value (number, rad or m, default 0)
        rate: initial rate (number, rad/s or m/s, default 0)
        unit: of the value, for the headings of results (text, default rad)
        draw: for the report: {point: [x, y, z] as functions of q, from: place on the ground that a rod joins it to}
            (map, optional)

        Reference: [Yoon] eq. (28)
        """

    def planar_body(
        self, name: str, *, mass: Number, inertia: Number, position: Vector | None = None, angle: Number | None = None,
        velocity: Vector | None = None, angular_velocity: Number | None = None, draw: Any | None = None
    ) -> Name:
        """Rigid body in the plane z = 0; coordinates x, y of the center of mass and the angle theta

        Adds to the section bodies; returns the name.

        mass: mass (number, kg, positive, required)
        inertia: moment of inertia about the center of mass (number, kg m^2, positive, required)
        position: center of mass (2 numbers, m, default [0, 0])
        angle: orientation, counterclockwise (number, rad, default 0)
        velocity: velocity of the center of mass (2 numbers, m/s, default [0, 0])
        angular_velocity: angular velocity (number, rad/s, default 0)
        draw: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes (map,
            optional)

        Reference: [Braun2012] eq. (21)
        """

    def planar_point_mass(
        self, name: str, *, mass: Number | None = None, position: Vector | None = None, velocity: Vector | None = None,
        draw: Any | None = None
    ) -> Name:
        """Point in the plane z = 0, with or without mass; rods may end in it

        Adds to the section bodies; returns the name.

        mass: mass; 0 for a point that only carries rods (number, kg, not negative, default 0)
        position: position (2 numbers, m, default [0, 0])
        velocity: velocity (2 numbers, m/s, default [0, 0])
        draw: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes (map,
            optional)

        Reference: [Yoon] example 1; [Braun2012] sec. 4.2
        """

    def point_mass(
        self, name: str, *, mass: Number | None = None, position: Vector | None = None, velocity: Vector | None = None,
        draw: Any | None = None
    ) -> Name:
        """Point in space, with or without mass; rods may end in it

        Adds to the section bodies; returns the name.

        mass: mass; 0 for a point that only carries rods (number, kg, not negative, default 0)
        position: position (3 numbers, m, default [0, 0, 0])
        velocity: velocity (3 numbers, m/s, default [0, 0, 0])
        draw: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes (map,
            optional)

        Reference: [Dopico2007] compound pendulum
        """

    def rigid_body(
        self, name: str, *, mass: Number, inertia: Vector, inertia_about: Vector | None = None, center: Vector | None =
        None, position: Vector | None = None, rotation: Any | None = None, velocity: Vector | None = None,
        angular_velocity: Vector | None = None, draw: Any | None = None
    ) -> Name:
        """Rigid body in space; 12 coordinates (origin and three directors) with six internal constraints

        Adds to the section bodies; returns the name.

        mass: total mass (number, kg, positive, required)
        inertia: inertia tensor in body axes: xx, yy, zz or xx, yy, zz, xy, xz, yz (tensor components) (3x3 matrix, kg
            m^2, required)
        inertia_about: point the inertia is given about: center, origin or [x, y, z] in body axes [m] (choice or 3
            numbers, default center)
        center: center of mass in body axes (3 numbers, m, default [0, 0, 0])
        position: position of the body's origin (3 numbers, m, default [0, 0, 0])
        rotation: orientation: {axis, angle}, {quaternion: [w, x, y, z]} or {directors: [d1, d2, d3]} (map, optional)
        velocity: velocity of the body's origin (3 numbers, m/s, default [0, 0, 0])
        angular_velocity: angular velocity in world axes (3 numbers, rad/s, default [0, 0, 0])
        draw: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes (map,
            optional)

        Reference: [Bauchau2003] sec. 6.1
        """

    def rod(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, mass: Number | None = None, length:
        Number | None = None, draw: Any | None = None
    ) -> Name:
        """Uniform slender rod between two points of the ground or of type point_mass / planar_point_mass

        Adds to the section bodies; returns the name.

        between: the two end points (2 names of place, required)
        mass: mass (number, kg, not negative, default 0)
        length: length; default: the distance of the given positions (number, m, positive, optional)
        draw: how the body looks in a report: {shape, size, at, to, axis, color} or a list of such shapes (map,
            optional)

        Reference: [Braun2012] sec. 4.2 (natural coordinates)
        """

    def constraint(
        self, name: str, *, formula: str
    ) -> Name:
        """Constraint by formula: an expression of JOINT.angle, JOINT.displacement, PLACE.position.x, PLACE.e1.x, coordinates and t that must vanish

        Adds to the section joints; returns the name.

        formula: what must vanish, e.g. "left.angle + 2*right.angle - 0.1*sin(t)" (text, required)

        Reference: [Gonzalez1996] eq. (16)
        """

    def coupler(
        self, name: str, *, joints: str | Sequence[str], factors: Vector, coordinates: str | Sequence[str] | None = None
    ) -> Name:
        """Linear relation between the coordinates of joints, e.g. a differential

        Adds to the section joints; returns the name.

        joints: the coupled joints (names of joint, required)
        coordinates: for each joint: angle or displacement; default: the angle where there is one (names of
            coordinate, optional)
        factors: factor of each joint's coordinate; their weighted sum stays constant (numbers, required)

        Reference: higher pair, one row
        """

    def cylindrical(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, axis:
        Vector | None = None, x_axis: Vector | None = None, limits: Any | None = None, friction: Any | None = None
    ) -> Name:
        """Sleeve: the axes coincide; free displacement along the axis and free angle about it

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: axis of the joint (third axis of F), in world coordinates of the initial configuration (direction,
            optional)
        x_axis: direction that fixes the first axis of F, in world coordinates (3 numbers, default [0, 0, 0])
        limits: stops of its coordinate: low, high, stiffness, restitution (map, optional)
        friction: dry friction of its coordinate: preload (map, optional)

        Reference: lower pair C
        """

    def distance(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, length:
        Number | None = None
    ) -> Name:
        """Massless link: the distance of two points is constant; a body stands for its origin

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        length: distance; default: that of the given positions (number, m, positive, optional)

        Reference: [Dopico2007] compound pendulum
        """

    def gear(
        self, name: str, *, joints: str | Sequence[str], ratio: Number, coordinates: str | Sequence[str] | None = None
    ) -> Name:
        """Gear pair, belt or rack and pinion: the coordinates of two joints are proportional

        Adds to the section joints; returns the name.

        joints: the coupled joints (names of joint, required)
        coordinates: for each joint: angle or displacement; default: the angle where there is one (names of
            coordinate, optional)
        ratio: change of the second coordinate for a unit change of the first; negative for external gears (number, 1
            or m/rad, required)

        Reference: higher pair, one row
        """

    def planar(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, axis:
        Vector | None = None, x_axis: Vector | None = None
    ) -> Name:
        """A plane of one body slides on a plane of the other; the axis is the normal; free angle about it and two displacements

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: axis of the joint (third axis of F), in world coordinates of the initial configuration (direction,
            optional)
        x_axis: direction that fixes the first axis of F, in world coordinates (3 numbers, default [0, 0, 0])

        Reference: lower pair E
        """

    def planar_prismatic(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, axis:
        Vector | None = None, x_axis: Vector | None = None, limits: Any | None = None, friction: Any | None = None
    ) -> Name:
        """Slider in the plane: free displacement along the axis, no rotation

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: axis of the joint (third axis of F), in world coordinates of the initial configuration (direction,
            optional)
        x_axis: direction that fixes the first axis of F, in world coordinates (3 numbers, default [0, 0, 0])
        limits: stops of its coordinate: low, high, stiffness, restitution (map, optional)
        friction: dry friction of its coordinate: preload (map, optional)

        Reference: lower pair P, planar
        """

    def planar_revolute(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, limits: Any
        | None = None, friction: Any | None = None
    ) -> Name:
        """Pin in the plane: the two points coincide; free angle

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        limits: stops of its coordinate: low, high, stiffness, restitution (map, optional)
        friction: dry friction of its coordinate: preload (map, optional)

        Reference: [Braun2012] eq. (22)
        """

    def point_on_line(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, axis:
        Vector | None = None, x_axis: Vector | None = None
    ) -> Name:
        """A point of the second body stays on a line of the first; free displacement along the line and all rotations

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: axis of the joint (third axis of F), in world coordinates of the initial configuration (direction,
            optional)
        x_axis: direction that fixes the first axis of F, in world coordinates (3 numbers, default [0, 0, 0])

        Reference: [Braun2012] eq. (22), slider
        """

    def point_on_plane(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, axis:
        Vector | None = None, x_axis: Vector | None = None
    ) -> Name:
        """A point of the second body stays on a plane of the first; the axis is the normal of the plane

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: axis of the joint (third axis of F), in world coordinates of the initial configuration (direction,
            optional)
        x_axis: direction that fixes the first axis of F, in world coordinates (3 numbers, default [0, 0, 0])

        Reference: higher pair, one row
        """

    def prismatic(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, axis:
        Vector | None = None, x_axis: Vector | None = None, limits: Any | None = None, friction: Any | None = None
    ) -> Name:
        """Slider in space: free displacement along the axis, no rotation

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: axis of the joint (third axis of F), in world coordinates of the initial configuration (direction,
            optional)
        x_axis: direction that fixes the first axis of F, in world coordinates (3 numbers, default [0, 0, 0])
        limits: stops of its coordinate: low, high, stiffness, restitution (map, optional)
        friction: dry friction of its coordinate: preload (map, optional)

        Reference: lower pair P
        """

    def relation(
        self, name: str, *, joints: str | Sequence[str], law: Function, coordinates: str | Sequence[str] | None = None
    ) -> Name:
        """Cam or variable transmission: the coordinate of the second joint is a function of that of the first

        Adds to the section joints; returns the name.

        joints: the coupled joints (names of joint, required)
        coordinates: for each joint: angle or displacement; default: the angle where there is one (names of
            coordinate, optional)
        law: coordinate of the second joint over that of the first, as their channels show them (function of x, rad or
            m, required)

        Reference: higher pair, one row; [Gonzalez1996] eq. (16)
        """

    def revolute(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, axis:
        Vector | None = None, x_axis: Vector | None = None, limits: Any | None = None, friction: Any | None = None
    ) -> Name:
        """Hinge: the points coincide and the axes stay parallel; free angle about the axis

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: axis of the joint (third axis of F), in world coordinates of the initial configuration (direction,
            optional)
        x_axis: direction that fixes the first axis of F, in world coordinates (3 numbers, default [0, 0, 0])
        limits: stops of its coordinate: low, high, stiffness, restitution (map, optional)
        friction: dry friction of its coordinate: preload (map, optional)

        Reference: lower pair R
        """

    def screw(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, lead: Number, at: Vector | None =
        None, axis: Vector | None = None, x_axis: Vector | None = None, limits: Any | None = None, friction: Any | None
        = None
    ) -> Name:
        """Nut and screw: displacement along the axis and angle about it are proportional

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: axis of the joint (third axis of F), in world coordinates of the initial configuration (direction,
            optional)
        x_axis: direction that fixes the first axis of F, in world coordinates (3 numbers, default [0, 0, 0])
        lead: advance a turn; positive for a right-hand thread (number, m, required)
        limits: stops of its coordinate: low, high, stiffness, restitution (map, optional)
        friction: dry friction of its coordinate: preload (map, optional)

        Reference: lower pair H
        """

    def spherical(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None
    ) -> Name:
        """Ball and socket: the two points coincide

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)

        Reference: lower pair S
        """

    def universal(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, arm_F: Vector, arm_M: Vector, at:
        Vector | None = None, shaft_angle: Function | None = None, shaft_axis: Vector | None = None
    ) -> Name:
        """Cardan joint: the points coincide and the arms of the cross stay perpendicular; optionally driven by a shaft

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)
        arm_F: arm of the cross in the first body, in world coordinates of the initial configuration (direction,
            required)
        arm_M: arm of the cross in the second body, in world coordinates of the initial configuration (direction,
            required)
        shaft_angle: angle by which a shaft turns the first arm; default: the arm is fixed in the body (function of t,
            rad, optional)
        shaft_axis: axis of that shaft, fixed in the first body, in world coordinates of the initial configuration
            (direction, optional)

        Reference: [Bauchau2003] sec. 6.2
        """

    def weld(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None
    ) -> Name:
        """Rigid connection: no relative motion; between two markers their triads are brought into line

        Adds to the section joints; returns the name.

        between: the two places: bodies, markers or ground; the first is the reference F (2 names of place, required)
        at: where the joint is, in world coordinates of the initial configuration (numbers, m, optional)

        Reference: rigid connection
        """

    def angle_drive(
        self, name: str, *, joint: str, value: Function, range: Vector | None = None
    ) -> Name:
        """Motor that turns a joint: its angle is a function of time

        Adds to the section drives; returns the name.

        joint: joint with an angle (name of a joint, required)
        value: angle of the joint, as its channel `angle` shows it (function of t, rad, required)
        range: smallest and largest value that it can reach; beyond, a run stops and names the drive (2 numbers, rad,
            optional)

        Reference: [Bauchau2003] eq. (17)
        """

    def displacement_drive(
        self, name: str, *, joint: str, value: Function, range: Vector | None = None
    ) -> Name:
        """Linear actuator of a sliding joint: its displacement is a function of time

        Adds to the section drives; returns the name.

        joint: joint with a displacement (name of a joint, required)
        value: displacement of the joint, as its channel `displacement` shows it (function of t, m, required)
        range: smallest and largest value that it can reach; beyond, a run stops and names the drive (2 numbers, m,
            optional)

        Reference: [Bauchau2003] eq. (17)
        """

    def distance_drive(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, value: Function, range: Vector | None
        = None
    ) -> Name:
        """Actuator between two points: their distance is a function of time

        Adds to the section drives; returns the name.

        between: the two places: bodies (their origins), markers or ground (2 names of place, required)
        value: distance (function of t, m, required)
        range: smallest and largest value that it can reach; beyond, a run stops and names the drive (2 numbers, m,
            optional)

        Reference: [Bauchau2003] eq. (17)
        """

    def position_drive(
        self, name: str, *, point: str, value: Any
    ) -> Name:
        """A point follows a prescribed path; components may be left free

        Adds to the section drives; returns the name.

        point: body (its origin) or marker that is led (name of a place, required)
        value: [x, y, z] in m, each a function of t or ~ for a free component; [x, y] for planar bodies (map,
            required)

        Reference: [Bauchau2003] eq. (17)
        """

    def velocity_drive(
        self, name: str, *, value: Function, joint: str | None = None, coordinate: str | None = None, point: str | None
        = None, direction: Vector | None = None
    ) -> Name:
        """The rate of a joint's coordinate, or the velocity of a point along a direction, is a function of time

        Adds to the section drives; returns the name.

        joint: joint that is driven; or give point (name of a joint, optional)
        coordinate: of the joint; default: the angle where there is one (choice, one of angle, displacement, optional)
        point: body (its origin) or marker that is driven; or give joint (name of a place, optional)
        direction: of the point's velocity, in world coordinates (direction, optional)
        value: rate (function of t, rad/s or m/s, required)

        Reference: [Bauchau2003] eq. (22)
        """

    def cosine_bump_road(
        self, name: str, *, start: Number, length: Number, height: Number, count: int | str | None = None, base: Number
        | None = None, across: Number | None = None, width: Number | None = None, shown: Vector | None = None
    ) -> Name:
        """Bumps or holes in the form of a cosine wave on a level road

        Adds to the section roads; returns the name.

        start: where the first bump begins (number, m, required)
        length: of one bump (number, m, positive, required)
        height: of its crest; negative for a hole (number, m, required)
        count: number of bumps, one after the other (whole number, 1 to 10000, default 1)
        base: height of the level road before and after (number, m, default 0)
        across: where its middle is drawn, along y (number, m, default 0)
        width: how wide it is drawn (number, m, positive, default 1)
        shown: from where to where it is drawn; default: around what happens on it (2 numbers, m, optional)

        Reference: IAVSD benchmark [Frik1993]
        """

    def flat_road(
        self, name: str, *, height: Number | None = None, across: Number | None = None, width: Number | None = None,
        shown: Vector | None = None
    ) -> Name:
        """Level road

        Adds to the section roads; returns the name.

        height: height of the road (number, m, default 0)
        across: where its middle is drawn, along y (number, m, default 0)
        width: how wide it is drawn (number, m, positive, default 1)
        shown: from where to where it is drawn; default: around what happens on it (2 numbers, m, optional)

        Reference: plane
        """

    def ramp_road(
        self, name: str, *, start: Number, length: Number, height: Number, base: Number | None = None, across: Number |
        None = None, width: Number | None = None, shown: Vector | None = None
    ) -> Name:
        """Straight ramp from one level to another, without rounding: use contact: nearest

        Adds to the section roads; returns the name.

        start: where the ramp begins (number, m, required)
        length: along x (number, m, positive, required)
        height: by which it rises; negative: falls (number, m, required)
        base: height of the level road before it (number, m, default 0)
        across: where its middle is drawn, along y (number, m, default 0)
        width: how wide it is drawn (number, m, positive, default 1)
        shown: from where to where it is drawn; default: around what happens on it (2 numbers, m, optional)

        Reference: polyline
        """

    def stairs_road(
        self, name: str, *, start: Number, tread: Number, rise: Number, count: int | str, riser: Number | None = None,
        base: Number | None = None, across: Number | None = None, width: Number | None = None, shown: Vector | None =
        None
    ) -> Name:
        """Steps up or down with level treads: use contact: nearest

        Adds to the section roads; returns the name.

        start: where the first riser begins (number, m, required)
        tread: length of a step, riser included (number, m, positive, required)
        rise: height of a step; negative: stairs down (number, m, required)
        count: number of steps (whole number, 1 to 10000, required)
        riser: length along x over which a step rises (number, m, positive, default 0.01)
        base: height of the level road before them (number, m, default 0)
        across: where its middle is drawn, along y (number, m, default 0)
        width: how wide it is drawn (number, m, positive, default 1)
        shown: from where to where it is drawn; default: around what happens on it (2 numbers, m, optional)

        Reference: polyline
        """

    def sum_road(
        self, name: str, *, of: str | Sequence[str], factors: Vector | None = None, across: Number | None = None, width:
        Number | None = None, shown: Vector | None = None
    ) -> Name:
        """Sum of other roads, e.g. a bump on a ramp, or stairs after a ramp

        Adds to the section roads; returns the name.

        of: roads whose heights are added (names of road, required)
        factors: one factor for each; default: 1 (numbers, optional)
        across: where its middle is drawn, along y (number, m, default 0)
        width: how wide it is drawn (number, m, positive, default 1)
        shown: from where to where it is drawn; default: around what happens on it (2 numbers, m, optional)

        Reference: superposition
        """

    def table_road(
        self, name: str, *, points: Any | None = None, file: str | None = None, interpolation: str | None = None,
        outside: str | None = None, scale: Number | None = None, across: Number | None = None, width: Number | None =
        None, shown: Vector | None = None
    ) -> Name:
        """Road given by points, in the model or in a file

        Adds to the section roads; returns the name.

        points: list of points [x, z] (map, optional)
        file: instead of points: name of a file with two columns x, z; relative to the model file (text, optional)
        interpolation: how the points are joined: by cubics that never leave the heights of the points beside them; by
            a smooth cubic spline, which swings beside steps and where points are unevenly spaced; by straight lines
            (choice, one of monotone, spline, linear, default monotone)
        outside: beyond its ends: level, or the run stops with a message (choice, one of hold, error, default hold)
        scale: factor of all heights (number, default 1)
        across: where its middle is drawn, along y (number, m, default 0)
        width: how wide it is drawn (number, m, positive, default 1)
        shown: from where to where it is drawn; default: around what happens on it (2 numbers, m, optional)

        Reference: [FritschButland1984]
        """

    def applied_force(
        self, name: str, *, on: str, force: Sequence[Function], at: Vector | None = None, axes: str | None = None
    ) -> Name:
        """Force at a place, over time or as a formula of the state; on planar bodies the third component has no effect. Channels force.*, power

        Adds to the section forces; returns the name.

        on: body or marker it acts on (name of a place, required)
        at: point on the body, in world coordinates of the initial configuration; default: the place itself (numbers,
            m, optional)
        force: the three components (3 functions of t or formulas of signals, N, required)
        axes: components in world axes, or in axes of the place that turn with the body (choice, one of world, body,
            default world)

        Reference: work of the mean force over the true displacement
        """

    def applied_torque(
        self, name: str, *, on: str, torque: Sequence[Function], axes: str | None = None
    ) -> Name:
        """Torque on a body, over time or as a formula of the state; on planar bodies only the component out of the plane has an effect. Channels torque.*, power

        Adds to the section forces; returns the name.

        on: body or marker it acts on (name of a place, required)
        torque: the three components (3 functions of t or formulas of signals, N m, required)
        axes: components in world axes, or in axes of the place that turn with the body (choice, one of world, body,
            default world)

        Reference: generalized force 1/2 m x d_i on the directors
        """

    def backlash(
        self, name: str, *, play: Number, stiffness: Number, joint: str | None = None, joints: str | Sequence[str] |
        None = None, factors: Vector | None = None, coordinates: str | Sequence[str] | None = None, middle: Number |
        None = None, damping: Number | None = None
    ) -> Name:
        """Play between the coordinates of joints, with elastic flanks: gears, couplings, joints with clearance. Channels gap (from the middle of the play), gap_rate, flank (force or torque on the sum), energy, power

        Adds to the section forces; returns the name.

        joint: the joint with play in its coordinate (name of a joint, optional)
        joints: instead of joint: joints with play between them, e.g. the shafts of gears (names of joint, optional)
        factors: of each coordinate in the sum that has play, with joints (numbers, 1 or m/rad, optional)
        coordinates: for each joint: angle or displacement; default: the angle where there is one (names of
            coordinate, optional)
        play: from flank to flank (number, rad or m, not negative, required)
        middle: value of the sum in the middle of the play; default: that at the start (number, rad or m, optional)
        stiffness: of the flanks (number, N m/rad or N/m, positive, required)
        damping: force of the flank grows by this times its rate of yielding (number, s/rad or s/m, not negative,
            default 0)

        Reference: mean value of the characteristic; the damping is that of Hunt and Crossley, without pull
        """

    def brake(
        self, name: str, *, joint: str, capacity: Number, stiffness: Number, coordinate: str | None = None, damping:
        Number | None = None, deflection: Number | None = None
    ) -> Name:
        """Dry friction on the coordinate of a joint, with a capacity by formula; sticks without creep. Channels torque or force (on the second body), friction, capacity, slip_rate, deflection, loss, energy, power

        Adds to the section forces; returns the name.

        joint: joint that it brakes (name of a joint, required)
        coordinate: of the joint; default: the angle where there is one (choice, one of angle, displacement, optional)
        capacity: largest friction; below zero there is none, e.g. 80*ramp(t, 1, 1.2) (formula of signals, N m or N,
            required)
        stiffness: of the surfaces while they stick: they yield by capacity/stiffness before they slip (number, N
            m/rad or N/m, positive, required)
        damping: of the surfaces while they stick; default: stiffness times 1 ms (number, N m s/rad or N s/m,
            positive, optional)
        deflection: of the surfaces at the start (number, rad or m, default 0)

        Reference: return map of a bristle; the balance books s z^2/2 as stored and the rest as dissipated
        """

    def bushing(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at: Vector | None = None, axis:
        Vector | None = None, x_axis: Vector | None = None, stiffness: Vector | None = None, rotational_stiffness:
        Vector | None = None, damping: Vector | None = None, rotational_damping: Vector | None = None, rest: str | None
        = None
    ) -> Name:
        """Elastic and damping connection of two frames: three displacements along and three rotations about the axes of the first. Rotations enter as sin(angle) times axis, so stiffness has its usual meaning for small angles. Channels deflection.*, rotation.*, force.* and torque.* (on the second place), energy, power

        Adds to the section forces; returns the name.

        between: the two places: bodies, markers or ground; the first gives the axes (2 names of place, required)
        at: where it is, in world coordinates of the initial configuration (numbers, m, optional)
        axis: third axis, in world coordinates of the initial configuration (direction, default [0, 0, 1])
        x_axis: direction that fixes the first axis (3 numbers, default [0, 0, 0])
        stiffness: along the three axes (3 numbers, N/m, default [0, 0, 0])
        rotational_stiffness: about the three axes (3 numbers, N m/rad, default [0, 0, 0])
        damping: along the three axes (3 numbers, N s/m, default [0, 0, 0])
        rotational_damping: about the three axes (3 numbers, N m s/rad, default [0, 0, 0])
        rest: without force where the frames coincide, or in the initial configuration (choice, one of zero, initial,
            default zero)

        Reference: quadratic energy of quadratic invariants
        """

    def central_gravity(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, strength: Number, at_1: Vector | None
        = None, at_2: Vector | None = None
    ) -> Name:
        """Attraction of two points with potential energy -strength / distance (strength = G m1 m2). Channels length, force.* (on the second place), energy, power

        Adds to the section forces; returns the name.

        between: the two places: bodies, markers or ground (2 names of place, required)
        at_1: point on the first, in world coordinates of the initial configuration; default: the place itself
            (numbers, m, optional)
        at_2: point on the second, likewise (numbers, m, optional)
        strength: gravitational parameter times mass; negative repels (number, N m^2, required)

        Reference: Newton's law of gravitation
        """

    def clutch(
        self, name: str, *, joints: str | Sequence[str], capacity: Number, stiffness: Number, coordinates: str |
        Sequence[str] | None = None, damping: Number | None = None, deflection: Number | None = None
    ) -> Name:
        """Dry friction between the coordinates of two joints, with a capacity by formula; sticks without creep. Channels torque or force (on the second body of the first joint), friction, capacity, slip_rate, deflection, loss, energy, power

        Adds to the section forces; returns the name.

        joints: the coupled joints (names of joint, required)
        coordinates: for each joint: angle or displacement; default: the angle where there is one (names of
            coordinate, optional)
        capacity: largest friction; below zero there is none, e.g. 80*ramp(t, 1, 1.2) (formula of signals, N m or N,
            required)
        stiffness: of the surfaces while they stick: they yield by capacity/stiffness before they slip (number, N
            m/rad or N/m, positive, required)
        damping: of the surfaces while they stick; default: stiffness times 1 ms (number, N m s/rad or N s/m,
            positive, optional)
        deflection: of the surfaces at the start (number, rad or m, default 0)

        Reference: return map of a bristle; the balance books s z^2/2 as stored and the rest as dissipated
        """

    def dc_motor(
        self, name: str, *, joint: str, voltage: Number, resistance: Number, constant: Number, inductance: Number | None
        = None, gear: Number | None = None, limits: Vector | None = None, current: Number | None = None
    ) -> Name:
        """DC motor with inductance, resistance and back EMF, behind a gear, on the angle of a joint. Channels angle, angle_rate, torque, current, terminal_voltage, back_emf, electrical_power, heat, energy, power

        Adds to the section forces; returns the name.

        joint: joint it drives; the torque acts on the second body (name of a joint, required)
        voltage: terminal voltage, e.g. 24, or 8*(0.5 - hinge.angle) (formula of signals, V, required)
        resistance: of the coil (number, ohm, positive, required)
        inductance: of the coil; 0: the current follows the voltage at once (number, H, not negative, default 0)
        constant: torque per current of the motor, and volts per rad/s (number, N m/A, positive, required)
        gear: turns of the motor per turn of the joint; negative: the gear reverses (number, default 1)
        limits: lowest and highest terminal voltage (2 numbers, V, optional)
        current: at the start (number, A, default 0)

        Reference: L i' = V - R i - n k w, torque n k i; the coil stores L i^2/2
        """

    def distributed_force(
        self, name: str, *, on: str, force: Sequence[Function], axes: str | None = None, from_: Number | None = None,
        to: Number | None = None
    ) -> Name:
        """Force a meter of length along a beam, over time, the same at all places between from and to. Channel power

        Adds to the section forces; returns the name.

        on: beam it acts on (name of a element, required)
        force: the three components (3 functions of t, N/m, required)
        axes: components in world axes, or in axes that turn with the sections (choice, one of world, body, default
            world)
        from: where the load begins, as a fraction of the length (number, default 0)
        to: where it ends (number, default 1)

        Reference: consistent nodal forces by Gauss points
        """

    def hydraulic_cylinder(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, areas: Vector, volumes: Vector,
        bulk_modulus: Number, at_1: Vector | None = None, at_2: Vector | None = None, flow: Number | None = None,
        opening: Number | None = None, flow_coefficient: Number | None = None, supply_pressure: Number | None = None,
        tank_pressure: Number | None = None, laminar_pressure: Number | None = None, leakage: Number | None = None,
        pressures: Vector | None = None
    ) -> Name:
        """Double-acting hydraulic cylinder between two points, fed by a pump or through a valve. Channels length, speed, tension, pressure_a, pressure_b, flow_a, flow_b, leak, hydraulic_power, heat, energy, power, force.* (on the second place)

        Adds to the section forces; returns the name.

        between: the two places: bodies, markers or ground (2 names of place, required)
        at_1: point on the first, in world coordinates of the initial configuration; default: the place itself
            (numbers, m, optional)
        at_2: point on the second, likewise (numbers, m, optional)
        areas: of the piston in chamber a, which extends, and on the rod side, b (2 numbers, m^2, required)
        volumes: of oil that is compressed, chambers a and b with their lines; constant (2 numbers, m^3, required)
        bulk_modulus: of the oil, about 1.4e9 (number, Pa, positive, required)
        flow: into chamber a; b gives back its share by the areas (formula of signals, m^3/s, optional)
        opening: of the valve, -1 to 1: positive extends, e.g. 5*(0.8 - boom.angle) (formula of signals, optional)
        flow_coefficient: flow through an open edge over the root of the pressure drop (number, m^3/s/Pa^0.5,
            positive, optional)
        supply_pressure: before the valve (number, Pa, not negative, optional)
        tank_pressure: behind the valve (number, Pa, not negative, default 0)
        laminar_pressure: pressure drop below which the flow is laminar (number, Pa, positive, default 10000)
        leakage: flow past the piston over the pressure difference (number, m^3/s/Pa, not negative, default 0)
        pressures: in the chambers at the start (2 numbers, Pa, default [0, 0])

        Reference: V/beta p' = q - leakage - A l'; the oil stores V p^2/(2 beta)
        """

    def joint_spring(
        self, name: str, *, joint: str, rest_displacement: Number | None = None, stiffness: Number | None = None,
        preload: Number | None = None, force: Function | None = None, damping: Number | None = None, damping_force:
        Function | None = None
    ) -> Name:
        """Spring and damper on the displacement of a joint along its axis. Channels displacement, displacement_rate, force (acting on the second body along the axis), energy, power

        Adds to the section forces; returns the name.

        joint: joint with a displacement (name of a joint, required)
        rest_displacement: displacement without force (but preload) (number, m, default 0)
        stiffness: stiffness of a linear spring (number, N/m, optional)
        preload: value at zero deflection, added to stiffness times deflection (number, N, default 0)
        force: instead of stiffness: restoring force as function of the deflection x in m (function of x or formula of
            signals, N, optional)
        damping: coefficient of a linear damper (number, N s/m, not negative, optional)
        damping_force: instead of damping: resistance as function of the rate v in m/s, of the sign of v (function of
            v or formula of signals, N, optional)

        Reference: mean value of the characteristic between two displacements
        """

    def kinetic_energy(
        self, name: str, *, energy: str
    ) -> Name:
        """Kinetic energy as a formula of generalized coordinates and their rates, for models in minimal coordinates: theta and theta.rate of a body theta of type coordinate, and the time t; of second degree in the rates. Motion prescribed by t does work, which is booked as applied. Methods ep and explicit. Channel energy

        Adds to the section forces; returns the name.

        energy: formula [J], e.g. 0.5*m*l^2*(1 + sin(theta)^2)*theta.rate^2 (text, required)

        Reference: [Braun2012] eqs. (1), (24); [Yoon] eq. (1)
        """

    def leaf_spring(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at_1: Vector | None = None, at_2:
        Vector | None = None, axis: Vector | None = None, stiffness: Number | None = None, free_length: Number | None =
        None, bump_stop: Number | None = None, rebound_stop: Number | None = None, stop_stiffness: Number | None = None,
        force: Function | None = None, damping: Number | None = None
    ) -> Name:
        """Spring along a line fixed in the first body, on a point of the second that may move sideways; with bump and rebound stops. Channels length, length_rate, tension, force.* (on the second place), energy, power

        Adds to the section forces; returns the name.

        between: the two places: bodies, markers or ground (2 names of place, required)
        at_1: point on the first, in world coordinates of the initial configuration; default: the place itself
            (numbers, m, optional)
        at_2: point on the second, likewise (numbers, m, optional)
        axis: direction in which the length counts, fixed in the first body, in world coordinates of the initial
            configuration; default: third axis of the first place (direction, optional)
        stiffness: between the stops (number, N/m, not negative, optional)
        free_length: length without force (number, m, optional)
        bump_stop: length below which the stop acts (number, m, optional)
        rebound_stop: length above which the stop acts (number, m, optional)
        stop_stiffness: of both stops (number, N/m, positive, default 10000000)
        force: instead of stiffness: tension as function of the length x (function of x, N, optional)
        damping: coefficient of a linear damper (number, N s/m, not negative, default 0)

        Reference: IAVSD benchmark [Frik1993]; mean value of the characteristic
        """

    def linear_damping(
        self, name: str, *, on: str, at: Vector | None = None, damping: Number | None = None, rotational_damping: Number
        | None = None
    ) -> Name:
        """Viscous drag of the surroundings: a force against the velocity of a place and a torque against the angular velocity of its body. Channels force.*, torque.*, power

        Adds to the section forces; returns the name.

        on: body or marker it acts on (name of a place, required)
        at: point on the body, in world coordinates of the initial configuration; default: the place itself (numbers,
            m, optional)
        damping: force a velocity (number, N s/m, not negative, default 0)
        rotational_damping: torque an angular velocity (number, N m s/rad, not negative, default 0)

        Reference: Rayleigh dissipation
        """

    def maxwell(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, stiffness: Number, damping: Number,
        at_1: Vector | None = None, at_2: Vector | None = None, tension: Number | None = None
    ) -> Name:
        """Spring and damper in series between two points: the tension relaxes with the time damping/stiffness. Beside a spring_damper it makes the standard linear solid. Channels length, damper_length, tension, force.* (on the second place), energy, power

        Adds to the section forces; returns the name.

        between: the two places: bodies, markers or ground (2 names of place, required)
        at_1: point on the first, in world coordinates of the initial configuration; default: the place itself
            (numbers, m, optional)
        at_2: point on the second, likewise (numbers, m, optional)
        stiffness: of the spring (number, N/m, positive, required)
        damping: of the damper (number, N s/m, positive, required)
        tension: in the element as the run starts; in an equilibrium there is none (number, N, default 0)

        Reference: exact work and dissipation of the midpoint rule in the squared length
        """

    def motor(
        self, name: str, *, joint: str, torque: Function | None = None, force: Function | None = None, droop: Number |
        None = None
    ) -> Name:
        """Torque on the angle or force on the displacement of a joint, over time or as a formula of the state, less droop times speed. Channels angle or displacement, angle_rate or displacement_rate, torque or force, power

        Adds to the section forces; returns the name.

        joint: joint it drives (name of a joint, required)
        torque: torque on the second body about the axis of the joint (function of t or formula of signals, N m,
            optional)
        force: force on the second body along the axis of the joint (function of t or formula of signals, N, optional)
        droop: loss of effort with speed (number, N m s/rad or N s/m, not negative, default 0)

        Reference: work of the mean effort over the true displacement
        """

    def potential(
        self, name: str, *, energy: str
    ) -> Name:
        """Potential energy as a formula of generalized coordinates, i.e. of the names of bodies of type coordinate. Channels energy, power

        Adds to the section forces; returns the name.

        energy: formula [J], e.g. m*g*l*sin(theta) (text, required)

        Reference: [Yoon] eq. (31); [Gonzalez1996]
        """

    def rope_over_pulleys(
        self, name: str, *, along: str | Sequence[str], stiffness: Number, rest_length: Number, damping: Number | None =
        None, friction: Number | None = None, slip_speed: Number | None = None, rest_length_rate: Number | None = None
    ) -> Name:
        """Elastic rope along places in a row, over pulleys with friction; it pulls only. Channels length, length_rate, tension (of the first segment), tension_1, tension_2, ..., wrap_1, passing_1, ... of the pulleys, friction_power, power

        Adds to the section forces; returns the name.

        along: where it begins, pulleys (markers, of no size), where it ends (names of place, required)
        stiffness: force over strain, EA (number, N, positive, required)
        damping: force over rate of strain (number, N s, not negative, default 0)
        friction: coefficient on the pulleys (number, not negative, default 0)
        slip_speed: of the rope on a pulley, above which it slips (number, m/s, positive, default 0.001)
        rest_length: of the whole rope without force, e.g. 12 - 0.3*t, or a controller (formula of signals, m,
            required)
        rest_length_rate: its rate, which counts where there is damping; default 0 (formula of signals, m/s, optional)

        Reference: Euler and Eytelwein: T_2 = T_1 exp(mu phi)
        """

    def rotor(
        self, name: str, *, on: str, inertia: Number, rate: Number, axis: Vector | None = None
    ) -> Name:
        """Gyroscopic moment of a wheel or flywheel that spins at a constant rate relative to the body that carries it; its mass and inertia belong to that body. Channels momentum, torque.*, power (zero)

        Adds to the section forces; returns the name.

        on: body that carries it, or a marker there (name of a place, required)
        axis: axis of spin, in world coordinates of the initial configuration; default: third axis of the place
            (direction, optional)
        inertia: about the axis (number, kg m^2, not negative, required)
        rate: of spin, relative to the body (number, rad/s, required)

        Reference: gyrostat
        """

    def spring_damper(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, at_1: Vector | None = None, at_2:
        Vector | None = None, rest_length: Number | None = None, stiffness: Number | None = None, preload: Number | None
        = None, force: Function | None = None, damping: Number | None = None, damping_force: Function | None = None,
        tension: Number | None = None
    ) -> Name:
        """Spring and damper between two points; tension pulls them together. Channels length, length_rate, elongation, tension, force.* (on the second place), energy, power

        Adds to the section forces; returns the name.

        between: the two places: bodies, markers or ground (2 names of place, required)
        at_1: point on the first, in world coordinates of the initial configuration; default: the place itself
            (numbers, m, optional)
        at_2: point on the second, likewise (numbers, m, optional)
        rest_length: length without force (but preload); default: the initial distance (number, m, not negative,
            optional)
        stiffness: stiffness of a linear spring (number, N/m, optional)
        preload: value at zero deflection, added to stiffness times deflection (number, N, default 0)
        force: instead of stiffness: restoring force as function of the deflection x in m (function of x or formula of
            signals, N, optional)
        damping: coefficient of a linear damper (number, N s/m, not negative, optional)
        damping_force: instead of damping: resistance as function of the rate v in m/s, of the sign of v (function of
            v or formula of signals, N, optional)
        tension: instead of all these: the tension, e.g. 40*(NAME.length - 1) + 3*NAME.length_rate (formula of
            signals, N, optional)

        Reference: exact discrete gradient in the squared length
        """

    def torsion_spring(
        self, name: str, *, joint: str, rest_angle: Number | None = None, stiffness: Number | None = None, preload:
        Number | None = None, torque: Function | None = None, damping: Number | None = None, damping_torque: Function |
        None = None
    ) -> Name:
        """Spring and damper on the angle of a joint, also over many turns. Channels angle, angle_rate, torque (acting on the second body about the axis), energy, power

        Adds to the section forces; returns the name.

        joint: joint with an angle (name of a joint, required)
        rest_angle: angle without torque (but preload) (number, rad, default 0)
        stiffness: stiffness of a linear spring (number, N m/rad, optional)
        preload: value at zero deflection, added to stiffness times deflection (number, N m, default 0)
        torque: instead of stiffness: restoring torque as function of the deflection x in rad (function of x or
            formula of signals, N m, optional)
        damping: coefficient of a linear damper (number, N m s/rad, not negative, optional)
        damping_torque: instead of damping: resistance as function of the rate v in rad/s, of the sign of v (function
            of v or formula of signals, N m, optional)

        Reference: mean value of the characteristic between two angles
        """

    def tyre(
        self, name: str, *, on: str, road: str, radius: Number, stiffness: Number, axis: Vector | None = None, damping:
        Number | None = None, contact: str | None = None, calspan: Any | None = None, friction: Number | None = None,
        slip_stiffness: Number | None = None, rolling_resistance: Number | None = None, spin: Number | None = None,
        radial_only: int | str | None = None, low_speed: Number | None = None
    ) -> Name:
        """Wheel on a road: radial spring that never pulls, lateral force and aligning moment (Calspan), longitudinal force. Channels deflection, load, slip_angle, camber, slip, longitudinal_force, lateral_force, aligning_moment, contact.*, force.*, torque.* (on the wheel, about its center), energy, power

        Adds to the section forces; returns the name.

        on: wheel or wheel carrier, or a marker at the center of the wheel (name of a place, required)
        axis: axis of the wheel, to the left of the direction of travel, in world coordinates of the initial
            configuration; default: third axis of the place (direction, optional)
        road: what it runs on (name of a road, required)
        radius: of the wheel without load (number, m, positive, required)
        stiffness: of the radial spring (number, N/m, positive, required)
        damping: growth of the radial force, as a part of it, for each m/s of compression (number, s/m, not negative,
            default 0)
        contact: where it touches: the nearest point of the road; the plane that touches the road below the center;
            the same plane with the deflection measured vertically (choice, one of nearest, tangent_plane, vertical,
            default nearest)
        calspan: coefficients A0 A1 A2 A3 A4 B1 B3 B4 SN AF1 AF2 of lateral force and aligning moment (map, optional)
        friction: largest longitudinal force, as a part of the load (number, not negative, default 0)
        slip_stiffness: longitudinal force for each unit of slip, as a part of the load (number, not negative, default
            0)
        rolling_resistance: as a part of the load (number, not negative, default 0)
        spin: spin of the wheel relative to its body, where that does not spin itself (number, rad/s, default 0)
        radial_only: 1: nothing but the radial spring, with its force at the center of the wheel even if that leans,
            and no forces in the plane of contact; for statics (whole number, 0 to 1, default 0)
        low_speed: speed below which slip angle and slip fade (number, m/s, positive, default 0.1)

        Reference: IAVSD benchmark [Frik1993]; exact discrete gradient of the spring [ItohAbe1988]
        """

    def winch(
        self, name: str, *, along: str | Sequence[str], stiffness: Number, speed: Number, rest_length: Number, damping:
        Number | None = None, friction: Number | None = None, slip_speed: Number | None = None
    ) -> Name:
        """Winch at the first place with an elastic rope to the last, directly or over pulleys. Channels rest (length of rope paid out, without force), length, length_rate, tension (at the drum), tension_1, ..., drum_power, energy, friction_power, power

        Adds to the section forces; returns the name.

        along: where it begins, pulleys (markers, of no size), where it ends (names of place, required)
        stiffness: force over strain, EA (number, N, positive, required)
        damping: force over rate of strain (number, N s, not negative, default 0)
        friction: coefficient on the pulleys (number, not negative, default 0)
        slip_speed: of the rope on a pulley, above which it slips (number, m/s, positive, default 0.001)
        speed: of the rope paid out, negative: hauled in, e.g. 2*(hook.position.z - 3) (formula of signals, m/s,
            required)
        rest_length: of rope without force at the start (number, m, positive, required)

        Reference: the length at rest has the speed as its rate; Euler and Eytelwein on pulleys
        """

    def bar(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, EA: Number, mass: Number | None =
        None, rest_length: Number | None = None, pretension: Number | None = None, elements: int | str | None = None,
        tension_only: bool | None = None, drag: Number | None = None
    ) -> Name:
        """Elastic bar that carries tension and compression. Channels start.tension, mid.tension, end.tension, length, strain_energy, node_K.position

        Adds to the section elements; returns the name.

        between: the two places it joins (2 names of place, required)
        EA: stiffness: tension = EA (length / rest length - 1) (number, N, positive, required)
        mass: mass a meter of rest length (number, kg/m, not negative, default 0)
        rest_length: length without tension; default: the initial distance (number, m, positive, optional)
        pretension: initial tension, instead of rest_length (number, N, not negative, optional)
        elements: number of elements (whole number, 1 to 100000, default 1)
        tension_only: no force where it is shorter than its rest length (true or false, default false)
        drag: resistance: force -drag times the momentum (number, 1/s, not negative, default 0)

        Reference: exact discrete gradient in the squared lengths
        """

    def beam(
        self, name: str, *, section: Any, from_: Vector | None = None, to: Vector | None = None, points: Any | None =
        None, curve: Sequence[Function] | None = None, arc: Any | None = None, axis_2: Vector | None = None, twist:
        Function | None = None, elements: int | str | None = None, order: int | str | None = None, start: str | None =
        None, end: str | None = None, stations: Any | None = None, damping: Any | None = None, velocity: Vector | None =
        None, angular_velocity: Vector | None = None, about: Vector | None = None, stretch: Number | None = None, draw:
        Any | None = None
    ) -> Name:
        """Geometrically exact beam: stretch, shear, torsion and bending at any displacement; straight, curved or twisted. Its nodes NAME.start, NAME.end, NAME.mid, NAME.node_K are frames that joints, forces and markers may name

        Adds to the section elements; returns the name.

        from: first point; default: the place named by start (3 numbers, m, optional)
        to: last point of a straight beam; default: the place named by end (3 numbers, m, optional)
        points: points of a curved beam, joined smoothly: [[x, y, z], ...] (map, optional)
        curve: curved beam as functions of s from 0 to 1 (3 functions of s, m, optional)
        arc: circular beam that begins at `from`: {center, axis, angle} (map, optional)
        axis_2: direction towards which axis 2 of the first section points; default: axis 3 upright (3 numbers,
            default [0, 0, 0])
        twist: angle of the sections about the axis, of s from 0 to 1 (function of s, rad, default 0)
        section: stiffness and mass: {shape, E, rho, ...}, {stiffness, mass}, {table} or {file} (map, required)
        elements: number of elements (whole number, 1 to 100000, default 4)
        order: of the interpolation: 1, 2 or 3 (whole number, 1 to 3, default 3)
        start: what the first section is fixed to: a rigid body, a marker on one, a node of another beam, or clamped
            (to the ground); no constraint is used (name of a place, default free)
        end: the same for the last section (name of a place, default free)
        stations: further places with names, as fractions of the length: {quarter: 0.25} (map, optional)
        damping: {stiffness: beta [s], mass: a [1/s]}: stresses beta times the rate of the elastic ones, and
            resistance a times the momentum (map, optional)
        velocity: initial velocity of the point `about`; default: that of what the beam is attached to (3 numbers,
            m/s, default [0, 0, 0])
        angular_velocity: initial angular velocity of the whole beam, world axes (3 numbers, rad/s, default [0, 0, 0])
        about: point of the rigid motion at the start; default: the first point (3 numbers, m, optional)
        stretch: initial length over stress-free length, measured from the end that is held (number, positive, default
            1)
        draw: {color: a quantity such as moment_3 or a color, radius} (map, optional)

        Reference: [BetschSteinmann2002], docs/theory/beams.md
        """

    def cable(
        self, name: str, *places: str, between: str | Sequence[str] | None = None, EA: Number, mass: Number | None =
        None, rest_length: Number | None = None, pretension: Number | None = None, elements: int | str | None = None,
        tension_only: bool | None = None, drag: Number | None = None
    ) -> Name:
        """Elastic cable that carries tension only. Channels start.tension, mid.tension, end.tension, length, strain_energy, node_K.position

        Adds to the section elements; returns the name.

        between: the two places it joins (2 names of place, required)
        EA: stiffness: tension = EA (length / rest length - 1) (number, N, positive, required)
        mass: mass a meter of rest length (number, kg/m, not negative, default 0)
        rest_length: length without tension; default: the initial distance (number, m, positive, optional)
        pretension: initial tension, instead of rest_length (number, N, not negative, optional)
        elements: number of elements (whole number, 1 to 100000, default 1)
        tension_only: no force where it is shorter than its rest length (true or false, default true)
        drag: resistance: force -drag times the momentum (number, 1/s, not negative, default 0)

        Reference: exact discrete gradient in the squared lengths
        """

    def conserved(
        self, name: str, *, formula: str, unit: str | None = None
    ) -> Name:
        """Quantity that the exact motion keeps besides the energy, a formula of coordinates (body.x), rates (body.x_rate) and t. Its drift is part of the certificate; explicit corrects it together with the energy. Channel value

        Adds to the section nonholonomic; returns the name.

        formula: e.g. m*(p.x*p.y_rate - p.y*p.x_rate) (text, required)
        unit: of the value, for the headings of results (text, default 1)

        Reference: [Braun2012] eq. (18)
        """

    def knife_edge(
        self, name: str, *, on: str, at: Vector | None = None, direction: Vector | None = None, normal: Vector | None =
        None
    ) -> Name:
        """Blade or sharp wheel: a point of a body moves along a direction fixed in the body, never sideways. Channels speed (along the blade), force.* (on the body), lambda.side

        Adds to the section nonholonomic; returns the name.

        on: body or marker that carries the blade (name of a place, required)
        at: point of the blade, in world coordinates of the initial configuration; default: the place itself (numbers,
            m, optional)
        direction: direction of the blade, in world coordinates of the initial configuration; default: first axis of
            the place (direction, optional)
        normal: normal of the plane it cuts into (bodies in space) (direction, default [0, 0, 1])

        Reference: Chaplygin sleigh; [Bauchau2003] eq. (2)
        """

    def pfaffian(
        self, name: str, *, rows: Any, names: Any | None = None
    ) -> Name:
        """Velocity constraints written as formulas: each row is a map from coordinate names (body.x, body.theta, body.r.x, body.d1.z) to coefficients, formulas of coordinates and t; the key a adds a term without velocity. In formulas dots of names may be written as underscores. Channels lambda.row_1, ...

        Adds to the section nonholonomic; returns the name.

        rows: list of maps, e.g. [{board.x: sin(board.theta), board.y: -cos(board.theta), a: 0}] (map, required)
        names: short names of coordinates for the rows, e.g. {x: board.x, theta: board.theta} (map, optional)

        Reference: [Bauchau2003] eq. (2)
        """

    def rolling_ball(
        self, name: str, *, on: str, radius: Number, at: Vector | None = None, normal: Vector | None = None, height:
        Number | None = None
    ) -> Name:
        """Ball that rolls on a plane without slipping (it may spin about the normal). Channels contact.*, force.* (on the ball), lambda.height, lambda.slip_1, lambda.slip_2

        Adds to the section nonholonomic; returns the name.

        on: body or marker at the center of the ball (name of a place, required)
        at: center, in world coordinates of the initial configuration; default: the place itself (numbers, m,
            optional)
        radius: radius (number, m, positive, required)
        normal: normal of the plane, pointing to the body (direction, default [0, 0, 1])
        height: position of the plane along its normal (number, m, default 0)

        Reference: [Bauchau2003] eq. (2)
        """

    def rolling_disc(
        self, name: str, *, on: str, radius: Number, at: Vector | None = None, normal: Vector | None = None, height:
        Number | None = None, axis: Vector | None = None
    ) -> Name:
        """Thin disc or wheel that rolls on a plane on its rim without slipping. Channels contact.*, tilt (0 when upright), force.* (on the disc), lambda.height, lambda.slip_1, lambda.slip_2

        Adds to the section nonholonomic; returns the name.

        on: body or marker at the center of the disc (name of a place, required)
        at: center, in world coordinates of the initial configuration; default: the place itself (numbers, m,
            optional)
        radius: radius (number, m, positive, required)
        normal: normal of the plane, pointing to the body (direction, default [0, 0, 1])
        height: position of the plane along its normal (number, m, default 0)
        axis: axis of the disc, in world coordinates of the initial configuration; default: third axis of the place
            (direction, optional)

        Reference: [Bauchau2003] eq. (2)
        """

    def velocity_constraint(
        self, name: str, *, rows: Any, names: Any | None = None
    ) -> Name:
        """Velocity constraints that need not be linear: formulas of coordinates (body.x, body.theta, body.r.x), their rates (body.x_rate) and t that must vanish. The reaction acts along the gradient by the velocities. For ep and explicit. Channels lambda.row_1, ...

        Adds to the section nonholonomic; returns the name.

        rows: list of formulas, e.g. ["car.x_rate^2 + car.y_rate^2 - 4"] (map, required)
        names: short names of coordinates for the rows, e.g. {x: car.x}; x_rate is then the rate (map, optional)

        Reference: [Braun2012] eqs. (2), (5)
        """

    def delay_controller(
        self, name: str, *, input: Number, time: Number, order: int | str | None = None
    ) -> Name:
        """Delays a signal by a rational approximation; zero at the start. Signals output, input

        Adds to the section controllers; returns the name.

        input: what it acts on (formula of signals, required)
        time: delay (number, s, positive, required)
        order: of the approximation: frequencies up to about order/time pass with the right phase (whole number, 1 to
            8, default 4)

        Reference: Pade approximation of exp(-s T)
        """

    def equations_controller(
        self, name: str, *, states: Any | None = None, signals: Any | None = None, stiff: bool | None = None
    ) -> Name:
        """Controller by its own equations: states with their rates, and signals; the formulas may read both, and all other signals. NAME alone is NAME.output

        Adds to the section controllers; returns the name.

        states: {x: FORMULA of x'} or {x: {start: 0, rate: FORMULA}} (map, optional)
        signals: {output: FORMULA, ...} (map, optional)
        stiff: states may be much faster than steps: ep treats them with Radau IIA, which lets nothing ring (true or
            false, default false)

        Reference: ordinary differential equations
        """

    def hysteresis_controller(
        self, name: str, *, rate: Number, travel: Number, sharpness: Number | None = None, start: Number | None = None,
        stiff: bool | None = None
    ) -> Name:
        """Hysteresis that does not depend on speed: output between -1 and 1, which follows the travel of an input, given by its rate. Signals output, rate

        Adds to the section controllers; returns the name.

        rate: rate of the input, e.g. hinge.angle_rate (formula of signals, 1/s, required)
        travel: of the input over which the output would grow by 1 (number, positive, required)
        sharpness: how sharp the bend towards +-1 is; 1: exponential, 2: tanh (number, 1 to 20, default 2)
        start: output at the start (number, -1 to 1, default 0)
        stiff: states may be much faster than steps: ep treats them with Radau IIA, which lets nothing ring (true or
            false, default false)

        Reference: Bouc and Wen; y' = w/travel (1 - |y|^sharpness) away from zero, w/travel towards it
        """

    def lag_controller(
        self, name: str, *, input: Number, time: Number, gain: Number | None = None, start: Number | None = None, stiff:
        bool | None = None
    ) -> Name:
        """First-order lag, time*output' = gain*input - output. Signals output, input

        Adds to the section controllers; returns the name.

        input: what it acts on (formula of signals, required)
        time: time constant (number, s, positive, required)
        gain: output over input at rest (number, default 1)
        start: output at the start (number, default 0)
        stiff: states may be much faster than steps: ep treats them with Radau IIA, which lets nothing ring (true or
            false, default false)

        Reference: gain/(1 + time s)
        """

    def pid_controller(
        self, name: str, *, input: Number, kp: Number | None = None, ki: Number | None = None, kd: Number | None = None,
        filter: Number | None = None, rate: Number | None = None, limits: Vector | None = None, tracking: Number | None
        = None, integral_start: Number | None = None, filtered_start: Number | None = None, sample: Number | None =
        None, delay: Number | None = None, stiff: bool | None = None
    ) -> Name:
        """PID controller of an error signal. Signals output, input, integral, derivative, unlimited

        Adds to the section controllers; returns the name.

        input: the error: set point minus measured signal, e.g. 0.5*sin(t) - hinge.angle (formula of signals,
            required)
        kp: proportional gain (number, default 0)
        ki: integral gain (number, 1/s, default 0)
        kd: derivative gain (number, s, default 0)
        filter: time constant of the derivative (number, s, positive, optional)
        rate: the derivative of the input as a formula, instead of a filter, e.g. -hinge.angle_rate (formula of
            signals, optional)
        limits: lowest and highest output (2 numbers, optional)
        tracking: how fast the integral lets go while the output is limited (number, s, positive, default 1)
        integral_start: integral at the start (number, default 0)
        filtered_start: filtered input at the start (number, default 0)
        sample: period of a sampled controller; default: continuous (number, s, positive, optional)
        delay: time that a sampled controller takes to compute: its output changes so much after a tick (number, s,
            not negative, default 0)
        stiff: states may be much faster than steps: ep treats them with Radau IIA, which lets nothing ring (true or
            false, default false)

        Reference: back-calculation against wind-up
        """

    def sampled_controller(
        self, name: str, *, period: Number, offset: Number | None = None, delay: Number | None = None, states: Any |
        None = None, signals: Any | None = None
    ) -> Name:
        """Controller that acts at ticks: formulas of the state of the system there, with memory, held until the next tick. The formulas read each other and the memory as it was before the tick; NAME alone is NAME.output

        Adds to the section controllers; returns the name.

        period: time between two ticks; the first one is at t = offset (number, s, positive, required)
        offset: first tick (number, s, not negative, default 0)
        delay: time that a sampled controller takes to compute: its output changes so much after a tick (number, s,
            not negative, default 0)
        states: memory: {x: FORMULA of its next value} or {x: {start: 0, next: FORMULA}} (map, optional)
        signals: {output: FORMULA, ...} (map, optional)

        Reference: zero-order hold
        """

    def state_space_controller(
        self, name: str, *, inputs: Sequence[Number], A: Vector, B: Vector, C: Vector, D: Vector | None = None, start:
        Vector | None = None, stiff: bool | None = None
    ) -> Name:
        """Linear system x' = A x + B u, y = C x + D u. Signals y1, ... (output where there is one), x1, ..., u1, ...

        Adds to the section controllers; returns the name.

        inputs: u1, u2, ... (list of formulas of signals, required)
        A: matrix of the system (rows of numbers, required)
        B: matrix of the system (rows of numbers, required)
        C: matrix of the system (rows of numbers, required)
        D: matrix of the system; default: zero (rows of numbers, optional)
        start: states at the start; default: zero (numbers, optional)
        stiff: states may be much faster than steps: ep treats them with Radau IIA, which lets nothing ring (true or
            false, default false)

        Reference: state-space form
        """

    def transfer_function_controller(
        self, name: str, *, input: Number, numerator: Vector, denominator: Vector, stiff: bool | None = None
    ) -> Name:
        """Linear transfer function of a signal; at rest at the start. Signals output, input, x1, ...

        Adds to the section controllers; returns the name.

        input: what it acts on (formula of signals, required)
        numerator: coefficients, highest power of s first (numbers, required)
        denominator: coefficients, highest power of s first (numbers, required)
        stiff: states may be much faster than steps: ep treats them with Radau IIA, which lets nothing ring (true or
            false, default false)

        Reference: controllable canonical form
        """

    def marker(
        self, name: str, *, on: str | None = None, body: str | None = None, at: Vector | None = None, axis: Vector |
        None = None, x_axis: Vector | None = None
    ) -> Name:
        """A named place on a body, used by joints, forces and outputs

        Returns the name.

        on: body the marker is fixed to, or ground (name of a body, optional)
        body: the same as on, which some YAML tools take for a boolean; give one of them (name of a body, optional)
        at: position in the body's own axes (two numbers for planar bodies) (numbers, m, default [0, 0, 0])
        axis: third axis of the marker, in body axes (direction, default [0, 0, 1])
        x_axis: direction that fixes the first axis, in body axes (3 numbers, default [0, 0, 0])
        """
