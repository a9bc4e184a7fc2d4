// The report page: one HTML file with the mechanism in motion, charts, the certificate and the model, without any
// reference outward. The page itself is built from viewer/ and is part of this library; a run adds its data as JSON.
#pragma once

#include <string>

#include "invar/audit/motion_accuracy.h"
#include "invar/io/packed_report.h"
#include "invar/model/model.h"

namespace invar {

// A part of the time of a page that shows one thing, e.g. a mode.
struct ReportChapter {
  double start = 0, end = 0;
  std::string name;
  std::vector<std::string> facts;
};

// What a report says beside numbers.
struct ReportTexts {
  std::string model_file;  // as named by the user
  std::string model_text;  // its content
  std::string command;     // that repeats the run
  std::vector<std::string> notes;
  std::string kind = "run";  // or "static", "modes": what the time of the page means
  std::vector<ReportChapter> chapters = {};
  ErrorBands error_bands = {};  // of channels; empty if errors were not estimated
};

// The head of a packed report: texts, certificate as JSON, drawing and names of the columns.
std::string make_report_head(const Model& model, const std::string& certificate_json, const ReportTexts& texts);

// False if the library was built without the page (docs/adr/0009).
bool has_report_page();
// The page; throws ModelError if there is none to fill.
std::string make_report_page(const PackedReport& report);

// The two halves of it: the data of a run as JSON, and a page around data. The page shows one run, or many as a gallery
// (report/gallery_page.h), by what it finds.
std::string report_json(const PackedReport& report);
std::string fill_report_page(const std::string& json);

}  // namespace invar
