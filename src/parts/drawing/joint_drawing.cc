// How joints look. Most joint types need not choose: what they leave free decides.
#include "invar/parts/drawing/drawing.h"
#include "invar/parts/joint.h"

namespace invar {

namespace {

// A block at M on a straight guide along axis 3 of F.
void draw_slider(Drawing& d, const Joint& joint, const Anchor& f, const Anchor& m) {
  const Marker &F = joint.F(), &M = joint.M();
  d.add_symbol("rail", joint, F.ground ? DrawRole::kGround : DrawRole::kJoint, f, {0.05}).to = m;
  if (joint.freedoms().angle) {
    // Turns with M, but its axis is that of the guide anyway.
    d.add_symbol("cylinder", joint, DrawRole::kJoint, m, {0.07, 0.26});
  } else if (F.ground) {
    Anchor block = d.place(M.point);
    block.R = f.R;
    d.add_symbol("box", joint, DrawRole::kJoint, block, {0.13, 0.13, 0.24});
  } else if (M.has_axes) {
    d.add_symbol("box", joint, DrawRole::kJoint, m, {0.13, 0.13, 0.24});
  } else {
    d.add_symbol("sphere", joint, DrawRole::kJoint, m, {0.08});
  }
}

// A place on the line of a rod but beyond its end: the rod, drawn between its ends, is continued to it.
void draw_extension(Drawing& d, const Joint& joint, const Marker& place, const Anchor& at) {
  for (const auto& part : place.point.parts) {
    if (part.slot != 0 || part.factor <= 1 + 1e-9) continue;
    AffineVector end;
    end.add(part.node, 0, 1);
    d.add_link("rod", joint, DrawRole::kBody, d.place(end), at, 0.03).part = place.body;
  }
}

}  // namespace

void Joint::draw(Drawing& d) const {
  if (draw_) return draw_(*this, d);
  if (!has_places()) return;
  d.attach(F_);
  d.attach(M_);
  const Anchor f = d.place(F_), m = d.place(M_);
  draw_extension(d, *this, F_, f);
  draw_extension(d, *this, M_, m);
  const bool on_rail = freedoms_.displacement, on_plane = look_ == JointLook::kPlane;
  if (look_ == JointLook::kRod) {
    d.add_link("rod", *this, DrawRole::kJoint, f, m, 0.018);
    d.note_size((d.start(M_.point) - d.start(F_.point)).norm());
  } else if (on_plane) {
    d.add_symbol("plane", *this, DrawRole::kJoint, f, {0.8, 0.8});
    d.add_symbol("sphere", *this, DrawRole::kJoint, m, {0.06});
  } else if (on_rail) {
    draw_slider(d, *this, f, m);
  } else if (freedoms_.angle) {
    d.add_symbol("cylinder", *this, DrawRole::kJoint, f, {0.042, d.planar() ? 0.16 : 0.22});
  } else {
    d.add_symbol("sphere", *this, DrawRole::kJoint, M_.ground ? f : m, {0.055});
  }
  if (F_.has_axes && (freedoms_.angle || on_rail)) d.add_symbol("axis", *this, DrawRole::kJoint, f, {1.2});
  if (!on_rail && !on_plane) {
    d.add_support(*this, f);
    d.add_support(*this, m);
  }
  d.add_name(name(), DrawRole::kJoint, M_.ground ? f : m);
  d.add_arrow(*this, DrawRole::kJoint, m, kNeedsAcceleration,
              [this](const Snapshot& s) { return calc_reaction(s).force; });
}

}  // namespace invar
