// Parameters of the section `forces`: one struct per type, for ModelBuilder::add. A field that is not set takes the default.
// Made from the schemas (tests/catalog/params_headers_test.cc); do not edit.
#pragma once

#include "invar/spec/typed_value.h"

namespace invar {

// force at a place, over time or as a formula of the state; on planar bodies the third component has no effect.
// Channels force.*, power
struct AppliedForceParams {
  static constexpr const char *kSection = "forces", *kType = "applied_force";

  // name of a place, required: body or marker it acts on
  TextValue on = {};
  // numbers [m]: point on the body, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at = {};
  // 3 functions of t or formulas of signals [N], required: the three components
  Vector3FunctionValue force = {};
  // choice, one of world, body, default world: components in world axes, or in axes of the place that turn with the
  // body
  TextValue axes = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("force", force);
    all.set("axes", axes);
    return all;
  }
};

// torque on a body, over time or as a formula of the state; on planar bodies only the component out of the plane has an
// effect. Channels torque.*, power
struct AppliedTorqueParams {
  static constexpr const char *kSection = "forces", *kType = "applied_torque";

  // name of a place, required: body or marker it acts on
  TextValue on = {};
  // 3 functions of t or formulas of signals [N m], required: the three components
  Vector3FunctionValue torque = {};
  // choice, one of world, body, default world: components in world axes, or in axes of the place that turn with the
  // body
  TextValue axes = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("torque", torque);
    all.set("axes", axes);
    return all;
  }
};

// play between the coordinates of joints, with elastic flanks: gears, couplings, joints with clearance. Channels gap
// (from the middle of the play), gap_rate, flank (force or torque on the sum), energy, power
struct BacklashParams {
  static constexpr const char *kSection = "forces", *kType = "backlash";

  // name of a joint: the joint with play in its coordinate
  TextValue joint = {};
  // names of joint: instead of joint: joints with play between them, e.g. the shafts of gears
  NamesValue joints = {};
  // numbers [1 or m/rad]: of each coordinate in the sum that has play, with joints
  NumbersValue factors = {};
  // names of coordinate: for each joint: angle or displacement; default: the angle where there is one
  NamesValue coordinates = {};
  // number [rad or m], not negative, required: from flank to flank
  NumberValue play = {};
  // number [rad or m]: value of the sum in the middle of the play; default: that at the start
  NumberValue middle = {};
  // number [N m/rad or N/m], positive, required: of the flanks
  NumberValue stiffness = {};
  // number [s/rad or s/m], not negative, default 0: force of the flank grows by this times its rate of yielding
  NumberValue damping = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("joints", joints);
    all.set("factors", factors);
    all.set("coordinates", coordinates);
    all.set("play", play);
    all.set("middle", middle);
    all.set("stiffness", stiffness);
    all.set("damping", damping);
    return all;
  }
};

// dry friction on the coordinate of a joint, with a capacity by formula; sticks without creep. Channels torque or force
// (on the second body), friction, capacity, slip_rate, deflection, loss, energy, power
struct BrakeParams {
  static constexpr const char *kSection = "forces", *kType = "brake";

  // name of a joint, required: joint that it brakes
  TextValue joint = {};
  // choice, one of angle, displacement: of the joint; default: the angle where there is one
  TextValue coordinate = {};
  // formula of signals [N m or N], required: largest friction; below zero there is none, e.g. 80*ramp(t, 1, 1.2)
  Value capacity = {};
  // number [N m/rad or N/m], positive, required: of the surfaces while they stick: they yield by capacity/stiffness
  // before they slip
  NumberValue stiffness = {};
  // number [N m s/rad or N s/m], positive: of the surfaces while they stick; default: stiffness times 1 ms
  NumberValue damping = {};
  // number [rad or m], default 0: of the surfaces at the start
  NumberValue deflection = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("coordinate", coordinate);
    all.set("capacity", capacity);
    all.set("stiffness", stiffness);
    all.set("damping", damping);
    all.set("deflection", deflection);
    return all;
  }
};

