#include "invar/report/report_page.h"

#include <string_view>

#include "invar/audit/verdict.h"
#include "invar/core/error.h"
#include "invar/core/json.h"
#include "invar/io/base64.h"
#include "invar/record/channel_set.h"

// The bytes of build/viewer/report.html (report_template.S); none if it was not built.
extern "C" const char invar_report_template[];
extern "C" const char invar_report_template_end[];

namespace invar {

namespace {

constexpr std::string_view kPlace = "{{INVAR_REPORT}}";

std::string_view page() {
  return {invar_report_template, static_cast<std::size_t>(invar_report_template_end - invar_report_template)};
}

template <class Number>
std::string packed(const std::vector<Number>& numbers) {
  return to_base64(numbers.data(), numbers.size() * sizeof(Number));
}

// Charts read column by column.
std::vector<double> transposed(const PackedReport& r) {
  std::vector<double> out(r.values.size());
  const std::size_t rows = r.t.size(), columns = static_cast<std::size_t>(r.columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < columns; ++k) out[k * rows + i] = r.values[i * columns + k];
  return out;
}

// In a script element nothing may look like its end. A `<` stands inside of JSON strings only.
std::string escaped(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

Json bands_json(const ErrorBands& bands) {
  if (bands.t.empty()) return nullptr;
  Json all = Json::array();
  for (const ErrorBand& band : bands.bands) all.push_back({{"name", band.name}, {"error", packed(band.error)}});
  return {{"t", packed(bands.t)}, {"bands", all}};
}

}  // namespace

std::string make_report_head(const Model& model, const std::string& certificate_json, const ReportTexts& texts) {
  Json head;
  head["format"] = 1;
  head["kind"] = texts.kind;
  head["chapters"] = Json::array();
  for (const ReportChapter& chapter : texts.chapters)
    head["chapters"].push_back(
        {{"start", chapter.start}, {"end", chapter.end}, {"name", chapter.name}, {"facts", chapter.facts}});
  head["model"] = {{"name", model.name},
                   {"description", model.description},
                   {"reference", model.reference},
                   {"file", texts.model_file},
                   {"text", texts.model_text}};
  head["command"] = texts.command;
  head["certificate"] = Json::parse(certificate_json);
  head["limits"] = {{"round_off", kRoundOffLimit}, {"small", kSmallLimit}};
  head["notes"] = texts.notes;
  head["channels"] = Json::array();
  for (const ChartColumn& c : find_chart_channels(model).columns)
    head["channels"].push_back({{"name", c.name}, {"unit", c.unit}, {"group", c.group}});
  head["error_bands"] = bands_json(texts.error_bands);
  head["drawing"] = Json::parse(model.drawing().to_json());
  return json_text(head);
}

bool has_report_page() { return page().find(kPlace) != std::string_view::npos; }

std::string report_json(const PackedReport& r) {
  Json json = Json::parse(r.head);
  json["rows"] = {{"count", r.t.size()}, {"steps", r.steps}, {"t", packed(r.t)}, {"values", packed(transposed(r))}};
  json["frames"] = {
      {"count", r.frame_t.size()}, {"width", r.width}, {"t", packed(r.frame_t)}, {"values", packed(r.frames)}};
  return json_text(json);
}

std::string fill_report_page(const std::string& json) {
  const std::size_t at = page().find(kPlace);
  if (at == std::string_view::npos)
    throw ModelError({}, "", "this program was built without the report page", "build it with script/build");
  std::string html(page().substr(0, at));
  html += escaped(json);
  html += page().substr(at + kPlace.size());
  return html;
}

std::string make_report_page(const PackedReport& report) { return fill_report_page(report_json(report)); }

}  // namespace invar
