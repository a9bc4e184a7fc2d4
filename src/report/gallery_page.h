// The gallery page: many runs side by side, each with a moving picture, what it is, how well it kept its invariants,
// and a link to its own report page. One HTML file, made from the same page as reports (report/report_page.h).
#pragma once

#include <string>
#include <vector>

#include "invar/io/packed_report.h"

namespace invar {

struct GalleryTile {
  std::string name;       // of the model
  std::string file;       // of the model, as named by the user
  std::string page;       // its report page beside the gallery; empty if there is none
  std::string shortened;  // what was left out of the run, a sentence; empty if nothing
  std::string error;      // why there is no run; empty if there is one
  PackedReport report;    // of make_thumbnail; its head is empty if there is no run
};

// The first seconds of a run with few instants and without charts, for a small picture that repeats itself.
PackedReport make_thumbnail(const PackedReport& report);

// `command` is what made the gallery. Throws ModelError if the library was built without the page.
std::string make_gallery_page(const std::vector<GalleryTile>& tiles, const std::string& command);

}  // namespace invar