// elastic and damping connection of two frames: three displacements along and three rotations about the axes of the
// first. Rotations enter as sin(angle) times axis, so stiffness has its usual meaning for small angles. Channels
// deflection.*, rotation.*, force.* and torque.* (on the second place), energy, power
struct BushingParams {
  static constexpr const char *kSection = "forces", *kType = "bushing";

  // 2 names of place, required: the two places: bodies, markers or ground; the first gives the axes
  NamesValue between = {};
  // numbers [m]: where it is, in world coordinates of the initial configuration
  NumbersValue at = {};
  // direction, default [0, 0, 1]: third axis, in world coordinates of the initial configuration
  Vector3Value axis = {};
  // 3 numbers, default [0, 0, 0]: direction that fixes the first axis
  Vector3Value x_axis = {};
  // 3 numbers [N/m], default [0, 0, 0]: along the three axes
  Vector3Value stiffness = {};
  // 3 numbers [N m/rad], default [0, 0, 0]: about the three axes
  Vector3Value rotational_stiffness = {};
  // 3 numbers [N s/m], default [0, 0, 0]: along the three axes
  Vector3Value damping = {};
  // 3 numbers [N m s/rad], default [0, 0, 0]: about the three axes
  Vector3Value rotational_damping = {};
  // choice, one of zero, initial, default zero: without force where the frames coincide, or in the initial
  // configuration
  TextValue rest = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at", at);
    all.set("axis", axis);
    all.set("x_axis", x_axis);
    all.set("stiffness", stiffness);
    all.set("rotational_stiffness", rotational_stiffness);
    all.set("damping", damping);
    all.set("rotational_damping", rotational_damping);
    all.set("rest", rest);
    return all;
  }
};

// attraction of two points with potential energy -strength / distance (strength = G m1 m2). Channels length, force.*
// (on the second place), energy, power
struct CentralGravityParams {
  static constexpr const char *kSection = "forces", *kType = "central_gravity";

  // 2 names of place, required: the two places: bodies, markers or ground
  NamesValue between = {};
  // numbers [m]: point on the first, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at_1 = {};
  // numbers [m]: point on the second, likewise
  NumbersValue at_2 = {};
  // number [N m^2], required: gravitational parameter times mass; negative repels
  NumberValue strength = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at_1", at_1);
    all.set("at_2", at_2);
    all.set("strength", strength);
    return all;
  }
};

// dry friction between the coordinates of two joints, with a capacity by formula; sticks without creep. Channels torque
// or force (on the second body of the first joint), friction, capacity, slip_rate, deflection, loss, energy, power
struct ClutchParams {
  static constexpr const char *kSection = "forces", *kType = "clutch";

  // names of joint, required: the coupled joints
  NamesValue joints = {};
  // names of coordinate: for each joint: angle or displacement; default: the angle where there is one
  NamesValue coordinates = {};
  // formula of signals [N m or N], required: largest friction; below zero there is none, e.g. 80*ramp(t, 1, 1.2)
  Value capacity = {};
  // number [N m/rad or N/m], positive, required: of the surfaces while they stick: they yield by capacity/stiffness
  // before they slip
  NumberValue stiffness = {};
  // number [N m s/rad or N s/m], positive: of the surfaces while they stick; default: stiffness times 1 ms
  NumberValue damping = {};
  // number [rad or m], default 0: of the surfaces at the start
  NumberValue deflection = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joints", joints);
    all.set("coordinates", coordinates);
    all.set("capacity", capacity);
    all.set("stiffness", stiffness);
    all.set("damping", damping);
    all.set("deflection", deflection);
    return all;
  }
};

// DC motor with inductance, resistance and back EMF, behind a gear, on the angle of a joint. Channels angle,
// angle_rate, torque, current, terminal_voltage, back_emf, electrical_power, heat, energy, power
struct DcMotorParams {
  static constexpr const char *kSection = "forces", *kType = "dc_motor";

