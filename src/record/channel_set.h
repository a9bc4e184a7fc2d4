// The channels of a model that a run can record: those of its parts, and those of every run. Found by name.
#pragma once

#include <string>
#include <vector>

#include "invar/model/model.h"

namespace invar {

// Channels every run offers beside those of the parts: energy.*, work.*, dissipated.*, constraint.*, step.*; energy.strain
// where there are beams or cables.
ChannelList offer_run_channels(const Model& model);

// All channels that outputs may name: those of the parts, then those of every run.
ChannelList offer_channels(const Model& model);

// The channels asked for by the outputs of the model, in order, and the energies and residuals that every table has; throws
// ModelError with the nearest name.
std::vector<Channel> find_channels(const Model& model);

// Those of the formulas in the section `results`, in their order.
std::vector<Channel> find_result_channels(const Model& model);

// Of an event: its condition, and the values that it sets, in the order of its actions.
struct EventChannels {
  Channel guard;
  std::vector<Channel> values;
};
std::vector<EventChannels> find_event_channels(const Model& model);

// A column of the charts of a page. Groups: output, energy, balance, constraint, step.
struct ChartColumn {
  std::string name, unit, group;
};

// What the charts of a page show.
struct ChartChannels {
  std::vector<Channel> channels;     // outputs that are not those of every run, then energies
  std::vector<ChartColumn> columns;  // of the channels, then those of the run that the page itself fills
};
ChartChannels find_chart_channels(const Model& model);

}  // namespace invar
