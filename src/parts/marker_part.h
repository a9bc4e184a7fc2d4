// A named marker as a part: it offers the motion of its point.
#pragma once

#include "invar/parts/marker.h"
#include "invar/parts/part.h"
#include "invar/terms/assembly.h"

namespace invar {

class MarkerPart final : public Part {
 public:
  MarkerPart(std::string name, Marker marker, const Assembly& assembly)
      : Part(std::move(name), "marker"), marker_(std::move(marker)), assembly_(&assembly) {}
  // position.*, velocity.*, acceleration.*
  void offer_channels(ChannelList& out) const override;
  void offer_sensors(SensorList& out) const override;
  // A name to trace; the body reaches to it.
  void draw(Drawing& drawing) const override;

 private:
  Marker marker_;
  const Assembly* assembly_;
};

}  // namespace invar