  // name of a joint, required: joint it drives; the torque acts on the second body
  TextValue joint = {};
  // formula of signals [V], required: terminal voltage, e.g. 24, or 8*(0.5 - hinge.angle)
  Value voltage = {};
  // number [ohm], positive, required: of the coil
  NumberValue resistance = {};
  // number [H], not negative, default 0: of the coil; 0: the current follows the voltage at once
  NumberValue inductance = {};
  // number [N m/A], positive, required: torque per current of the motor, and volts per rad/s
  NumberValue constant = {};
  // number, default 1: turns of the motor per turn of the joint; negative: the gear reverses
  NumberValue gear = {};
  // 2 numbers [V]: lowest and highest terminal voltage
  NumbersValue limits = {};
  // number [A], default 0: at the start
  NumberValue current = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("voltage", voltage);
    all.set("resistance", resistance);
    all.set("inductance", inductance);
    all.set("constant", constant);
    all.set("gear", gear);
    all.set("limits", limits);
    all.set("current", current);
    return all;
  }
};

// force a meter of length along a beam, over time, the same at all places between from and to. Channel power
struct DistributedForceParams {
  static constexpr const char *kSection = "forces", *kType = "distributed_force";

  // name of a element, required: beam it acts on
  TextValue on = {};
  // 3 functions of t [N/m], required: the three components
  Vector3FunctionValue force = {};
  // choice, one of world, body, default world: components in world axes, or in axes that turn with the sections
  TextValue axes = {};
  // number, default 0: where the load begins, as a fraction of the length
  NumberValue from = {};
  // number, default 1: where it ends
  NumberValue to = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("force", force);
    all.set("axes", axes);
    all.set("from", from);
    all.set("to", to);
    return all;
  }
};

// double-acting hydraulic cylinder between two points, fed by a pump or through a valve. Channels length, speed,
// tension, pressure_a, pressure_b, flow_a, flow_b, leak, hydraulic_power, heat, energy, power, force.* (on the second
// place)
struct HydraulicCylinderParams {
  static constexpr const char *kSection = "forces", *kType = "hydraulic_cylinder";

  // 2 names of place, required: the two places: bodies, markers or ground
  NamesValue between = {};
  // numbers [m]: point on the first, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at_1 = {};
  // numbers [m]: point on the second, likewise
  NumbersValue at_2 = {};
  // 2 numbers [m^2], required: of the piston in chamber a, which extends, and on the rod side, b
  NumbersValue areas = {};
  // 2 numbers [m^3], required: of oil that is compressed, chambers a and b with their lines; constant
  NumbersValue volumes = {};
  // number [Pa], positive, required: of the oil, about 1.4e9
  NumberValue bulk_modulus = {};
  // formula of signals [m^3/s]: into chamber a; b gives back its share by the areas
  Value flow = {};
  // formula of signals: of the valve, -1 to 1: positive extends, e.g. 5*(0.8 - boom.angle)
  Value opening = {};
  // number [m^3/s/Pa^0.5], positive: flow through an open edge over the root of the pressure drop
  NumberValue flow_coefficient = {};
  // number [Pa], not negative: before the valve
  NumberValue supply_pressure = {};
  // number [Pa], not negative, default 0: behind the valve
  NumberValue tank_pressure = {};
  // number [Pa], positive, default 10000: pressure drop below which the flow is laminar
  NumberValue laminar_pressure = {};
  // number [m^3/s/Pa], not negative, default 0: flow past the piston over the pressure difference
  NumberValue leakage = {};
  // 2 numbers [Pa], default [0, 0]: in the chambers at the start
  NumbersValue pressures = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at_1", at_1);
    all.set("at_2", at_2);
    all.set("areas", areas);
    all.set("volumes", volumes);
    all.set("bulk_modulus", bulk_modulus);
    all.set("flow", flow);
    all.set("opening", opening);
    all.set("flow_coefficient", flow_coefficient);
    all.set("supply_pressure", supply_pressure);
    all.set("tank_pressure", tank_pressure);
    all.set("laminar_pressure", laminar_pressure);
    all.set("leakage", leakage);
    all.set("pressures", pressures);
    return all;
  }
};

// spring and damper on the displacement of a joint along its axis. Channels displacement, displacement_rate, force
// (acting on the second body along the axis), energy, power
struct JointSpringParams {
  static constexpr const char *kSection = "forces", *kType = "joint_spring";

