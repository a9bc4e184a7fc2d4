// NonholonomicPart: a non-holonomic constraint as a part. It offers the multipliers of its rows,
//   NAME.lambda.LABEL, NAME.lambda_raw.LABEL
// and, for those with a contact, the force on the body
//   NAME.force.x, .y, .z = -(sum of lambda_i n_i)     n_i the direction of row i at the contact, world axes
#pragma once

#include <functional>
#include <vector>

#include "invar/functions/function1d.h"
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/part.h"
#include "invar/terms/assembly.h"

namespace invar {

class NonholonomicPart final : public Part {
 public:
  NonholonomicPart(std::string name, std::string type, Assembly& assembly)
      : Part(std::move(name), std::move(type)), assembly_(&assembly) {}

  // Rows as placed in the assembly, in the order of the directions below.
  void add_rows(int first, int count);
  using Direction = std::function<Vector3(Vec q)>;
  // Directions of all rows, the same number; then force.* is offered.
  void set_directions(std::vector<Direction> directions) { directions_ = std::move(directions); }
  using Value = std::function<double(const Snapshot&)>;
  void add_channel(const std::string& quantity, const std::string& unit, unsigned needs, Value value);

  void offer_channels(ChannelList& out) const override;
  // A coefficient that depends on the time alone: where it jumps, so do velocities.
  void add_function_of_time(FunctionPtr f) { functions_of_time_.push_back(std::move(f)); }
  void offer_breaks(BreakList& out) const override {
    for (const FunctionPtr& f : functions_of_time_) out.push_back({"\"" + name() + "\"", f, Prescribes::kCoefficient});
  }
  bool may_demand_impulses() const override { return !functions_of_time_.empty(); }
  std::vector<RateJumps> find_impulses(double t0, double t1) const override;

  using Draw = std::function<void(const Part& self, Drawing&)>;
  void set_drawing(Draw draw) { draw_ = std::move(draw); }
  // Where the force acts, for its arrow.
  void set_contact(std::function<Vector3(const Snapshot&)> contact) { contact_ = std::move(contact); }
  void draw(Drawing& drawing) const override;

 private:
  Vector3 calc_force(const Snapshot& s) const;
  struct Extra {
    std::string quantity, unit;
    unsigned needs;
    Value value;
  };
  Assembly* assembly_;
  std::vector<int> rows_;
  std::vector<Direction> directions_;
  std::vector<Extra> extras_;
  std::vector<FunctionPtr> functions_of_time_;
  Draw draw_;
  std::function<Vector3(const Snapshot&)> contact_;
};

}  // namespace invar
