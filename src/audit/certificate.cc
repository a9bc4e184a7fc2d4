#include "invar/audit/certificate.h"

#include "invar/audit/findings_json.h"
#include "invar/core/version.h"

namespace invar {

namespace {

struct KeyWriter {
  Json json = Json::object();

  template <class Value>
  void operator()(const char* key, const Value& value) {
    json[key] = value;
  }
  void operator()(const char* key, const std::optional<double>& value) { json[key] = json_or_null(value); }
  void operator()(const char* key, const std::vector<NamedResult>& results) {
    for (const NamedResult& result : results) json[key][result.name] = json_or_null(result.value);
  }
  void operator()(const char* key, const std::vector<EventRecord>& events) {
    json[key] = Json::array();
    for (const EventRecord& e : events) {
      json[key].push_back({{"t", e.t},
                           {"name", e.name},
                           {"work_drives", e.work_drives},
                           {"work_events", e.work_events},
                           {"dissipated", e.dissipated}});
      if (e.degrees_of_freedom >= 0) json[key].back()["degrees_of_freedom"] = e.degrees_of_freedom;
    }
  }
  void operator()(const char* prefix, const std::vector<OutputAccuracy>& outputs) {
    for (const OutputAccuracy& output : outputs) {
      json[prefix + output.name] = json_or_null(output.error);
      json["output_order." + output.name] = json_or_null(output.order);
      json["output_converged." + output.name] = output.converged;
    }
  }
};

}  // namespace

Json findings_json(const std::vector<Finding>& findings) {
  Json all = Json::array();
  for (const Finding& f : findings) {
    std::string sentence = f.sentence;
    for (const std::string& more : f.more) sentence += "; " + more;
    all.push_back({{"name", f.name},
                   {"value", json_or_null(f.value)},
                   {"unit", f.unit},
                   {"verdict", name(f.verdict)},
                   {"sentence", sentence}});
  }
  return all;
}

std::string to_json(const Certificate& certificate) {
  KeyWriter writer;
  visit_keys(certificate, writer);
  if (certificate.version.empty()) writer.json["version"] = version();
  writer.json["verdict"] = overall_verdict(certificate);
  writer.json["findings"] = findings_json(judge(certificate));
  return json_lines(writer.json, 240) + "\n";
}

}  // namespace invar
