// Joint: constraints between two markers F (on body A) and M (on body B). Offers its coordinates and reactions.
#pragma once

#include <functional>
#include <memory>

#include "invar/discrete/quadratic_map.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/marker.h"
#include "invar/parts/part.h"
#include "invar/spec/params.h"

namespace invar {

class PartBuilder;
struct Assembly;

// Which relative coordinates a joint leaves free and offers to forces, drives and channels. Both refer to axis 3 of F.
struct JointFreedoms {
  bool angle = false;
  bool displacement = false;
};

// What a joint is drawn as.
enum class JointLook {
  kByFreedoms,  // hinge, slider on a rail or ball, by what it leaves free
  kRod,         // a link between the two places
  kPlane,       // a plane of F and a ball on it
};

class Joint : public Part {
 public:
  Joint(std::string name, std::string type, Marker F, Marker M, JointFreedoms freedoms, const Assembly& assembly)
      : Part(std::move(name), std::move(type)),
        F_(std::move(F)),
        M_(std::move(M)),
        freedoms_(freedoms),
        assembly_(&assembly) {}

  const Marker& F() const { return F_; }
  const Marker& M() const { return M_; }
  const JointFreedoms& freedoms() const { return freedoms_; }
  // Couplings between other joints have no places of their own, and no reaction that is one wrench.
  bool has_places() const { return !F_.nodes.empty() || !M_.nodes.empty(); }
  const Assembly& assembly() const { return *assembly_; }
  void add_constraint(int index) { constraints_.push_back(index); }
  // A joint that acts on its own angle as on a coordinate (parts/angle_constraint.h): the constraint that hands this on to the
  // bodies. Springs, motors and drives act on the same coordinate; their part of the multiplier is no reaction of the joint.
  void set_carrier(int constraint) { carrier_ = constraint; }
  const std::vector<int>& constraints() const { return constraints_; }
  // Row in the system of the row with this label; -1 if there is none.
  int row(const std::string& label) const;
  // Channels beyond those of every joint.
  void set_extra_channels(std::function<void(const Joint&, ChannelList&)> offer) { extra_channels_ = std::move(offer); }

  // Of joints that are driven.
  void add_breaks(PlacedBreaks placed) { breaks_.push_back(std::move(placed)); }
  void offer_breaks(BreakList& out) const override { out.insert(out.end(), breaks_.begin(), breaks_.end()); }
  void set_impulses(std::function<RateJumps(double t0, double t1)> find) { impulses_ = std::move(find); }
  bool may_demand_impulses() const override { return impulses_ != nullptr; }
  std::vector<RateJumps> find_impulses(double t0, double t1) const override {
    return impulses_ ? std::vector<RateJumps>{impulses_(t0, t1)} : std::vector<RateJumps>();
  }

  // Channels: angle, angle_rate, displacement, displacement_rate, force.*, torque.* (on B, about M, world axes),
  // lambda.LABEL, lambda_raw.LABEL, mu.LABEL.
  void offer_channels(ChannelList& out) const override;
  void offer_sensors(SensorList& out) const override;
  // Reaction on B about M, world axes; on B also if that is the ground.
  Wrench calc_reaction(const Snapshot& s) const;
  void set_look(JointLook look) { look_ = look; }
  // Draws instead of the look, for a type with a picture of its own.
  void set_drawing(std::function<void(const Joint&, Drawing&)> draw) { draw_ = std::move(draw); }
  void draw(Drawing& drawing) const override;

 private:
  Marker F_, M_;
  JointFreedoms freedoms_;
  const Assembly* assembly_;
  std::vector<int> constraints_;  // in Assembly::constraints
  int carrier_ = -1;
  JointLook look_ = JointLook::kByFreedoms;
  std::function<void(const Joint&, Drawing&)> draw_;
  std::function<void(const Joint&, ChannelList&)> extra_channels_;
  BreakList breaks_;
  std::function<RateJumps(double t0, double t1)> impulses_;
};

struct JointType {
  std::string name, doc, reference;
  Schema schema;
  std::function<std::unique_ptr<Joint>(const std::string& name, const Params&, PartBuilder&)> make;
};

// Parameters of joints between two places: `between`, `at`, `axis`, `x_axis`.
Schema pair_schema(bool with_axis = true);

// What a joint file writes: the rows between F and M.
using AddRows = std::function<void(QuadraticMap& rows, const Marker& F, const Marker& M)>;

// Which places a joint accepts.
struct PairRules {
  bool needs_axes = true;       // both bodies must have an orientation
  bool planar = false;          // both must be planar (or ground)
  bool M_may_be_point = false;  // only F needs an orientation
  bool also_planar = false;     // has a form for planar bodies, too
  bool anywhere = false;        // holds wherever it is placed: `at` has a default
  bool own_points = false;      // bodies stand for their origins; `at` is where the first body, or the ground, is held
  bool axis_matters = true;     // false: needs orientations, but any axis will do (the schema has no `axis`)
};
// Builds a joint between two places from the parameters of pair_schema and the rows.
std::unique_ptr<Joint> make_pair_joint(const std::string& name, const std::string& type, const Params& params,
                                       PartBuilder& builder, JointFreedoms freedoms, PairRules rules,
                                       const AddRows& add_rows);

// Shared rows: x_M - x_F = 0 (two rows where both places are planar or one is planar and one ground).
void add_coincident_rows(QuadraticMap& rows, const Marker& F, const Marker& M);

// Both places move in the plane z = 0 (or one does and the other is on the ground): rows are then written for the plane.
bool both_in_plane(const Marker& F, const Marker& M);
// Angle of M relative to F about axis 3 of F in its x component; both_in_plane only.
AffineVector planar_angle(const Layout& layout, const Marker& F, const Marker& M, Vec q);
// Angle of axis 1 of M about axis 3 of F, from axis 1 of F: unbounded in the plane, within (-pi, pi] in space.
double calc_joint_angle(const Layout& layout, const Marker& F, const Marker& M, Vec q);

// Q += sign Phi_q^T lambda of one placed constraint, on global coordinates.
void add_constraint_force(const Assembly& assembly, int constraint, double t, Vec q, Vec lambda, double sign, VecOut Q);

}  // namespace invar
