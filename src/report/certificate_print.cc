// The certificate for people.
//
//   slider_crank, method ep (order=2), step 0.001 s
//   completed at t = 10 s in 0.41 s
//   10000 steps, 20113 iterations, 10017 factorizations
//   30 coordinates, 29 constraints (2 redundant), 3 degrees of freedom
//
//     [ok] constraints, positions       3.1e-16        holds at round-off
//     [!!] energy balance                 0.015 J      large, 0.12 of 0.125 J
#include <fmt/format.h>

#include <ostream>

#include "invar/audit/findings.h"

namespace invar {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kShownEvents = 12;

std::string counted(long long count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

class Printer {
 public:
  Printer(const Certificate& certificate, std::ostream& out, bool color) : c_(certificate), out_(out), color_(color) {}

  void print() {
    header();
    if (!c_.energy_balance_error_max) {  // there were no steps to audit
      line("  nothing was simulated");
      line(fmt::format("  {:<24}{:>16.9g} J", "energy at the start", c_.energy_initial));
      return;
    }
    for (const Finding& finding : judge(c_)) show(finding);
    line("");
    ledger();
    if (!c_.results.empty()) line("");
    for (const NamedResult& result : c_.results) line(fmt::format("  {:<24}{:>16.9g}", result.name, result.value));
  }

 private:
  void line(const std::string& text) { out_ << text << '\n'; }
  std::string painted(const char* code, const std::string& text) const {
    return color_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }

  void header() {
    std::string how = fmt::format(", method {}", c_.method);
    if (!c_.options.empty()) how += fmt::format(" ({})", c_.options);
    if (c_.step) how += fmt::format(", step {:.6g} s", *c_.step);
    if (c_.tolerance) how += fmt::format(", tolerance {:.3g}", *c_.tolerance);
    // Method and options may be long: broken at blanks, with the name of the model on the first line.
    std::string text = c_.model;
    bool first = true;
    const auto flush = [&] {
      line(first ? painted("1", c_.model) + text.substr(c_.model.size()) : text);
      first = false;
    };
    for (std::size_t at = 0; at < how.size();) {
      const std::size_t end = std::min(how.find(' ', at + 1), how.size());
      if (text.size() + end - at > kWidth && text.size() > c_.model.size()) {
        flush();
        text = "  " + how.substr(at + 1, end - at - 1);
      } else {
        text += how.substr(at, end - at);
      }
      at = end;
    }
    flush();
    std::string counts = counted(c_.steps, "step");
    if (c_.rejected_steps > 0) counts += fmt::format(" ({} rejected)", c_.rejected_steps);
    if (c_.newton_iterations > 0) counts += fmt::format(", {} iterations", c_.newton_iterations);
    if (c_.factorizations > 0) counts += fmt::format(", {} factorizations", c_.factorizations);
    if (c_.completed()) {
      line(fmt::format("{} at t = {:.6g} s in {:.3g} s", painted("32", "completed"), c_.t_reached, c_.wall_seconds));
    } else {
      line(fmt::format("{} at t = {:.6g} s of {:.6g} s after {:.3g} s", painted("31", c_.status), c_.t_reached,
                       c_.t_end, c_.wall_seconds));
      if (!c_.message.empty()) line(c_.message);
    }
    line(counts);
    const std::string redundant =
        c_.redundant_constraints > 0 ? fmt::format(" ({} redundant)", c_.redundant_constraints) : "";
    line(fmt::format("{}, {}{}, {} of freedom", counted(c_.coordinates, "coordinate"),
                     counted(c_.constraints, "constraint"), redundant, counted(c_.degrees_of_freedom, "degree")));
    line("");
  }

  void show(const Finding& f) {
    static constexpr const char* kMarks[] = {"[ok]", "[ ~]", "[!!]", "[--]", "[ ?]"};
    static constexpr const char* kColors[] = {"32", "33", "31", "2", "2"};
    const auto i = static_cast<int>(f.verdict);
    if (f.name == "warning") {
      warning(f.sentence);
      return;
    }
    const std::string value = f.value ? fmt::format("{:.2g}", *f.value) : "", unit = f.value ? f.unit : "";
    line(fmt::format("  {} {:<27}{:>9} {:<6} {}", painted(kColors[i], kMarks[i]), f.name, value, unit, f.sentence));
    for (const std::string& text : f.more) below(text);
  }

  // Broken at blanks, under the names of the lines above.
  void below(const std::string& text) {
    std::string current = "      ";
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (current.size() + 1 + end - at > kWidth && current.size() > 6) {
        line(current);
        current = "      ";
      }
      current += " " + text.substr(at, end - at);
      at = end + 1;
    }
    line(current);
  }

  // Broken at blanks, below its mark.
  void warning(const std::string& text) {
    const std::string mark = "  " + painted("31", "[!!]") + " ", margin = "       ";
    std::string words;
    bool first = true;
    const auto flush = [&] {
      line((first ? mark : margin) + words);
      first = false;
    };
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (!words.empty() && margin.size() + words.size() + 1 + end - at > kWidth) {
        flush();
        words.clear();
      }
      words += (words.empty() ? "" : " ") + text.substr(at, end - at);
      at = end + 1;
    }
    flush();
  }

  void ledger() {
    line(fmt::format("  {:<24}{:>16.9g} J", "energy at the start", c_.energy_initial));
    line(fmt::format("  {:<24}{:>16.9g} J", "energy at the end", c_.energy_final));
    entry("work of forces", c_.work_applied);
    entry("work of drives", c_.work_drives);
    entry("dissipated", c_.dissipated_physical);
    entry("dissipated by method", c_.dissipated_numerical);
    entry("work of events", c_.work_events);
    entry("dissipated by events", c_.dissipated_events);
    events();
  }
  // The first of them with what they cost.
  void events() {
    if (c_.event_count == 0) return;
    line("");
    for (std::size_t i = 0; i < std::min(kShownEvents, c_.events.size()); ++i) {
      const EventRecord& e = c_.events[i];
      std::string text = fmt::format("  t = {:.10g} s: {}", e.t, e.name);
      if (e.work_drives != 0) text += fmt::format(", work of drives {:.6g} J", e.work_drives);
      if (e.work_events != 0) text += fmt::format(", work {:.6g} J", e.work_events);
      if (e.dissipated != 0) text += fmt::format(", dissipated {:.6g} J", e.dissipated);
      if (e.degrees_of_freedom >= 0)
        text += fmt::format(", {} degree{} of freedom", e.degrees_of_freedom, e.degrees_of_freedom == 1 ? "" : "s");
      line(text);
    }
    const long long more = c_.event_count - static_cast<long long>(std::min(kShownEvents, c_.events.size()));
    if (more > 0) line(fmt::format("  and {} more events", more));
  }
  // What did not happen needs no line.
  void entry(const char* name, double value) {
    if (value != 0) line(fmt::format("  {:<24}{:>16.9g} J", name, value));
  }

  const Certificate& c_;
  std::ostream& out_;
  bool color_;
};

}  // namespace

void print_readable(const Certificate& certificate, std::ostream& out, bool color) {
  Printer(certificate, out, color).print();
}

}  // namespace invar
