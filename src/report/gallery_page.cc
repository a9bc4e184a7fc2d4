#include "invar/report/gallery_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/core/version.h"
#include "invar/report/report_page.h"
#include "invar/spec/schema.h"

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
  std::string all;
  for (const GalleryTile& tile : tiles)
    all += fmt::format("{}{{\"name\":{},\"file\":{},\"page\":{},\"shortened\":{},\"error\":{},\"report\":{}}}",
                       all.empty() ? "" : ",\n", json_quoted(tile.name), json_quoted(tile.file), json_quoted(tile.page),
                       json_quoted(tile.shortened), json_quoted(tile.error),
                       tile.report.head.empty() ? "null" : report_json(tile.report));
  return fill_report_page(fmt::format("{{\"format\":1,\"version\":{},\"command\":{},\"gallery\":[{}]}}",
                                      json_quoted(version()), json_quoted(command), all));
}

}  // namespace invar
