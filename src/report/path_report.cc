#include "invar/report/path_report.h"

#include "invar/record/channel_set.h"

namespace invar {

PackedReport pack_snapshots(const Model& model, const std::vector<Snapshot>& snapshots) {
  // Charts want the columns of every run; what has no meaning here (balance of energy) is zero.
  const ChannelList run = offer_run_channels(model);
  const ChartChannels chart = find_chart_channels(model);
  std::vector<const Channel*> columns;
  for (std::size_t i = 0; i < chart.columns.size(); ++i)
    columns.push_back(i < chart.channels.size() ? &chart.channels[i] : run.find(chart.columns[i].name));
  const Drawing drawing = model.drawing();
  std::vector<float> frame(drawing.width());
  PackedReport out;
  out.columns = static_cast<int>(columns.size());
  out.width = drawing.width();
  out.steps = static_cast<long long>(snapshots.size());
  for (const Snapshot& s : snapshots) {
    out.t.push_back(s.t);
    for (const Channel* channel : columns) out.values.push_back(channel ? channel->value(s) : 0.0);
    out.frame_t.push_back(s.t);
    drawing.sample(s, frame.data());
    out.frames.insert(out.frames.end(), frame.begin(), frame.end());
  }
  return out;
}

}  // namespace invar
