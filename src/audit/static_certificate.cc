#include "invar/audit/static_certificate.h"

#include <fmt/format.h>

#include "invar/audit/findings_json.h"
#include "invar/core/version.h"

namespace invar {

namespace {

// Of the residual relative to the largest force; what the solvers iterate to (StaticOptions::tolerance).
constexpr double kBalanced = 1e-9;
// Of a place, in sizes of the model: it shows in the digits that are printed.
constexpr double kVisibleNoise = 1e-6;

Verdict judge_stability(const StaticCertificate& c) {
  if (!c.determined || c.stability == Stability::kUnknown) return Verdict::kSmall;
  return c.stability == Stability::kUnstable ? Verdict::kLarge : Verdict::kKept;
}

}  // namespace

std::string stability_text(const StaticCertificate& c) {
  std::string text = name(c.stability);
  if (c.stability == Stability::kUnstable)
    text += fmt::format(" in {} of {} directions", c.unstable_directions, c.degrees_of_freedom);
  const bool neutral = c.stability == Stability::kNeutral;
  if (c.neutral_directions > 0)
    text += fmt::format("{} in {} of {} directions", neutral ? "" : ", neutral", c.neutral_directions,
                        c.degrees_of_freedom);
  if (c.stability == Stability::kStable && c.degrees_of_freedom == 0) text += ": nothing can move";
  return text;
}

std::vector<Finding> judge(const StaticCertificate& c) {
  if (!c.completed()) return {};
  std::vector<Finding> all;
  const auto add = [&](const char* name, std::optional<double> value, Verdict verdict, const std::string& sentence) {
    all.push_back({name, value, "", verdict, sentence, {}});
  };
  add("equilibrium", std::nullopt, judge_stability(c), stability_text(c));
  add("balance of forces", c.residual,
      c.residual <= kBalanced     ? Verdict::kKept
      : c.residual <= kSmallLimit ? Verdict::kSmall
                                  : Verdict::kLarge,
      fmt::format("of forces up to {:.4g} N", c.force_scale));
  if (c.constraints > 0) {
    const Verdict verdict = judge(c.constraint_position_max / (c.length > 0 ? c.length : 1));
    add("constraints, positions", c.constraint_position_max, verdict,
        verdict == Verdict::kKept ? "holds at round-off" : "against the size of the model");
  }
  if (c.place_uncertainty > kVisibleNoise)
    add("place", c.place_uncertainty, Verdict::kSmall,
        fmt::format(
            "rounding of the internal forces leaves the place uncertain by about {:.1e} of the size of the model "
            "along its softest direction, most in {}",
            c.place_uncertainty, c.softest_coordinate));
  return all;
}

std::string overall_verdict(const StaticCertificate& c) { return c.completed() ? overall_verdict(judge(c)) : "failed"; }

std::string to_json(const StaticCertificate& c) {
  Json json;
  json["model"] = c.model;
  json["method"] = "static, " + c.method;
  json["status"] = c.status;
  json["message"] = c.message;
  json["stability"] = c.determined ? name(c.stability) : "not determined";
  json["unstable_directions"] = c.unstable_directions;
  json["neutral_directions"] = c.neutral_directions;
  json["degrees_of_freedom"] = c.degrees_of_freedom;
  json["load_factor"] = c.load_factor;
  json["residual"] = c.residual;
  json["force_scale"] = c.force_scale;
  json["constraint_position_max"] = c.constraint_position_max;
  json["potential_energy"] = c.potential_energy;
  json["newton_iterations"] = c.iterations;
  json["factorizations"] = c.factorizations;
  json["load_cuts"] = c.load_cuts;
  json["unstable_equilibria_left"] = c.unstable_equilibria_left;
  json["path_unstable_from"] = json_or_null(c.path_unstable_from);
  json["place_uncertainty"] = c.place_uncertainty;
  json["limit_points"] = c.limit_factors.size();
  for (std::size_t i = 0; i < c.limit_factors.size(); ++i)
    json[fmt::format("limit_factor_{}", i + 1)] = c.limit_factors[i];
  json["spin"] = c.spin;
  json["coordinates"] = c.coordinates;
  json["constraints"] = c.constraints;
  json["points"] = c.points;
  json["wall_seconds"] = c.wall_seconds;
  json["version"] = version();
  json["verdict"] = overall_verdict(c);
  json["findings"] = findings_json(judge(c));
  return json_lines(json, 240) + "\n";
}

}  // namespace invar
