#include "invar/audit/certificate.h"

#include <fmt/format.h>

#include "invar/audit/findings.h"
#include "invar/core/version.h"
#include "invar/io/json.h"
#include "invar/spec/schema.h"

namespace invar {

namespace {

std::string shown(const std::string& text) { return json_quoted(text); }
std::string shown(double value) { return json_number(value); }
std::string shown(long long value) { return std::to_string(value); }
std::string shown(const std::optional<double>& value) { return value ? json_number(*value) : "null"; }
std::string shown(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + json_quoted(text);
  return "[" + list + "]";
}

const std::string kOrderPrefix = "output_order.", kConvergedPrefix = "output_converged.";

struct Writer {
  std::string json;

  void add(const std::string& key, const std::string& value) {
    json += fmt::format("{}  {}: {}", json.empty() ? "{\n" : ",\n", json_quoted(key), value);
  }
  template <class Value>
  void operator()(const char* key, const Value& value) {
    add(key, shown(value));
  }
  void operator()(const char* prefix, const std::vector<OutputAccuracy>& outputs) {
    for (const OutputAccuracy& output : outputs) {
      add(prefix + output.name, shown(output.error));
      add(kOrderPrefix + output.name, shown(output.order));
      add(kConvergedPrefix + output.name, output.converged ? "true" : "false");
    }
  }
};

}  // namespace

std::string to_json(const Certificate& certificate) {
  Writer add;
  std::string findings;
  for (const Finding& f : judge(certificate)) {
    std::string sentence = f.sentence;
    for (const std::string& more : f.more) sentence += "; " + more;
    findings += fmt::format("{}\n    {{\"name\": {}, \"value\": {}, \"unit\": {}, \"verdict\": {}, \"sentence\": {}}}",
                            findings.empty() ? "" : ",", json_quoted(f.name), shown(f.value), json_quoted(f.unit),
                            json_quoted(name(f.verdict)), json_quoted(sentence));
  }
  if (certificate.version.empty()) {
    Certificate with_version = certificate;
    with_version.version = version();
    visit_keys(with_version, add);
  } else {
    visit_keys(certificate, add);
  }
  add.add("verdict", json_quoted(overall_verdict(certificate)));
  add.add("findings", "[" + findings + (findings.empty() ? "]" : "\n  ]"));
  return add.json + "\n}\n";
}

}  // namespace invar
