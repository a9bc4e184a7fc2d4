#include "invar/report/gallery_page.h"

#include <algorithm>

#include "invar/core/json.h"
#include "invar/core/version.h"
#include "invar/report/report_page.h"

namespace invar {

namespace {

// Eight seconds are enough to see what a mechanism does. 200 instants follow a turn in half a second well, and some
// hundred kB a model keep a gallery of thirty below 5 MB.
constexpr double kSeconds = 8;
constexpr std::size_t kMostInstants = 200, kFewestInstants = 40, kNumbers = 24'000;

}  // namespace

PackedReport make_thumbnail(const PackedReport& full) {
  PackedReport out;
  out.head = full.head;
  out.steps = full.steps;
  out.columns = full.columns;
  out.width = full.width;
  const std::size_t width = static_cast<std::size_t>(full.width);
  std::size_t count = 0;
  while (count < full.frame_t.size() && full.frame_t[count] <= full.frame_t[0] + kSeconds) ++count;
  const std::size_t wanted = std::clamp(kNumbers / std::max<std::size_t>(width, 1), kFewestInstants, kMostInstants);
  const std::size_t kept = std::min(count, wanted);
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t k = kept > 1 ? i * (count - 1) / (kept - 1) : 0;
    out.frame_t.push_back(full.frame_t[k]);
    const auto row = full.frames.begin() + static_cast<std::ptrdiff_t>(k * width);
    out.frames.insert(out.frames.end(), row, row + static_cast<std::ptrdiff_t>(width));
  }
  return out;
}

std::string make_gallery_page(const std::vector<GalleryTile>& tiles, const std::string& command) {
  Json page;
  page["format"] = 1;
  page["version"] = version();
  page["command"] = command;
  page["gallery"] = Json::array();
  for (const GalleryTile& tile : tiles)
    page["gallery"].push_back(
        {{"name", tile.name},
         {"file", tile.file},
         {"page", tile.page},
         {"shortened", tile.shortened},
         {"error", tile.error},
         {"report", tile.report.head.empty() ? Json(nullptr) : Json::parse(report_json(tile.report))}});
  return fill_report_page(json_text(page));
}

}  // namespace invar
