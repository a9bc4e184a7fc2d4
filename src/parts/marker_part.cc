#include "invar/parts/marker_part.h"

#include "invar/parts/drawing/drawing.h"
#include "invar/parts/kinematics.h"
#include "invar/parts/sensor.h"

namespace invar {

void MarkerPart::offer_channels(ChannelList& out) const {
  const Layout& layout = assembly_->layout;
  const AffineVector x = marker_.point;
  const int dimension = marker_.planar ? 2 : 3;
  out.add_vector(
      name() + ".position", "m", kNeedsState, [&layout, x](const Snapshot& s) { return calc_value(layout, x, s.q); },
      dimension);
  out.add_vector(
      name() + ".velocity", "m/s", kNeedsVelocity,
      [&layout, x](const Snapshot& s) { return calc_rate(layout, x, s.q, s.v); }, dimension);
  out.add_vector(
      name() + ".acceleration", "m/s^2", kNeedsAcceleration,
      [&layout, x](const Snapshot& s) { return calc_second_rate(layout, x, s.q, s.v, s.a); }, dimension);
}

void MarkerPart::offer_sensors(SensorList& out) const { out.add_point("", marker_.point, marker_.planar ? 2 : 3); }

void MarkerPart::draw(Drawing& drawing) const {
  drawing.attach(marker_);
  if (!marker_.ground) drawing.add_name(name(), DrawRole::kMarker, drawing.place(marker_));
}

}  // namespace invar
