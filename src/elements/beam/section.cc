#include "invar/elements/beam/section.h"

#include <fmt/format.h>

#include "invar/elements/beam/section_shapes.h"
#include "invar/elements/beam/section_table.h"
#include "invar/math/dense_eigen.h"
#include "invar/math/rotation.h"

namespace invar {

namespace {

double read_shear_modulus(const Params& p) {
  if (p.is_given("G") && p.is_given("nu")) p.fail("G", "cannot be combined with nu", "give one of them");
  const double E = p.number("E");
  return p.is_given("G") ? p.number("G") : E / (2 * (1 + p.number("nu")));
}

void need(const Params& p, const char* key, const std::string& why) {
  if (!p.has(key)) throw ModelError(p.location(), p.path(), fmt::format("needs the key \"{}\"", key), why);
}

void refuse(const Params& p, std::initializer_list<const char*> keys, const std::string& beside) {
  for (const char* key : keys)
    if (p.is_given(key)) p.fail(key, "cannot be combined with " + beside, "remove one of them");
}

SectionShape read_shape(const Params& p, double nu) {
  const std::string& shape = p.text("shape");
  const bool round = shape == "circle" || shape == "hollow_circle", hollow = shape.rfind("hollow", 0) == 0;
  for (const char* key : {"radius", "width", "height"}) {
    const bool wanted = round == (key == std::string("radius"));
    if (wanted) need(p, key, "of the shape " + shape);
    if (!wanted && p.is_given(key)) p.fail(key, "does not belong to the shape " + shape, "remove it");
  }
  if (hollow) need(p, "thickness", "of the wall");
  if (!hollow && p.is_given("thickness")) p.fail("thickness", "does not belong to the shape " + shape, "remove it");
  if (round) {
    const double r = p.number("radius");
    if (!hollow) return make_circle(r, nu);
    if (p.number("thickness") > r) p.fail("thickness", "is larger than the radius", "the wall cannot overlap itself");
    return make_hollow_circle(r, p.number("thickness"), nu);
  }
  const double w = p.number("width"), h = p.number("height");
  if (!hollow) return make_rectangle(w, h, nu);
  if (2 * p.number("thickness") >= std::min(w, h))
    p.fail("thickness", "leaves no room inside", "use the shape rectangle");
  return make_hollow_rectangle(w, h, p.number("thickness"), nu);
}

BeamSection make_shape_section(const Params& p) {
  need(p, "E", "Young's modulus [Pa]");
  need(p, "rho", "density [kg/m^3]");
  const double E = p.number("E"), G = read_shear_modulus(p), rho = p.number("rho");
  const double nu = E / (2 * G) - 1;
  SectionShape s = read_shape(p, std::min(std::max(nu, 0.0), 0.5));
  if (p.has("shear_factor")) s.k2 = s.k3 = p.number("shear_factor");
  BeamSection section;
  section.D.diagonal() << E * s.A, s.k2 * G * s.A, s.k3 * G * s.A, G * s.J, E * s.I2, E * s.I3;
  section.mass = make_mass_table(rho * s.A, rho * s.I2, rho * s.I3);
  return section;
}

// A diagonal of 6 numbers or 6 rows.
Matrix6 read_matrix6(const SpecNode& node) {
  Matrix6 M = Matrix6::Zero();
  if (node.is_list() && node.size() == 6 && node[0].is_list()) {
    for (std::size_t i = 0; i < 6; ++i) {
      const auto row = read_numbers(node[i], 6);
      for (std::size_t j = 0; j < 6; ++j) M(static_cast<int>(i), static_cast<int>(j)) = row[j];
    }
  } else {
    if (!node.is_list() || node.size() != 6) node.fail("needs 6 numbers (diagonal) or 6 rows of 6 numbers");
    const auto diagonal = read_numbers(node, 6);
    for (int i = 0; i < 6; ++i) M(i, i) = diagonal[static_cast<std::size_t>(i)];
  }
  if (!M.isApprox(M.transpose(), 1e-9)) node.fail("must be symmetric");
  return 0.5 * (M + M.transpose());
}

Matrix6 read_stiffness(const SpecNode& node) {
  Matrix6 D = read_matrix6(node);
  // Scaled by its diagonal: bending and tension stiffness have different units.
  const Vector6 d = D.diagonal();
  if (!(d.minCoeff() > 0))
    node.fail("must have a positive diagonal: EA, GA2, GA3, GJ, EI2, EI3",
              "a stiffness of zero lets the section fall apart");
  const Vector6 scale = d.cwiseSqrt().cwiseInverse();
  const Matrix6 scaled = scale.asDiagonal() * D * scale.asDiagonal();
  const double lowest = calc_symmetric_eigen(scaled).values[0];
  if (!(lowest > 1e-12))
    node.fail("must be positive definite, but some strain would release energy",
              "check the signs and sizes of the couplings");
  return D;
}

// Kinetic energy of a rigid section: T = m v.v/2 + v.(w x m c) + w.J w/2, so the upper left block is m times the identity
// and the lower left one is skew(m c). Anything else no distribution of mass has.
void check_mass_form(const SpecNode& node, const Matrix6& M) {
  constexpr double kSame = 1e-6;  // printed matrices have that many digits
  const auto refuse_entry = [&](int i, int j, const std::string& rule) {
    node.fail(fmt::format("has {:g} in row {}, column {}, which {}", M(i, j), i + 1, j + 1, rule),
              "the form is [[m I, -S], [S, J]] with S = skew(m c): c the center of mass, J the rotary inertia");
  };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      if (std::abs(M(i, j) - (i == j ? M(0, 0) : 0)) > kSame * std::abs(M(0, 0)))
        refuse_entry(i, j, i == j ? fmt::format("must be the mass a meter, {:g}", M(0, 0)) : "must be zero");
  const Matrix3 S = M.bottomLeftCorner<3, 3>();
  const double size = S.cwiseAbs().maxCoeff();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      if (std::abs(S(i, j) + S(j, i)) > kSame * size)
        refuse_entry(3 + i, j,
                     i == j ? "must be zero"
                            : fmt::format("must be minus that in row {}, column {}, {:g}", 4 + j, i + 1, S(j, i)));
}

Eigen::Matrix4d read_mass(const SpecNode& node, const Matrix6& D) {
  Eigen::Matrix4d table;
  if (node.is_scalar()) {  // rotary inertia of a homogeneous section
    const double m = node.number();
    table = make_mass_table(m, m * D(4, 4) / D(0, 0), m * D(5, 5) / D(0, 0));
  } else if (node.is_list() && node.size() == 3 && !node[0].is_list()) {
    const auto m = read_numbers(node, 3);
    table = make_mass_table(m[0], m[1], m[2]);
  } else if (node.is_list() && node.size() == 6) {
    const Matrix6 M = read_matrix6(node);
    check_mass_form(node, M);
    table = make_mass_table(M);
  } else {
    node.fail("needs one number (mass a meter), 3 numbers (mass and rotary inertia about axes 2 and 3) or 6 rows of 6");
  }
  const double lowest = calc_symmetric_eigen(table).values[0];
  if (lowest < -1e-9 * table.trace() || !(table(0, 0) > 0))
    node.fail("is a mass distribution that no section can have",
              "mass positive, rotary inertia about axis 1 at most the sum of those about axes 2 and 3");
  return table;
}

}  // namespace

Eigen::Matrix4d make_mass_table(double m, double i2, double i3, double i23, double c2, double c3) {
  Eigen::Matrix4d t = Eigen::Matrix4d::Zero();
  t(0, 0) = m;
  t(2, 2) = i3 + m * c2 * c2;  // int rho s2^2: rotary inertia about axis 3
  t(3, 3) = i2 + m * c3 * c3;
  t(2, 3) = t(3, 2) = i23 + m * c2 * c3;
  t(0, 2) = t(2, 0) = m * c2;
  t(0, 3) = t(3, 0) = m * c3;
  return t;
}

Eigen::Matrix4d make_mass_table(const Matrix6& M) {
  // T = m v.v/2 + v.(w x m c) + w.J w/2: the upper right block is the transpose of skew(m c).
  const Matrix3 J = M.bottomRightCorner<3, 3>(), S = M.bottomLeftCorner<3, 3>();
  Eigen::Matrix4d t = Eigen::Matrix4d::Zero();
  t(0, 0) = M(0, 0);
  const Vector3 mc = 0.5 * Vector3(S(2, 1) - S(1, 2), S(0, 2) - S(2, 0), S(1, 0) - S(0, 1));
  t.block<1, 3>(0, 1) = mc.transpose();
  t.block<3, 1>(1, 0) = mc;
  t.block<3, 3>(1, 1) = 0.5 * J.trace() * Matrix3::Identity() - J;
  return t;
}

Matrix6 make_strain_transfer(double s2, double s3, double angle) {
  Matrix6 T = Matrix6::Identity();  // (N1)
  T(0, 4) = s3;
  T(0, 5) = -s2;
  T(1, 3) = -s3;
  T(2, 3) = s2;
  const Matrix3 R = make_rotation(Vector3::UnitX(), angle).transpose();
  Matrix6 turn = Matrix6::Zero();
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = R;
  return turn * T;
}

const Schema& section_schema() {
  static const Schema schema = [] {
    Schema s;
    s.choice("shape", {"circle", "hollow_circle", "rectangle", "hollow_rectangle"},
             "shape of a homogeneous section; needs E and rho");
    s.number("radius", "m", "outer radius of circles").positive();
    s.number("width", "m", "side along axis 2").positive();
    s.number("height", "m", "side along axis 3").positive();
    s.number("thickness", "m", "of the wall of hollow shapes").positive();
    s.number("E", "Pa", "Young's modulus").positive();
    s.number("nu", "1", "Poisson's ratio").range(0, 0.5).default_value(0.3);
    s.number("G", "Pa", "shear modulus, instead of nu").positive();
    s.number("rho", "kg/m^3", "density").positive();
    s.number("shear_factor", "1", "shear area over area; default after [Cowper1966]").positive();
    s.map("stiffness", "EA, GA2, GA3, GJ, EI2, EI3, or 6 rows of 6: forces and moments by strains and curvatures");
    s.map("mass",
          "a meter: mass (rotary inertia then as of a homogeneous section), or mass and rotary inertia about axes 2 "
          "and 3, "
          "or 6 rows of 6");
    s.map("table", "{columns: [s, mass, EA, ...], rows: [[...], ...]}: sections along the length, linear in between");
    s.text("file", "the same from a text file with a line of column names; relative to the model file");
    return s;
  }();
  return schema;
}

SectionFunction read_section(const Params& p) {
  const bool table = p.has("table") || p.has("file");
  if (table) {
    if (p.has("table") && p.has("file")) p.fail("file", "cannot be combined with table", "give one of them");
    refuse(p, {"shape", "stiffness", "mass", "E", "G", "rho", "radius", "width", "height", "thickness"}, "a table");
    return p.has("file") ? read_section_file(p.node("file")) : read_section_table(p.node("table"));
  }
  if (p.has("shape")) {
    refuse(p, {"stiffness", "mass"}, "shape");
    BeamSection section = make_shape_section(p);
    return [section](double) { return section; };
  }
  refuse(p, {"E", "G", "rho", "radius", "width", "height", "thickness"}, "no shape");
  need(p, "stiffness", "or give shape, E, rho, or a table");
  need(p, "mass", "mass a meter, or mass and rotary inertia about axes 2 and 3");
  const Matrix6 D = read_stiffness(p.node("stiffness"));
  BeamSection section{D, read_mass(p.node("mass"), D)};
  return [section](double) { return section; };
}

}  // namespace invar
