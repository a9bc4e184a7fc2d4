// Velocity constraints that need not be linear in the velocities, written as formulas that must vanish:
//
//   speed: {type: velocity_constraint, rows: ["car.x_rate^2 + car.y_rate^2 - 4"]}
//
// keeps the speed of a planar body at 2 m/s. Names are those of nonholonomic/coordinate_reader.h. The reaction acts along
// the gradient by the velocities (Chetaev). [Braun2012] eqs. (2), (5).
#include <fmt/format.h>

#include <cmath>

#include "invar/nonholonomic/nonholonomic_part.h"
#include "invar/nonholonomic/state_formula.h"
#include "invar/nonholonomic/types.h"

namespace invar {

namespace {

class FormulaVelocityConstraint final : public VelocityConstraint {
 public:
  explicit FormulaVelocityConstraint(std::vector<StateFormula> chi) : chi_(std::move(chi)) {}

  int rows() const override { return static_cast<int>(chi_.size()); }
  void add_chi(const At& at, VecOut chi) const override {
    for (int r = 0; r < rows(); ++r) chi[r] += chi_[r].value(at.t, at.q, at.v);
  }
  void add_chi_t(const At& at, VecOut chi_t) const override {
    for (int r = 0; r < rows(); ++r) chi_t[r] += chi_[r].calc_t(at.t, at.q, at.v);
  }
  void add_chi_q(const At& at, MatOut J) const override {
    LocalVector gradient(at.q.size());
    for (int r = 0; r < rows(); ++r) {
      gradient.setZero();
      chi_[r].add_q(at.t, at.q, at.v, gradient);
      J.row(r) += gradient.transpose();
    }
  }
  void add_chi_v(const At& at, MatOut J) const override {
    LocalVector gradient(at.q.size());
    for (int r = 0; r < rows(); ++r) {
      gradient.setZero();
      chi_[r].add_v(at.t, at.q, at.v, gradient);
      J.row(r) += gradient.transpose();
    }
  }
  void add_force_q(const At& at, Vec lambda, MatOut K) const override {
    for (int r = 0; r < rows(); ++r) chi_[r].add_v_q(at.t, at.q, at.v, lambda[r], K);
  }
  void add_force_v(const At& at, Vec lambda, MatOut K) const override {
    for (int r = 0; r < rows(); ++r) chi_[r].add_v_v(at.t, at.q, at.v, lambda[r], K);
  }

 private:
  std::vector<StateFormula> chi_;
};

std::unique_ptr<Part> make_velocity_constraint(const std::string& name, const Params& params, PartBuilder& builder) {
  const SpecNode rows = params.node("rows");
  if (!rows.is_list() || rows.size() == 0)
    params.fail("rows", "must be a list of formulas that vanish", "e.g. [\"car.x_rate^2 + car.y_rate^2 - 4\"]");
  CoordinateReader reader(builder.layout());
  if (params.has("names")) reader.use_names(params.node("names"));
  std::vector<StateFormula> chi;
  std::vector<std::string> labels;
  for (size_t r = 0; r < rows.size(); ++r) {
    chi.emplace_back(reader, rows[r]);
    if (!chi.back().reads_rates())
      rows[r].fail("reads no rate", "a row of velocities names the rate of a coordinate, e.g. car.x_rate");
    labels.push_back(fmt::format("row_{}", r + 1));
  }
  if (reader.size() > kMaxLocal || static_cast<int>(rows.size()) > kMaxLocal)
    params.fail("rows", fmt::format("have {} coordinates, more than {}", reader.size(), kMaxLocal),
                "split them into several entries");
  const Vector q = reader.gather(builder.q()), v = reader.gather(builder.v());
  for (size_t r = 0; r < rows.size(); ++r) {
    Vector gradient = Vector::Zero(q.size());
    chi[r].add_v(0, q, v, gradient);
    if (!std::isfinite(chi[r].value(0, q, v)) || !gradient.allFinite())
      rows[r].fail("is not finite or has no derivative at the start", "check positions and velocities at the start");
    if (gradient.isZero(0))
      rows[r].fail("does not depend on the velocities at the start", "start with velocities at which the row acts");
  }
  Assembly& assembly = builder.assembly();
  const int count = static_cast<int>(chi.size());
  const int p = assembly.add_velocity_constraint(name, reader.nodes(),
                                                 std::make_unique<FormulaVelocityConstraint>(std::move(chi)), labels);
  auto part = std::make_unique<NonholonomicPart>(name, "velocity_constraint", assembly);
  part->add_rows(assembly.velocity_constraints[p].first_row, count);
  return part;
}

}  // namespace

PartType velocity_constraint_type() {
  PartType type;
  type.name = "velocity_constraint";
  type.doc =
      "velocity constraints that need not be linear: formulas of coordinates (body.x, body.theta, body.r.x), their "
      "rates "
      "(body.x_rate) and t that must vanish. The reaction acts along the gradient by the velocities. For ep and "
      "explicit. "
      "Channels lambda.row_1, ...";
  type.reference = "[Braun2012] eqs. (2), (5)";
  type.schema.map("rows", "list of formulas, e.g. [\"car.x_rate^2 + car.y_rate^2 - 4\"]").required();
  type.schema.map("names", "short names of coordinates for the rows, e.g. {x: car.x}; x_rate is then the rate");
  type.make = make_velocity_constraint;
  return type;
}

}  // namespace invar
