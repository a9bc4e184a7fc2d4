// A constraint between numbers of the motion, given by a law (discrete/law_constraint.h). Each number becomes a scalar coordinate
// without mass, tied to the bodies by a row that is at most quadratic; coordinates that are scalars already are taken as they are.
#pragma once

#include <map>

#include "invar/discrete/row_law.h"
#include "invar/parts/part_builder.h"

namespace invar {

// A number that a law reads, as a scalar coordinate of the model.
struct LawNumber {
  std::string name;  // hinge.angle, tip.position.x
  int node = -1;
  double start = 0;
  bool is_angle = false;  // rad and N m, else m and N
};

class LawRow {
 public:
  // The joint that the constraint becomes.
  LawRow(std::string name, std::string type, const Params& params, PartBuilder& builder);

  // Coordinate of a joint.
  LawNumber read_joint(const Joint& joint, bool angle);
  // A name of a formula: JOINT.angle, JOINT.displacement, COORDINATE or COORDINATE.value, PLACE.position.x, PLACE.e1.x. `key` is
  // where it stands.
  LawNumber read_name(const std::string& name, const std::string& key);

  // Places Phi(t, x) of these numbers, and the channels of its reactions. The law stands under `key`.
  std::unique_ptr<Joint> finish(std::unique_ptr<RowLaw> law, const std::vector<LawNumber>& numbers,
                                const std::string& key);

 private:
  LawNumber tie(const std::string& name, const std::string& label, bool is_angle, double start,
                const std::function<void(QuadraticMap&, int row)>& add_value);

  const Params& params_;
  PartBuilder& builder_;
  std::unique_ptr<Joint> joint_;
};

}  // namespace invar
