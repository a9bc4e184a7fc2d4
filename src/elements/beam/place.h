// A place on a beam as a body of its own, so that joints, forces and markers can name it: `blade.end`, `blade.node_3`, or a
// named station. At a node it is a full frame; between nodes it is a point.
#pragma once

#include "invar/parts/body.h"
#include "invar/terms/assembly.h"

namespace invar {

class BeamPlace final : public Body {
 public:
  // `frame`: point and section axes, of a node, of what the beam is attached to, or interpolated.
  BeamPlace(std::string name, Marker frame, const Pose& initial, const Vector3& reference, const Assembly& assembly)
      : Body(std::move(name), "beam_place", frame.nodes, initial),
        frame_(std::move(frame)),
        reference_(reference),
        assembly_(&assembly) {}

  // In section axes: [0, s2, s3] is a point of the section.
  Marker marker(const Vector3& p_B, const Matrix3& R_B) const override;
  // position.*, velocity.*, acceleration.*, displacement.*; at nodes e1.* e2.* e3.*, omega.*.
  void offer_channels(ChannelList& out) const override;

 private:
  Marker frame_;
  Vector3 reference_;  // position in the stress-free shape
  const Assembly* assembly_;
};

}  // namespace invar
