#include "invar/report/report_page.h"

#include <fmt/format.h>

#include <string_view>

#include "invar/core/error.h"
#include "invar/io/base64.h"
#include "invar/io/json.h"
#include "invar/record/channel_set.h"
#include "invar/spec/schema.h"

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
  return "\"" + to_base64(numbers.data(), numbers.size() * sizeof(Number)) + "\"";
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

std::string bands_json(const ErrorBands& bands) {
  if (bands.t.empty()) return "null";
  std::string out;
  for (const ErrorBand& band : bands.bands)
    out += fmt::format("{}{{\"name\":{},\"error\":{}}}", out.empty() ? "" : ",", json_quoted(band.name),
                       packed(band.error));
  return fmt::format("{{\"t\":{},\"bands\":[{}]}}", packed(bands.t), out);
}

}  // namespace

std::string make_report_head(const Model& model, const Certificate& certificate, const ReportTexts& texts) {
  std::string columns, notes, chapters;
  for (const ChartColumn& c : find_chart_channels(model).columns)
    columns += fmt::format("{}{{\"name\":{},\"unit\":{},\"group\":\"{}\"}}", columns.empty() ? "" : ",",
                           json_quoted(c.name), json_quoted(c.unit), c.group);
  for (const std::string& note : texts.notes) notes += (notes.empty() ? "" : ",") + json_quoted(note);
  for (const ReportChapter& chapter : texts.chapters) {
    std::string facts;
    for (const std::string& fact : chapter.facts) facts += (facts.empty() ? "" : ",") + json_quoted(fact);
    chapters += fmt::format("{}{{\"start\":{},\"end\":{},\"name\":{},\"facts\":[{}]}}", chapters.empty() ? "" : ",",
                            json_number(chapter.start), json_number(chapter.end), json_quoted(chapter.name), facts);
  }
  return fmt::format(
      "{{\"format\":1,\"kind\":{},\"chapters\":[{}],\"model\":{{\"name\":{},\"description\":{},\"reference\":{},"
      "\"file\":{},\"text\":{}}},"
      "\"command\":{},\"certificate\":{},\"limits\":{{\"round_off\":{},\"small\":{}}},\"notes\":[{}],"
      "\"channels\":[{}],\"error_bands\":{},\"drawing\":{}}}",
      json_quoted(texts.kind), chapters, json_quoted(model.name), json_quoted(model.description),
      json_quoted(model.reference), json_quoted(texts.model_file), json_quoted(texts.model_text),
      json_quoted(texts.command), to_json(certificate), json_number(kRoundOffLimit), json_number(kSmallLimit), notes,
      columns, bands_json(texts.error_bands), model.drawing().to_json());
}

bool has_report_page() { return page().find(kPlace) != std::string_view::npos; }

std::string report_json(const PackedReport& r) {
  std::string json = r.head.substr(0, r.head.find_last_of('}'));
  json += fmt::format(",\"rows\":{{\"count\":{},\"steps\":{},\"t\":{},\"values\":{}}}", r.t.size(), r.steps,
                      packed(r.t), packed(transposed(r)));
  json += fmt::format(",\"frames\":{{\"count\":{},\"width\":{},\"t\":{},\"values\":{}}}}}", r.frame_t.size(), r.width,
                      packed(r.frame_t), packed(r.frames));
  return json;
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
