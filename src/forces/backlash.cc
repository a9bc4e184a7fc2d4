// Backlash: play between the coordinates of joints, with elastic flanks on both sides. With e = sum of factor * coordinate, measured
// from the middle of the play b, the flank yields by d = |e| - b/2 and bears
//
//   (B1)  F(e) = k d sign(e) where d > 0, else 0,          an energy, exact over a step (discrete/function_law.h)
//   (B2)  N = |F| max(0, 1 + a d'),                        the flank with its damping a: it never pulls
//
// Across a step F is its mean value and d' = (e1 - e0)/h along the sign of F; the second part of N only takes energy out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "invar/discrete/force_law.h"
#include "invar/discrete/function_law.h"
#include "invar/forces/types.h"
#include "invar/functions/function1d_pieces.h"
#include "invar/parts/force_part.h"
#include "invar/parts/joint_coupling.h"

namespace invar {

namespace {

// sigma = -F max(-1, a sign(F) e'), the damping in (B2).
class FlankDampingLaw final : public ForceLaw {
 public:
  FlankDampingLaw(FunctionPtr F, double middle, double a) : F_(std::move(F)), middle_(middle), a_(a) {}
  WorkAccount account() const override { return WorkAccount::kDissipated; }
  void add_sigma(double, Vec e, Vec e_dot, VecOut sigma) const override {
    const double F = F_->value(e[0] - middle_);
    sigma[0] -= F * factor(F, e_dot[0]);
  }
  void add_sigma_e(double, Vec e, Vec e_dot, MatOut K) const override {
    const double x = e[0] - middle_;
    K(0, 0) -= F_->derivative(x) * factor(F_->value(x), e_dot[0]);
  }
  void add_sigma_e_dot(double, Vec e, Vec e_dot, MatOut C) const override {
    const double F = F_->value(e[0] - middle_);
    C(0, 0) -= F * slope(F, e_dot[0]);
  }
  void add_sigma_bar(double t0, Vec e0, double t1, Vec e1, VecOut sigma) const override {
    const double F = mean_value(*F_, e0[0] - middle_, e1[0] - middle_);
    sigma[0] -= F * factor(F, (e1[0] - e0[0]) / (t1 - t0));
  }
  void add_sigma_bar_tangent(double t0, Vec e0, double t1, Vec e1, MatOut K) const override {
    const double x0 = e0[0] - middle_, x1 = e1[0] - middle_, h = t1 - t0, rate = (x1 - x0) / h;
    const double F = mean_value(*F_, x0, x1);
    K(0, 0) -= mean_value_db(*F_, x0, x1) * factor(F, rate) + F * slope(F, rate) / h;
  }

