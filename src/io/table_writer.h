// Tables of results: a row each recorded instant, a column each channel, the first column is the time `t`.
//
//   auto writer = make_table_writer("run.h5");         // or .csv; errors about the path come here
//   writer->begin({"t", "tip.position.x"}, {"s", "m"});
//   if (const Status status = writer->row(values); !status.ok()) ...   // not finite: end the run
//   writer->finish(to_json(certificate));              // only now the file appears under its name
//
// A writer that is destroyed without finish() leaves nothing behind and an older file as it was. A run that stops early
// still calls finish(): what was computed so far is written.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "invar/core/status.h"
#include "invar/core/types.h"

namespace invar {

struct PackedReport;

class TableWriter {
 public:
  virtual ~TableWriter() = default;

  void begin(std::vector<std::string> names, std::vector<std::string> units);
  // A row with a number that is not finite is not written; the status names the channel and the time.
  [[nodiscard]] Status row(std::span<const double> values);
  virtual void finish(const std::string& certificate_json) = 0;

  // Full state beside the channels; false where the format has no place for it (CSV). To be called before begin(); then
  // each row() is followed by one state().
  virtual bool keep_state(std::vector<std::string> /*coordinate_names*/) { return false; }
  virtual void state(Vec /*q*/, Vec /*v*/) {}

  // A report page beside the channels; false where the format has no place for it. To be called before finish().
  virtual bool keep_report(const PackedReport&) { return false; }

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& units() const { return units_; }
  long long rows() const { return rows_; }

 protected:
  virtual void do_begin() = 0;
  virtual void do_row(std::span<const double> values) = 0;

 private:
  std::vector<std::string> names_, units_;
  long long rows_ = 0;
};

// By the ending of the name: .csv or .h5. Throws ModelError for other endings and for paths that cannot be written.
std::unique_ptr<TableWriter> make_table_writer(const std::string& path);
// Only the check of the ending.
void check_table_path(const std::string& path);

// A table read back. The units, the certificate and the state are empty where the file has none.
struct Table {
  std::vector<std::string> names, units;
  std::vector<std::vector<double>> columns;
  std::string certificate_json;
  std::vector<std::string> coordinate_names;
  std::vector<std::vector<double>> q, v;  // rows of state/q and state/v

  std::size_t rows() const { return columns.empty() ? 0 : columns[0].size(); }
  // Throws ModelError with the nearest name.
  const std::vector<double>& column(std::string_view name) const;
};

// By the ending; throws ModelError with the line for a broken CSV file.
Table read_table(const std::string& path);

}  // namespace invar