  // name of a joint, required: joint with a displacement
  TextValue joint = {};
  // number [m], default 0: displacement without force (but preload)
  NumberValue rest_displacement = {};
  // number [N/m]: stiffness of a linear spring
  NumberValue stiffness = {};
  // number [N], default 0: value at zero deflection, added to stiffness times deflection
  NumberValue preload = {};
  // function of x or formula of signals [N]: instead of stiffness: restoring force as function of the deflection x in m
  FunctionValue force = {};
  // number [N s/m], not negative: coefficient of a linear damper
  NumberValue damping = {};
  // function of v or formula of signals [N]: instead of damping: resistance as function of the rate v in m/s, of the
  // sign of v
  FunctionValue damping_force = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("rest_displacement", rest_displacement);
    all.set("stiffness", stiffness);
    all.set("preload", preload);
    all.set("force", force);
    all.set("damping", damping);
    all.set("damping_force", damping_force);
    return all;
  }
};

// kinetic energy as a formula of generalized coordinates and their rates, for models in minimal coordinates: theta and
// theta.rate of a body theta of type coordinate, and the time t; of second degree in the rates. Motion prescribed by t
// does work, which is booked as applied. Methods ep and explicit. Channel energy
struct KineticEnergyParams {
  static constexpr const char *kSection = "forces", *kType = "kinetic_energy";

  // text, required: formula [J], e.g. 0.5*m*l^2*(1 + sin(theta)^2)*theta.rate^2
  TextValue energy = {};

  ValueMap values() const {
    ValueMap all;
    all.set("energy", energy);
    return all;
  }
};

// spring along a line fixed in the first body, on a point of the second that may move sideways; with bump and rebound
// stops. Channels length, length_rate, tension, force.* (on the second place), energy, power
struct LeafSpringParams {
  static constexpr const char *kSection = "forces", *kType = "leaf_spring";

  // 2 names of place, required: the two places: bodies, markers or ground
  NamesValue between = {};
  // numbers [m]: point on the first, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at_1 = {};
  // numbers [m]: point on the second, likewise
  NumbersValue at_2 = {};
  // direction: direction in which the length counts, fixed in the first body, in world coordinates of the initial
  // configuration; default: third axis of the first place
  Vector3Value axis = {};
  // number [N/m], not negative: between the stops
  NumberValue stiffness = {};
  // number [m]: length without force
  NumberValue free_length = {};
  // number [m]: length below which the stop acts
  NumberValue bump_stop = {};
  // number [m]: length above which the stop acts
  NumberValue rebound_stop = {};
  // number [N/m], positive, default 10000000: of both stops
  NumberValue stop_stiffness = {};
  // function of x [N]: instead of stiffness: tension as function of the length x
  FunctionValue force = {};
  // number [N s/m], not negative, default 0: coefficient of a linear damper
  NumberValue damping = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at_1", at_1);
    all.set("at_2", at_2);
    all.set("axis", axis);
    all.set("stiffness", stiffness);
    all.set("free_length", free_length);
    all.set("bump_stop", bump_stop);
    all.set("rebound_stop", rebound_stop);
    all.set("stop_stiffness", stop_stiffness);
    all.set("force", force);
    all.set("damping", damping);
    return all;
  }
};

// viscous drag of the surroundings: a force against the velocity of a place and a torque against the angular velocity
// of its body. Channels force.*, torque.*, power
struct LinearDampingParams {
  static constexpr const char *kSection = "forces", *kType = "linear_damping";

  // name of a place, required: body or marker it acts on
  TextValue on = {};
  // numbers [m]: point on the body, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at = {};
  // number [N s/m], not negative, default 0: force a velocity
  NumberValue damping = {};
  // number [N m s/rad], not negative, default 0: torque an angular velocity
  NumberValue rotational_damping = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("at", at);
    all.set("damping", damping);
    all.set("rotational_damping", rotational_damping);
    return all;
  }
};

// spring and damper in series between two points: the tension relaxes with the time damping/stiffness. Beside a
// spring_damper it makes the standard linear solid. Channels length, damper_length, tension, force.* (on the second
// place), energy, power
struct MaxwellParams {
  static constexpr const char *kSection = "forces", *kType = "maxwell";

