// The runs of `invar gallery`: many models at the same time, each for a limited time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "invar/report/gallery_page.h"

namespace invar::app {

struct GalleryLimits {
  double end = 120;    // s of the motion
  double seconds = 8;  // s of computing, of one processor
  int threads = 1;
};

struct GalleryRun {
  GalleryTile tile;
  bool completed = false;  // to its end or to a limit
  std::string summary;     // method, freedoms, or why it failed
  double seconds = 0;      // of computing
};

// A line on what is going on, e.g. "3 of 29, bicycle 40%", a few times a second.
using GalleryProgress = std::function<void(const std::string&)>;

// Writes folder/NAME.html for every model, NAME being that of its file. What goes wrong with one model stays with it.
// Throws nothing but what `progress` throws. Ctrl-C ends the runs that are going on and skips the others.
std::vector<GalleryRun> run_gallery(const std::vector<std::string>& models, const std::string& folder,
                                    const GalleryLimits& limits, const GalleryProgress& progress);

}  // namespace invar::app
