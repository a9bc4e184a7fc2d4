// Drive: a part that prescribes a coordinate c as a function of time by a constraint row. With Phi = c - f(t) the
// equations M a + Phi_q^T lambda = Q make -lambda the generalized force of the drive along c; other forms of the row
// have another factor. All drives offer the same channels.
#pragma once

#include <functional>

#include "invar/parts/drawing/drawing.h"
#include "invar/parts/part.h"
#include "invar/parts/rate_jumps.h"

namespace invar {

class Drive final : public Part {
 public:
  using Quantity = std::function<double(const Snapshot&)>;
  struct Coordinate {
    std::string component;  // "" or ".x", ".y", ".z"
    bool rotation = false;  // rad and N m, else m and N
    bool wrapped = false;   // known modulo 2 pi
    int row = -1;           // in the system
    Quantity value, rate;
    Quantity force_factor;   // force per -lambda; none = 1
    FunctionPtr prescribed;  // over time: the coordinate, or its rate
    Prescribes what = Prescribes::kCoordinate;
  };

  using Part::Part;
  void add_coordinate(Coordinate coordinate) { coordinates_.push_back(std::move(coordinate)); }
  const std::vector<Coordinate>& coordinates() const { return coordinates_; }

  // The force or torque of the k-th coordinate, as its channel shows it.
  double calc_effort(std::size_t k, const Snapshot& s) const {
    const Coordinate& c = coordinates_[k];
    return -s.lambda[c.row] * (c.force_factor ? c.force_factor(s) : 1.0);
  }

  // value, rate, force (or torque) applied by the drive to M along the coordinate, power given to the model and its work since
  // the start, lambda_raw.
  void offer_channels(ChannelList& out) const override;
  // A coordinate known modulo a turn is lost if it turns too far in a step: how far it does, and how far it may [rad].
  using Turn = std::function<double(double t0, double t1)>;
  void set_turn(Turn turn, double largest) {
    turn_ = std::move(turn);
    largest_turn_ = largest;
  }
  std::string refuse_step(double t0, double t1) const override;
  void offer_breaks(BreakList& out) const override;
  bool may_demand_impulses() const override { return true; }
  std::vector<RateJumps> find_impulses(double t0, double t1) const override;
  using Draw = std::function<void(const Drive& self, Drawing&)>;
  void set_drawing(Draw draw) { draw_ = std::move(draw); }
  void draw(Drawing& drawing) const override {
    if (draw_) draw_(*this, drawing);
  }

 private:
  std::vector<Coordinate> coordinates_;
  Draw draw_;
  Turn turn_;
  double largest_turn_ = 0;
};

// A drive of the angle of a joint: a bent arrow about axis 3 of F, and the torque.
Drive::Draw draw_turning(const Layout& layout, const Marker& F, const Marker& M);
// An actuator between two places, and its force along axis 3 of F or, where `straight`, along the line between them.
Drive::Draw draw_actuator(const Layout& layout, const Marker& F, const Marker& M, bool straight);
// Forces at a place along fixed directions, one for each coordinate.
Drive::Draw draw_leading(const Marker& place, std::vector<Vector3> directions);

}  // namespace invar
