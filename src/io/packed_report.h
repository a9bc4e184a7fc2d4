// PackedReport: all that a report page shows, as one JSON text without the long arrays and the arrays beside it. It goes
// into a page (report/report_page.h) and, as the group `report`, into HDF5 results, from which `invar view` makes the
// page again.
#pragma once

#include <string>
#include <vector>

namespace invar {

struct PackedReport {
  std::string head;            // JSON object; see report/report_page.h
  long long steps = 0;         // of the run; rows and frames are thinned for long runs
  std::vector<double> t;       // instants of the charts
  std::vector<double> values;  // one row an instant, `columns` numbers each
  int columns = 0;
  std::vector<double> frame_t;  // instants of the picture
  std::vector<float> frames;    // one row an instant, `width` numbers each (Drawing::sample)
  int width = 0;
};

// Throws ModelError with what to do if the file has no report.
PackedReport read_packed_report(const std::string& path);

}  // namespace invar