 private:
  double factor(double F, double rate) const { return std::max(-1.0, a_ * std::copysign(1.0, F) * rate); }
  double slope(double F, double rate) const {
    const double s = std::copysign(a_, F);
    return s * rate > -1 ? s : 0.0;
  }
  FunctionPtr F_;
  double middle_, a_;
};

std::vector<CoupledCoordinate> read_backlash_coordinates(const Params& params, PartBuilder& builder) {
  if (params.has("joint") == params.has("joints"))
    throw ModelError(params.location(), params.path(),
                     params.has("joint") ? "has both joint and joints" : "has neither joint nor joints",
                     "joint: the play of one joint, joints: that between several");
  if (params.has("joint")) {
    if (params.has("factors")) params.fail("factors", "belongs to joints", "leave it out, or give joints");
    if (params.has("coordinates") && params.names("coordinates").size() != 1)
      params.fail("coordinates", "must have one entry for joint", "angle or displacement");
    const Joint& joint = builder.joint(params.text("joint"), params, "joint");
    const bool given = params.has("coordinates");
    return {{&joint,
             choose_angle(joint, given ? params.names("coordinates")[0] : "", params, given ? "coordinates" : "joint"),
             1}};
  }
  auto all = read_coupled_coordinates(params, builder);
  const auto factors = params.has("factors") ? params.numbers("factors") : std::vector<double>{};
  if (factors.size() != all.size())
    params.fail(factors.empty() ? "joints" : "factors", fmt::format("needs factors, {} in all", all.size()),
                "e.g. factors: [1, 2]: gears with 20 and 40 teeth turn against each other by -1/2");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (factors[i] == 0) params.fail("factors", "must not contain zero", "leave the joint out instead");
    all[i].factor = factors[i];
  }
  return all;
}

std::unique_ptr<Part> make_backlash(const std::string& name, const Params& params, PartBuilder& builder) {
  const auto coordinates = read_backlash_coordinates(params, builder);
  const Layout& layout = builder.layout();
  const double k = params.number("stiffness"), b = 0.5 * params.number("play");
  double start = 0;
  QuadraticMap map(layout);
  const int row = map.add_row("gap");
  for (const CoupledCoordinate& c : coordinates) {
    builder.add_joint_coordinate(map, row, *c.joint, c.factor, c.angle);
    start += c.factor * builder.joint_coordinate(*c.joint, c.angle);
  }
  const double middle = params.has("middle") ? params.number("middle") : start;
  const auto flank = [&](double edge) { return make_polynomial({-k * edge, k}); };
  const FunctionPtr F =
      b > 0 ? make_pieces({-b, b}, {flank(-b), make_constant(0), flank(b)}, params.location(), params.path())
            : flank(0);
  auto part = std::make_unique<ForcePart>(name, "backlash", builder.assembly());
  part->add_potential(map, std::make_unique<FunctionLaw>(F, middle));
  const double a = params.number("damping");
  if (a > 0) part->add_force(map, std::make_unique<FlankDampingLaw>(F, middle, a));
  // With factors the sum may be a length on the pitch circle.
  const bool is_sum = params.has("joints"), angle = coordinates[0].angle;
  const std::string unit = is_sum ? "rad or m" : angle ? "rad" : "m";
  part->add_channel("gap", unit, kNeedsState,
                    [&layout, map, middle](const Snapshot& s) { return calc_invariant(layout, map, s.q) - middle; });
  part->add_channel("gap_rate", is_sum ? "rad/s or m/s" : unit + "/s", kNeedsVelocity,
                    [&layout, map](const Snapshot& s) { return calc_invariant_rate(layout, map, s.q, s.v); });
  part->add_channel("flank",
                    is_sum  ? "N m or N"
                    : angle ? "N m"
                            : "N",
                    kNeedsVelocity, [&layout, map, F, middle, a](const Snapshot& s) {
                      const double f = F->value(calc_invariant(layout, map, s.q) - middle);
                      const double rate = std::copysign(1.0, f) * calc_invariant_rate(layout, map, s.q, s.v);
                      return -f * (1 + std::max(-1.0, a * rate));
                    });
  std::vector<Marker> places;
  for (const CoupledCoordinate& c : coordinates) places.push_back(c.joint->F());
  part->set_drawing([places](const Part& self, Drawing& d) {
    for (const Marker& place : places) draw_about(place)(self, d);
  });
  return part;
}

}  // namespace

PartType backlash_type() {
  PartType type;
  type.name = "backlash";
  type.doc =
      "play between the coordinates of joints, with elastic flanks: gears, couplings, joints with clearance. Channels "
      "gap (from the middle of the play), gap_rate, flank (force or torque on the sum), energy, power";
  type.reference = "mean value of the characteristic; the damping is that of Hunt and Crossley, without pull";
  type.schema.name_of("joint", "joint", "the joint with play in its coordinate");
  type.schema.names_of("joint", "joints", "instead of joint: joints with play between them, e.g. the shafts of gears");
  type.schema.numbers("factors", "1 or m/rad", "of each coordinate in the sum that has play, with joints");
  type.schema.names_of("coordinate", "coordinates",
                       "for each joint: angle or displacement; default: the angle where there is one");
  type.schema.number("play", "rad or m", "from flank to flank").required().nonnegative();
  type.schema.number("middle", "rad or m", "value of the sum in the middle of the play; default: that at the start");
  type.schema.number("stiffness", "N m/rad or N/m", "of the flanks").required().positive();
  type.schema.number("damping", "s/rad or s/m", "force of the flank grows by this times its rate of yielding")
      .nonnegative()
      .default_value(0);
  type.make = make_backlash;
  return type;
}

}  // namespace invar