  // 2 names of place, required: the two places: bodies, markers or ground
  NamesValue between = {};
  // numbers [m]: point on the first, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at_1 = {};
  // numbers [m]: point on the second, likewise
  NumbersValue at_2 = {};
  // number [N/m], positive, required: of the spring
  NumberValue stiffness = {};
  // number [N s/m], positive, required: of the damper
  NumberValue damping = {};
  // number [N], default 0: in the element as the run starts; in an equilibrium there is none
  NumberValue tension = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at_1", at_1);
    all.set("at_2", at_2);
    all.set("stiffness", stiffness);
    all.set("damping", damping);
    all.set("tension", tension);
    return all;
  }
};

// torque on the angle or force on the displacement of a joint, over time or as a formula of the state, less droop times
// speed. Channels angle or displacement, angle_rate or displacement_rate, torque or force, power
struct MotorParams {
  static constexpr const char *kSection = "forces", *kType = "motor";

  // name of a joint, required: joint it drives
  TextValue joint = {};
  // function of t or formula of signals [N m]: torque on the second body about the axis of the joint
  FunctionValue torque = {};
  // function of t or formula of signals [N]: force on the second body along the axis of the joint
  FunctionValue force = {};
  // number [N m s/rad or N s/m], not negative, default 0: loss of effort with speed
  NumberValue droop = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("torque", torque);
    all.set("force", force);
    all.set("droop", droop);
    return all;
  }
};

// potential energy as a formula of generalized coordinates, i.e. of the names of bodies of type coordinate. Channels
// energy, power
struct PotentialParams {
  static constexpr const char *kSection = "forces", *kType = "potential";

  // text, required: formula [J], e.g. m*g*l*sin(theta)
  TextValue energy = {};

  ValueMap values() const {
    ValueMap all;
    all.set("energy", energy);
    return all;
  }
};

// elastic rope along places in a row, over pulleys with friction; it pulls only. Channels length, length_rate, tension
// (of the first segment), tension_1, tension_2, ..., wrap_1, passing_1, ... of the pulleys, friction_power, power
struct RopeOverPulleysParams {
  static constexpr const char *kSection = "forces", *kType = "rope_over_pulleys";

  // names of place, required: where it begins, pulleys (markers, of no size), where it ends
  NamesValue along = {};
  // number [N], positive, required: force over strain, EA
  NumberValue stiffness = {};
  // number [N s], not negative, default 0: force over rate of strain
  NumberValue damping = {};
  // number, not negative, default 0: coefficient on the pulleys
  NumberValue friction = {};
  // number [m/s], positive, default 0.001: of the rope on a pulley, above which it slips
  NumberValue slip_speed = {};
  // formula of signals [m], required: of the whole rope without force, e.g. 12 - 0.3*t, or a controller
  Value rest_length = {};
  // formula of signals [m/s]: its rate, which counts where there is damping; default 0
  Value rest_length_rate = {};

  ValueMap values() const {
    ValueMap all;
    all.set("along", along);
    all.set("stiffness", stiffness);
    all.set("damping", damping);
    all.set("friction", friction);
    all.set("slip_speed", slip_speed);
    all.set("rest_length", rest_length);
    all.set("rest_length_rate", rest_length_rate);
    return all;
  }
};

// gyroscopic moment of a wheel or flywheel that spins at a constant rate relative to the body that carries it; its mass
// and inertia belong to that body. Channels momentum, torque.*, power (zero)
struct RotorParams {
  static constexpr const char *kSection = "forces", *kType = "rotor";

  // name of a place, required: body that carries it, or a marker there
  TextValue on = {};
  // direction: axis of spin, in world coordinates of the initial configuration; default: third axis of the place
  Vector3Value axis = {};
  // number [kg m^2], not negative, required: about the axis
  NumberValue inertia = {};
  // number [rad/s], required: of spin, relative to the body
  NumberValue rate = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("axis", axis);
    all.set("inertia", inertia);
    all.set("rate", rate);
    return all;
  }
};

// spring and damper between two points; tension pulls them together. Channels length, length_rate, elongation, tension,
// force.* (on the second place), energy, power
struct SpringDamperParams {
  static constexpr const char *kSection = "forces", *kType = "spring_damper";

