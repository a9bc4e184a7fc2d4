#include "events_table.h"

#include <fmt/format.h>

#include "invar/io/atomic_file.h"

namespace invar::app {

namespace {

// Of names with quotes in them: they are doubled.
std::string csv_text(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

}  // namespace

void write_events_beside(const std::optional<std::string>& table, const Certificate& certificate) {
  constexpr std::string_view kEnding = ".csv";
  if (certificate.events.empty() || !table || !table->ends_with(kEnding)) return;
  std::string text = "t,name,work_drives,work_events,dissipated,degrees_of_freedom\n";
  for (const EventRecord& e : certificate.events)
    text += fmt::format("{:.17g},{},{:.17g},{:.17g},{:.17g},{}\n", e.t, csv_text(e.name), e.work_drives, e.work_events,
                        e.dissipated, e.degrees_of_freedom < 0 ? "" : std::to_string(e.degrees_of_freedom));
  AtomicFile file(table->substr(0, table->size() - kEnding.size()) + ".events.csv");
  file.write(text);
  file.complete();
  file.commit();
}

}  // namespace invar::app
