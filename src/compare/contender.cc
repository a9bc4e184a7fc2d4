#include "invar/compare/contender.h"

#include <fmt/format.h>

#include <algorithm>

#include "invar/core/error.h"
#include "invar/integrators/integrator.h"

namespace invar::compare {

namespace {

bool estimates_error(const std::string& integrator) { return integrator == "dopri5" || integrator == "dop853"; }

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else if (c != ' ')
      parts.back() += c;
  }
  return parts;
}

Contender parse_one(const std::string& text) {
  const auto parts = split(text, ':');
  Contender candidate{parts[0]};
  for (size_t i = 1; i < parts.size(); ++i) candidate.options.push_back(parse_override(parts[i]));
  for (const auto& [name, value] : candidate.options)
    if (name == "integrator" && estimates_error(value)) candidate.adaptive = true;
  return candidate;
}

}  // namespace

std::string Contender::name() const {
  std::string text = method;
  for (const auto& [option, value] : options)
    text += option == "integrator" ? " " + value : fmt::format(" {}={}", option, value);
  return text;
}

bool Contender::has_option(const std::string& option, const std::string& value) const {
  return std::find(options.begin(), options.end(), std::pair(option, value)) != options.end();
}

const std::vector<Contender>& default_candidates() {
  static const std::vector<Contender> all = {
      {"ep"},
      {"ep", {{"order", "4"}}},
      {"em"},
      {"em", {{"order", "4"}}},
      {"ed"},
      {"ggl"},
      {"newmark"},
      {"hht"},
      {"generalized_alpha"},
      {"al"},
      {"al_projection"},
      {"al_conserving"},
      {"al_conserving_projection"},
      {"explicit", {{"integrator", "dop853"}}, true},
      {"explicit", {{"integrator", "rk4"}}},
      {"explicit", {{"integrator", "rk4"}, {"stabilization", "baumgarte"}, {"energy", "none"}}},
      {"explicit", {{"integrator", "rk4"}, {"stabilization", "none"}, {"energy", "velocity_gradient"}}},
  };
  return all;
}

std::vector<Contender> parse_candidates(const std::string& text) {
  std::vector<Contender> chosen;
  for (const std::string& part : split(text, ',')) {
    if (part.empty()) continue;
    const Contender one = parse_one(part);
    method_types().at(one.method, {"`methods`", 0, 0});
    if (one.options.empty()) {
      for (const Contender& c : default_candidates())
        if (c.method == one.method) chosen.push_back(c);
      if (!chosen.empty() && chosen.back().method == one.method) continue;
    }
    chosen.push_back(one);
  }
  if (chosen.empty()) throw ModelError({"`methods`", 0, 0}, "", "names no method", "e.g. `methods` ep,ed,explicit");
  return chosen;
}

}  // namespace invar::compare
