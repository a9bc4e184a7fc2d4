// [Bauchau2003] sec. 6.3: two-bladed wind turbine on an elastic tower, EP and ED; fig. 9.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "reproduce/doc_block.h"
#include "reproduce/examples/list.h"
#include "reproduce/figures.h"
#include "reproduce/measure.h"
#include "reproduce/spinning_start.h"

namespace invar::reproduce {

namespace {

using plot::Dash;

constexpr const char* kModel = "bauchau_wind_turbine";
constexpr double kEnd = 10.47;                       // ten revolutions at 6 rad/s
constexpr double kLate = 5.2;                        // the loads and the tower's first swings are over
constexpr double kVariantEnd = 4, kAfterLoad = 2.5;  // of the variants

Settings settings(const std::string& method, double end = kEnd, const Overrides& set = {}) {
  Settings s{.method = method, .set = set, .step = 0.005, .end = end};
  s.outputs = {"blade_1.mid.shear_3", "blade_1.mid.moment_3", "blade_1.mid.shear_2", "blade_1.mid.force_1",
               "blade_1.mid.torsion", "blade_1.mid.moment_2", "rotor.torque",        "rotor.speed"};
  return s;
}

// Largest minus smallest between two instants.
double peak_to_peak(const Recording& run, const std::string& channel, double from, double to = kEnd + 1) {
  double low = INFINITY, high = -INFINITY;
  for (size_t k = 0; k < run.size(); ++k) {
    if (run.t()[k] < from || run.t()[k] > to) continue;
    low = std::min(low, run.column(channel)[k]);
    high = std::max(high, run.column(channel)[k]);
  }
  return high - low;
}

double late_mean(const Recording& run, const std::string& channel) {
  double sum = 0;
  int count = 0;
  for (size_t k = 0; k < run.size(); ++k)
    if (run.t()[k] >= kLate) sum += run.column(channel)[k], ++count;
  return sum / count;
}

// Third difference of a channel after kLate, over its range.
double late_roughness(const Recording& run, const std::string& channel) {
  std::vector<double> late;
  for (size_t k = 0; k < run.size(); ++k)
    if (run.t()[k] >= kLate) late.push_back(run.column("blade_1.mid." + channel)[k]);
  return roughness(late);
}

double ratio(const Recording& ep, const Recording& ed, const std::string& channel, double from, double to = kEnd + 1) {
  return peak_to_peak(ep, "blade_1.mid." + channel, from, to) / peak_to_peak(ed, "blade_1.mid." + channel, from, to);
}

// Started from the relative equilibrium of the spinning rotor, with the tip loads and half a second after them.
Recording from_equilibrium(const std::string& method, double step) {
  Settings s = settings(method, 2.5);
  s.step = step;
  return record_from_spin(kModel, s, "bearing_joint");
}

// Largest |a - b| of the flap shear at the instants of the coarse run, over the range of b.
double flap_shear_error(const Recording& coarse, const Recording& fine, size_t ratio) {
  const auto &a = coarse.column("blade_1.mid.shear_3"), &b = fine.column("blade_1.mid.shear_3");
  double largest = 0;
  for (size_t k = 0; k < a.size() && k * ratio < b.size(); ++k)
    largest = std::max(largest, std::abs(a[k] - b[k * ratio]));
  return largest / peak_to_peak(fine, "blade_1.mid.shear_3", 0);
}

// Per step: rounding adds up over the run.
double relative_balance(const Recording& run) {
  const Certificate& c = run.certificate;
  return c.energy_balance_error_max.value_or(NAN) / c.energy_initial / static_cast<double>(c.steps);
}

constexpr double kRoundOff = 1e-15;  // four units in the last place

// The same structure with something changed that the paper does not give, under both schemes.
struct Variant {
  std::string name, key;
  Recording ep, ed;
  double from;  // of the time in which peaks are taken
};

Variant run_variant(const std::string& name, const std::string& key, const Overrides& set) {
  // Less time than in Fig. 9; peaks after the tip loads.
  return {name, key, record(kModel, settings("ep", kVariantEnd, set)), record(kModel, settings("ed", kVariantEnd, set)),
          kAfterLoad};
}

std::string short_text(double x) {
  if (std::abs(x) >= 1e5) return fmt::format("{:.2e}", x);
  return std::abs(x) >= 100 ? fmt::format("{:.0f}", x) : fmt::format("{:.3g}", x);
}

PageTable variants_table(const std::vector<const Variant*>& variants) {
  PageTable table{
      "variants",
      "",
      "Variants of what the paper leaves open: peak to peak of EP over that of ED (the paper: 60 for the shear force, "
      "\u201csimilar\u201d for the moment), and the level of ED.",
      {"variant", "time", "*F*_{3}", "*M*_{3}", "edge shear", "flap moment", "axial force", "torsion",
       "*F*_{3} of ED (N)", "*M*_{3} of ED (N m)", "divided steps of EP"},
      {}};
  for (const Variant* v : variants) {
    std::vector<std::string> row{v->name,
                                 fmt::format("{:g} to {:g} s", v->from, std::round(100 * v->ed.t().back()) / 100)};
    for (const char* channel : {"shear_3", "moment_3", "shear_2", "moment_2", "force_1", "torsion"})
      row.push_back(short_text(ratio(v->ep, v->ed, channel, v->from)));
    for (const char* channel : {"blade_1.mid.shear_3", "blade_1.mid.moment_3"})
      row.push_back(short_text(peak_to_peak(v->ed, channel, v->from)));
    row.push_back(std::to_string(v->ep.certificate.rejected_steps));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Peak to peak after kLate, for docs/theory/beams.md.
PageTable levels_table(const Recording& ep, const Recording& ed) {
  PageTable table{"levels", "", "", {"", "`ep`", "`ed`", "ratio"}, {}};
  for (const auto& [name, channel, unit] : {std::tuple{"flap shear force F3", "shear_3", "N"},
                                            {"edgewise moment M3", "moment_3", "N m"},
                                            {"edge shear force", "shear_2", "N"},
                                            {"flapwise moment", "moment_2", "N m"},
                                            {"axial force", "force_1", "N"},
                                            {"torsion", "torsion", "N m"}}) {
    const std::string full = std::string("blade_1.mid.") + channel;
    table.rows.push_back({name, fmt::format("{:.3g} {}", peak_to_peak(ep, full, kLate), unit),
                          fmt::format("{:.3g} {}", peak_to_peak(ed, full, kLate), unit),
                          fmt::format("{:.3g}", ratio(ep, ed, channel, kLate))});
  }
  return table;
}

Figure history(const std::string& key, const std::string& number, const std::string& caption, const std::string& title,
               const Recording& ep, const Recording& ed,
               const std::vector<std::array<std::string, 3>>& panels) {  // channel, label, key
  Figure f{key, number, caption, {}};
  f.chart.title = title;
  for (const auto& [channel, label, column] : panels) {
    auto& panel = f.chart.add_panel("", {.label = "*t* (s)", .key = "t"}, {.label = label}, column);
    panel.add({.name = "EP",
               .key = column + "_ep",
               .x = ep.t(),
               .y = ep.column("blade_1.mid." + channel),
               .color = 1,
               .dash = Dash::kDashed});
    panel.add({.name = "ED", .key = column + "_ed", .x = ed.t(), .y = ed.column("blade_1.mid." + channel), .color = 0});
  }
  return f;
}

ExampleReport run() {
  const Variant plain{"as in Fig. 9: undeformed blades at full speed", "plain", record(kModel, settings("ep")),
                      record(kModel, settings("ed")), kLate};
  const Recording &ep = plain.ep, &ed = plain.ed;
  const Variant coupled = run_variant("material axes turned by 10\u00b0", "coupled", {{"coupling", "10*deg"}}),
                rest = run_variant("all at rest, the drive seizes the shaft", "rest", {{"start_speed", "0"}});
  const Variant spin{"relative equilibrium of the spinning rotor (ED with 2.5 ms)", "equilibrium",
                     from_equilibrium("ep", 0.005), from_equilibrium("ed", 0.0025), 0};
  const Recording &ed_fine = spin.ed, ed_coarse = from_equilibrium("ed", 0.02);
  Settings literal = settings("ed", 0.1);
  literal.options = {{"stage", "literal"}};
  const Recording ed_literal = record(kModel, literal);
  const Certificate& count = ed.certificate;

  ExampleReport report;
  report.settings = {
      {"tower", "4 cubic beam elements, clamped"},
      {"bed plate, nacelle, shaft", "one cubic element each"},
      {"hub, blades", "rigid; six cubic elements each"},
      {"joints", "revolute: yaw and tilt (held), shaft (driven), teeter (free)"},
      {"drive", "*\u03a9* = 6 rad/s from the start, ten revolutions, *h* = 5 ms"},
      {"loads", "*P*(*t*) of eq. (46) at both tips, along the rotor axis"},
      {"ED", "stage=galerkin, our form of the scheme, not the paper\u2019s literal one (which Fig. 4 uses)"}};
  report.notes = {
      "The paper takes its numbers from Stol et al. (1999), which was not available. Used are those of the AWT-27CR2, "
      "the machine behind that report, from the OpenFAST regression test; what is missing there is chosen as the model "
      "file says. Levels of forces therefore cannot be compared, only what the methods do.",
      "The paper does not say in which direction the tip loads act, which bending plane *F*_{3} and *M*_{3} belong to, "
      "or "
      "how the structure starts. Here axis 3 of a blade points out of the rotor plane: *F*_{3} is the flap shear, "
      "*M*_{3} "
      "the edgewise moment; the blades start undeformed at full speed.",
      fmt::format(
          "Fig. 9 is not reproduced with the data at hand, and the cause is not determined. The ratio of *F*_{{3}} is "
          "{:.2f}, not 60, and that of *M*_{{3}} {:.2f}. It depends on the section of the blades ({:.1f} and {:.1f} "
          "with turned material axes) and on the start ({:.1f} and {:.1f} from rest, {:.2f} and {:.2f} from the "
          "relative equilibrium); no variant gives both numbers of the paper, and none was chosen for its data.",
          ratio(ep, ed, "shear_3", kLate), ratio(ep, ed, "moment_3", kLate),
          ratio(coupled.ep, coupled.ed, "shear_3", kAfterLoad), ratio(coupled.ep, coupled.ed, "moment_3", kAfterLoad),
          ratio(rest.ep, rest.ed, "shear_3", kAfterLoad), ratio(rest.ep, rest.ed, "moment_3", kAfterLoad),
          ratio(spin.ep, spin.ed, "shear_3", 0), ratio(spin.ep, spin.ed, "moment_3", 0)),
      fmt::format("ED in the paper\u2019s literal form (stage=literal: strains and constraints at the stage value, one "
                  "multiplier "
                  "per constraint) reaches {:.4f} s on this model and stops.",
                  ed_literal.certificate.t_reached),
      fmt::format(
          "The paper counts 378 unknowns, 18 of them multipliers: three for each revolute joint and three for each "
          "blade root. Invar has {} coordinates and {} constraints, internal ones of the nodes included, {} degrees "
          "of freedom: five constraints for each revolute joint, three for the drives, and blades that share the node "
          "of the hub.",
          count.coordinates, count.constraints, count.degrees_of_freedom)};
  report.command = settings("ed").command(kModel);

  report.figures = {
      history("fig9", "Fig. 9",
              "Flap shear force and edgewise moment at mid-span. ED (our form, stage=galerkin): solid, EP: dashed. Not "
              "as in the "
              "paper, whose EP curves oscillate violently.",
              "mid-span shear force and bending moment over time", ep, ed,
              {{"shear_3", "*F*_{3} (N)", "F3"}, {"moment_3", "*M*_{3} (N m)", "M3"}}),
      history("coupled", "", "Variant: material axes turned by 10\u00b0, so that stretch and flap shear are coupled.",
              "mid-span shear force and bending moment over time, coupled section", coupled.ep, coupled.ed,
              {{"shear_3", "*F*_{3} (N)", "F3"}, {"moment_3", "*M*_{3} (N m)", "M3"}}),
      history("rest", "", "Variant: all at rest at the start, the drive seizes the shaft at 6 rad/s.",
              "mid-span shear force and bending moment over time, start at rest", rest.ep, rest.ed,
              {{"shear_3", "*F*_{3} (N)", "F3"}, {"moment_3", "*M*_{3} (N m)", "M3"}}),
      history("equilibrium", "", "Variant: start from the relative equilibrium of the spinning rotor.",
              "mid-span shear force and bending moment over time, start from equilibrium", spin.ep, spin.ed,
              {{"shear_3", "*F*_{3} (N)", "F3"}, {"moment_3", "*M*_{3} (N m)", "M3"}}),
      history("axial", "", "Ours: axial force at mid-span, where the oscillation of EP is in our model.",
              "mid-span axial force over time", ep, ed, {{"force_1", "*F*_{1} (N)", "F1"}})};
  report.tables = {variants_table({&plain, &coupled, &rest, &spin})};
  report.docs = {{"docs/theory/beams.md", "turbine", to_markdown(levels_table(ep, ed))},
                 {"docs/theory/beams.md", "turbine variants", to_markdown(report.tables[0])}};

  report.claims.push_back(
      {.key = "balance",
       .says = "The energy balance holds for both schemes: EP preserves, ED decays.",
       .where = "sec. 3, 4",
       .printed = {
           below("EP: |*E* \u2212 *E*_{0} \u2212 *W*| over the energy, per step", relative_balance(ep), kRoundOff),
           below("ED: the same with the dissipation", relative_balance(ed), kRoundOff),
           above("ED: dissipated by the method", ed.certificate.dissipated_numerical, 0, "J")}});
  report.claims.push_back(
      {.key = "violent",
       .says = "EP is unable to cope with the stiffness: violent oscillations of shear force and bending moment at "
               "each step.",
       .where = "Fig. 9",
       .expected = ClaimVerdict::kDoesNotHold,
       .printed = {above("EP: third difference of *F*_{3}, over its range (1: a pure zigzag)",
                         late_roughness(ep, "shear_3"), 0.5),
                   above("the same for *M*_{3}", late_roughness(ep, "moment_3"), 0.5)},
       .comment =
           "Not reproduced with the data at hand; the cause is not determined (see the variants). A curve that is "
           "\u201ccompletely obscured\u201d by oscillations at each step has a third difference of at least half its "
           "range."});
  report.claims.push_back(
      {.key = "eliminated",
       .says = "The dissipative nature of ED eliminates oscillations at each step.",
       .where = "Fig. 9",
       .printed = {below("ED: third difference of *F*_{3}, over its range", late_roughness(ed, "shear_3"), kVisible),
                   below("the same for *M*_{3}", late_roughness(ed, "moment_3"), kVisible),
                   below("the same for the axial force", late_roughness(ed, "force_1"), kVisible)}});
  report.claims.push_back({.key = "shear_ratio",
                           .says = "The peak-to-peak shear force is 60 times larger for EP than for ED.",
                           .where = "sec. 6.3",
                           .expected = ClaimVerdict::kDoesNotHold,
                           .printed = {near("*F*_{3}, peak to peak EP : ED", ratio(ep, ed, "shear_3", kLate), 60, 30)},
                           .comment = "Not reproduced with the data at hand; the cause is not determined."});
  report.claims.push_back({.key = "moment_ratio",
                           .says = "A similar behavior is observed for the mid-span bending moments.",
                           .where = "sec. 6.3",
                           .expected = ClaimVerdict::kDoesNotHold,
                           .printed = {near("*M*_{3}, peak to peak EP : ED", ratio(ep, ed, "moment_3", kLate), 60, 30)},
                           .comment = "Not reproduced with the data at hand; the cause is not determined."});
  report.claims.push_back(
      {.key = "variants",
       .says = "The ratio of the shear force depends on what the paper does not give: the section of the blades and "
               "the start.",
       .where = "ours; sec. 6.3",
       .printed =
           {above("*F*_{3}, EP : ED with material axes turned by 10\u00b0, over the plain ratio in the same time",
                  ratio(coupled.ep, coupled.ed, "shear_3", kAfterLoad) /
                      ratio(ep, ed, "shear_3", kAfterLoad, kVariantEnd),
                  1.5),
            above("the same from rest",
                  ratio(rest.ep, rest.ed, "shear_3", kAfterLoad) / ratio(ep, ed, "shear_3", kAfterLoad, kVariantEnd),
                  1.5),
            below("largest *M*_{3}, EP : ED, of all variants",
                  std::max({ratio(coupled.ep, coupled.ed, "moment_3", kAfterLoad),
                            ratio(rest.ep, rest.ed, "moment_3", kAfterLoad), ratio(spin.ep, spin.ed, "moment_3", 0)}),
                  30)},
       .ours = true,
       .comment = "Two mechanisms that let oscillations of EP into the shear force. Neither confirms the numbers of "
                  "the paper: "
                  "the moment stays below half of them in every variant."});
  report.claims.push_back(
      {.key = "axial",
       .says = "In our model it is axial force and torsion that oscillate at each step under EP, not the quantities of "
               "Fig. 9.",
       .where = "ours",
       .printed = {above("EP: third difference of the axial force, over its range", late_roughness(ep, "force_1"), 0.5),
                   above("axial force, peak to peak EP : ED", ratio(ep, ed, "force_1", kLate), 60),
                   above("torsion, the same", ratio(ep, ed, "torsion", kLate), 10)},
       .ours = true,
       .comment = "The centrifugal force acts suddenly on blades that start undeformed; each rings along its axis, "
                  "with a period "
                  "near the step."});
  report.claims.push_back(
      {.key = "large_steps",
       .says =
           "With ED large steps give the loads of small ones, where the rotor starts from its relative equilibrium.",
       .where = "ours",
       .printed =
           {near("*F*_{3}, peak to peak: ED with 20 ms over ED with 2.5 ms",
                 peak_to_peak(ed_coarse, "blade_1.mid.shear_3", 0) / peak_to_peak(ed_fine, "blade_1.mid.shear_3", 0), 1,
                 0.01),
            below("largest difference at an instant, over the range", flap_shear_error(ed_coarse, ed_fine, 8), 0.01)},
       .evidence = {below("EP with 5 ms from there: peak to peak of the axial force over that from undeformed blades",
                          peak_to_peak(spin.ep, "blade_1.mid.force_1", 0) / peak_to_peak(ep, "blade_1.mid.force_1", 0),
                          0.01)},
       .ours = true,
       .comment = "Without the shock of a sudden centrifugal force EP is smooth as well."});
  report.claims.push_back(
      {.key = "literal",
       .says = "The paper\u2019s literal form of ED cannot be used on these beams; ours can.",
       .where = "ours; sec. 4",
       .printed = {below("time reached, stage=literal", ed_literal.certificate.t_reached, 0.1, "s"),
                   above("time reached, stage=galerkin", ed.certificate.t_reached, kEnd - 1e-6, "s")},
       .ours = true,
       .comment = "Stage values are no configurations of the motion, and directors without inertia are left "
                  "undetermined there."});
  report.claims.push_back(
      {.key = "drive",
       .says = "The rotor turns at the prescribed speed, and a steady rotor needs no torque.",
       .where = "ours; sec. 6.3",
       .printed = {near("mean speed", late_mean(ed, "rotor.speed"), 6, 1e-3, "rad/s"),
                   below("ED: mean torque of the drive after 5 s, over the largest",
                         std::abs(late_mean(ed, "rotor.torque")) / max_abs(ed.column("rotor.torque")), 0.01)},
       .ours = true});
  return report;
}

}  // namespace

Example bauchau2003_wind_turbine() { return {"bauchau2003", "wind_turbine", "Wind turbine (sec. 6.3)", run}; }

}  // namespace invar::reproduce
