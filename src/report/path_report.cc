#include "invar/report/path_report.h"

#include <algorithm>

#include "invar/record/recorder.h"
#include "invar/report/report_recorder.h"

namespace invar {

PackedReport pack_snapshots(const Model& model, const std::vector<Snapshot>& snapshots) {
  ChannelList offered = model.channels();
  offer_run_channels(model, offered);
  // Charts want the columns of every run; what has no meaning here (balance of energy) is zero.
  std::vector<const Channel*> columns;
  for (const ReportColumn& column : report_columns(model)) {
    const auto found = std::find_if(offered.all().begin(), offered.all().end(),
                                    [&](const Channel& channel) { return channel.name == column.name; });
    columns.push_back(found == offered.all().end() ? nullptr : &*found);
  }
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
