#include "invar/model/model.h"

namespace invar {

const ChannelList& Model::channels() const {
  std::call_once(channels_->once, [this] {
    ChannelList& list = channels_->list;
    for (const auto& part : bodies) part->offer_channels(list);
    for (const auto& part : elements) part->offer_channels(list);
    for (const auto& part : joints) part->offer_channels(list);
    for (const auto& part : other_parts) part->offer_channels(list);
    for (const StartValue& value : start_values) list.set_start(value.channel, value.value);
  });
  return channels_->list;
}

Drawing Model::drawing() const {
  Drawing drawing(*assembly, initial.q, gravity);
  // Bodies come last: they reach to what is attached to them.
  for (const auto& part : other_parts) part->draw(drawing);
  for (const auto& part : joints) part->draw(drawing);
  for (const auto& part : elements) part->draw(drawing);
  for (const auto& part : bodies) part->draw(drawing);
  return drawing;
}

}  // namespace invar
