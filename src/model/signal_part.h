// What controllers and actuators with internal variables offer to record: the signals of their blocks (signals/block.h).
#pragma once

#include <vector>

#include "invar/parts/part.h"
#include "invar/parts/signal_builder.h"

namespace invar {

class SignalPart final : public Part {
 public:
  explicit SignalPart(std::vector<SignalChannel> channels) : Part("", "signals"), channels_(std::move(channels)) {}

  void offer_channels(ChannelList& out) const override {
    for (const SignalChannel& channel : channels_)
      out.add(channel.name, channel.unit, kNeedsVelocity, [&reader = channel.reader](const Snapshot& s) {
        return reader.value({s.t, s.q, s.v, s.z, s.u});
      });
  }

 private:
  std::vector<SignalChannel> channels_;
};

}  // namespace invar
