// The table of the events of a run, beside its table over time: run.csv has run.events.csv.
#pragma once

#include <optional>
#include <string>

#include "invar/audit/certificate.h"

namespace invar::app {

// Nothing without events, without a table, or where the table is no CSV file.
void write_events_beside(const std::optional<std::string>& table, const Certificate& certificate);

}  // namespace invar::app
