// Joint: constraints between two markers F (on body A) and M (on body B). Offers its coordinates and reactions.
#pragma once

#include <functional>
#include <memory>

#include "invar/core/params.h"
#include "invar/discrete/quadratic_map.h"
#include "invar/model/marker.h"
#include "invar/model/part.h"

namespace invar {

class ModelBuilder;
struct Assembly;

// Which relative coordinates a joint leaves free and offers to forces, drives and channels. Both refer to axis 3 of F.
struct JointFreedoms {
  bool angle = false;
  bool displacement = false;
};

class Joint : public Part {
 public:
  Joint(std::string name, std::string type, Marker F, Marker M, JointFreedoms freedoms, const Assembly& assembly)
      : Part(std::move(name), std::move(type)), F_(std::move(F)), M_(std::move(M)), freedoms_(freedoms),
        assembly_(&assembly) {}

  const Marker& F() const { return F_; }
  const Marker& M() const { return M_; }
  const JointFreedoms& freedoms() const { return freedoms_; }
  void add_constraint(int index) { constraints_.push_back(index); }

  // Channels: angle, angle_rate, displacement, displacement_rate, force.*, torque.* (on B, about M, world axes),
  // lambda.LABEL, lambda_raw.LABEL.
  void offer_channels(ChannelList& out) const override;

 private:
  Marker F_, M_;
  JointFreedoms freedoms_;
  const Assembly* assembly_;
  std::vector<int> constraints_;  // in Assembly::constraints
};

struct JointType {
  std::string name, doc, reference;
  Schema schema;
  std::function<std::unique_ptr<Joint>(const std::string& name, const Params&, ModelBuilder&)> make;
};

// Parameters of joints between two places: `between`, `at`, `axis`, `x_axis`.
Schema pair_schema(bool with_axis = true);

// What a joint file writes: the rows between F and M.
using AddRows = std::function<void(QuadraticMap& rows, const Marker& F, const Marker& M)>;

// Builds a joint between two places from the parameters of pair_schema and the rows. `needs_axes`: both bodies must
// have an orientation; `planar`: both must be planar (or ground).
struct PairRules {
  bool needs_axes = true;
  bool planar = false;
};
std::unique_ptr<Joint> make_pair_joint(const std::string& name, const std::string& type, const Params& params,
                                       ModelBuilder& builder, JointFreedoms freedoms, PairRules rules,
                                       const AddRows& add_rows);

// Shared rows: x_M - x_F = 0 (two rows where both places are planar or one is planar and one ground).
void add_coincident_rows(QuadraticMap& rows, const Marker& F, const Marker& M);

// Q += sign Phi_q^T lambda of one placed constraint, on global coordinates.
void add_constraint_force(const Assembly& assembly, int constraint, double t, Vec q, Vec lambda, double sign, VecOut Q);

}  // namespace invar