  // 2 names of place, required: the two places: bodies, markers or ground
  NamesValue between = {};
  // numbers [m]: point on the first, in world coordinates of the initial configuration; default: the place itself
  NumbersValue at_1 = {};
  // numbers [m]: point on the second, likewise
  NumbersValue at_2 = {};
  // number [m], not negative: length without force (but preload); default: the initial distance
  NumberValue rest_length = {};
  // number [N/m]: stiffness of a linear spring
  NumberValue stiffness = {};
  // number [N], default 0: value at zero deflection, added to stiffness times deflection
  NumberValue preload = {};
  // function of x or formula of signals [N]: instead of stiffness: restoring force as function of the deflection x in m
  FunctionValue force = {};
  // number [N s/m], not negative: coefficient of a linear damper
  NumberValue damping = {};
  // function of v or formula of signals [N]: instead of damping: resistance as function of the rate v in m/s, of the
  // sign of v
  FunctionValue damping_force = {};
  // formula of signals [N]: instead of all these: the tension, e.g. 40*(NAME.length - 1) + 3*NAME.length_rate
  Value tension = {};

  ValueMap values() const {
    ValueMap all;
    all.set("between", between);
    all.set("at_1", at_1);
    all.set("at_2", at_2);
    all.set("rest_length", rest_length);
    all.set("stiffness", stiffness);
    all.set("preload", preload);
    all.set("force", force);
    all.set("damping", damping);
    all.set("damping_force", damping_force);
    all.set("tension", tension);
    return all;
  }
};

// spring and damper on the angle of a joint, also over many turns. Channels angle, angle_rate, torque (acting on the
// second body about the axis), energy, power
struct TorsionSpringParams {
  static constexpr const char *kSection = "forces", *kType = "torsion_spring";

  // name of a joint, required: joint with an angle
  TextValue joint = {};
  // number [rad], default 0: angle without torque (but preload)
  NumberValue rest_angle = {};
  // number [N m/rad]: stiffness of a linear spring
  NumberValue stiffness = {};
  // number [N m], default 0: value at zero deflection, added to stiffness times deflection
  NumberValue preload = {};
  // function of x or formula of signals [N m]: instead of stiffness: restoring torque as function of the deflection x
  // in rad
  FunctionValue torque = {};
  // number [N m s/rad], not negative: coefficient of a linear damper
  NumberValue damping = {};
  // function of v or formula of signals [N m]: instead of damping: resistance as function of the rate v in rad/s, of
  // the sign of v
  FunctionValue damping_torque = {};

  ValueMap values() const {
    ValueMap all;
    all.set("joint", joint);
    all.set("rest_angle", rest_angle);
    all.set("stiffness", stiffness);
    all.set("preload", preload);
    all.set("torque", torque);
    all.set("damping", damping);
    all.set("damping_torque", damping_torque);
    return all;
  }
};

// wheel on a road: radial spring that never pulls, lateral force and aligning moment (Calspan), longitudinal force.
// Channels deflection, load, slip_angle, camber, slip, longitudinal_force, lateral_force, aligning_moment, contact.*,
// force.*, torque.* (on the wheel, about its center), energy, power
struct TyreParams {
  static constexpr const char *kSection = "forces", *kType = "tyre";

