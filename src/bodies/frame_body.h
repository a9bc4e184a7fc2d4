// FrameBody: a body whose configuration is one frame node. Markers anywhere on it, channels of its motion.
#pragma once

#include "invar/parts/body.h"
#include "invar/terms/assembly.h"

namespace invar {

class FrameBody final : public Body {
 public:
  FrameBody(std::string name, std::string type, int node, const Pose& pose, double mass, const Vector3& center,
            const Matrix3& second_moments, const Assembly& assembly)
      : Body(std::move(name), std::move(type), {node}, pose),
        node_(node),
        mass_(mass),
        center_(center),
        J_(second_moments),
        assembly_(&assembly) {}

  Marker marker(const Vector3& p_B, const Matrix3& R_B) const override;
  // position.*, velocity.*, acceleration.*, center.*, e1.* e2.* e3.*, omega.*, omega_body.*, alpha.*, conformal.*,
  // quaternion.{w,x,y,z}, lambda.*, lambda_raw.*, mu.*, energy.kinetic, angular_momentum.* (about the center, world axes).
  void offer_channels(ChannelList& out) const override;
  void offer_sensors(SensorList& out) const override;

 protected:
  // The solid of the same inertia, with stems to whatever is attached outside of it.
  void draw_shape(Drawing& drawing) const override;

 private:
  int node_;
  double mass_;
  Vector3 center_;
  Matrix3 J_;
  const Assembly* assembly_;
};

}  // namespace invar
