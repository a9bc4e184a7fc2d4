// Tables as text: a header with the names, numbers with 17 significant digits, so that reading gives the same doubles.
// Units and certificate have no place in the file.
#pragma once

#include <fmt/format.h>

#include "invar/io/atomic_file.h"
#include "invar/io/table_writer.h"

namespace invar {

class CsvWriter final : public TableWriter {
 public:
  explicit CsvWriter(const std::string& path) : file_(path) {}
  void finish(const std::string& certificate_json) override;

 protected:
  void do_begin() override;
  void do_row(std::span<const double> values) override;

 private:
  void flush();

  AtomicFile file_;
  fmt::memory_buffer buffer_;
};

// Blanks around cells and empty lines are ignored; every row needs as many cells as the header.
Table read_csv(const std::string& path);

}  // namespace invar