  // name of a place, required: wheel or wheel carrier, or a marker at the center of the wheel
  TextValue on = {};
  // direction: axis of the wheel, to the left of the direction of travel, in world coordinates of the initial
  // configuration; default: third axis of the place
  Vector3Value axis = {};
  // name of a road, required: what it runs on
  TextValue road = {};
  // number [m], positive, required: of the wheel without load
  NumberValue radius = {};
  // number [N/m], positive, required: of the radial spring
  NumberValue stiffness = {};
  // number [s/m], not negative, default 0: growth of the radial force, as a part of it, for each m/s of compression
  NumberValue damping = {};
  // choice, one of nearest, tangent_plane, vertical, default nearest: where it touches: the nearest point of the road;
  // the plane that touches the road below the center; the same plane with the deflection measured vertically
  TextValue contact = {};
  // map: coefficients A0 A1 A2 A3 A4 B1 B3 B4 SN AF1 AF2 of lateral force and aligning moment
  struct Calspan {
    // number [N], positive, required: cornering stiffness without load
    NumberValue A0 = {};
    // number, required: its growth with the load
    NumberValue A1 = {};
    // number [N], positive, required: load from which it stays constant
    NumberValue A2 = {};
    // number, default 0: camber
    NumberValue A3 = {};
    // number [N], positive, default 1e+300: camber
    NumberValue A4 = {};
    // number [1/N], default 0: friction, part linear in the load
    NumberValue B1 = {};
    // number, positive, required: friction without load
    NumberValue B3 = {};
    // number [1/N^2], default 0: friction, part quadratic in the load
    NumberValue B4 = {};
    // number, positive, default 1: skid number ratio
    NumberValue SN = {};
    // number [m/N], default 0: aligning moment
    NumberValue AF1 = {};
    // number [m/N], default 0: aligning moment
    NumberValue AF2 = {};

    ValueMap values() const {
      ValueMap all;
      all.set("A0", A0);
      all.set("A1", A1);
      all.set("A2", A2);
      all.set("A3", A3);
      all.set("A4", A4);
      all.set("B1", B1);
      all.set("B3", B3);
      all.set("B4", B4);
      all.set("SN", SN);
      all.set("AF1", AF1);
      all.set("AF2", AF2);
      return all;
    }
  };
  Calspan calspan = {};
  // number, not negative, default 0: largest longitudinal force, as a part of the load
  NumberValue friction = {};
  // number, not negative, default 0: longitudinal force for each unit of slip, as a part of the load
  NumberValue slip_stiffness = {};
  // number, not negative, default 0: as a part of the load
  NumberValue rolling_resistance = {};
  // number [rad/s], default 0: spin of the wheel relative to its body, where that does not spin itself
  NumberValue spin = {};
  // whole number, 0 to 1, default 0: 1: nothing but the radial spring, with its force at the center of the wheel even
  // if that leans, and no forces in the plane of contact; for statics
  NumberValue radial_only = {};
  // number [m/s], positive, default 0.1: speed below which slip angle and slip fade
  NumberValue low_speed = {};

  ValueMap values() const {
    ValueMap all;
    all.set("on", on);
    all.set("axis", axis);
    all.set("road", road);
    all.set("radius", radius);
    all.set("stiffness", stiffness);
    all.set("damping", damping);
    all.set("contact", contact);
    if (!calspan.values().empty()) all.set("calspan", calspan.values());
    all.set("friction", friction);
    all.set("slip_stiffness", slip_stiffness);
    all.set("rolling_resistance", rolling_resistance);
    all.set("spin", spin);
    all.set("radial_only", radial_only);
    all.set("low_speed", low_speed);
    return all;
  }
};

// winch at the first place with an elastic rope to the last, directly or over pulleys. Channels rest (length of rope
// paid out, without force), length, length_rate, tension (at the drum), tension_1, ..., drum_power, energy,
// friction_power, power
struct WinchParams {
  static constexpr const char *kSection = "forces", *kType = "winch";

  // names of place, required: where it begins, pulleys (markers, of no size), where it ends
  NamesValue along = {};
  // number [N], positive, required: force over strain, EA
  NumberValue stiffness = {};
  // number [N s], not negative, default 0: force over rate of strain
  NumberValue damping = {};
  // number, not negative, default 0: coefficient on the pulleys
  NumberValue friction = {};
  // number [m/s], positive, default 0.001: of the rope on a pulley, above which it slips
  NumberValue slip_speed = {};
  // formula of signals [m/s], required: of the rope paid out, negative: hauled in, e.g. 2*(hook.position.z - 3)
  Value speed = {};
  // number [m], positive, required: of rope without force at the start
  NumberValue rest_length = {};

  ValueMap values() const {
    ValueMap all;
    all.set("along", along);
    all.set("stiffness", stiffness);
    all.set("damping", damping);
    all.set("friction", friction);
    all.set("slip_speed", slip_speed);
    all.set("speed", speed);
    all.set("rest_length", rest_length);
    return all;
  }
};

}  // namespace invar
