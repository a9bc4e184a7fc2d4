// JournaledTable: a table whose rows also go to a journal of raw numbers, from which a run that is resumed writes the rows it
// had before. So every format of table can be resumed, and its file is the same as that of a run without interruption.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>

#include "invar/core/hash.h"
#include "invar/io/table_writer.h"

namespace invar {

class JournaledTable final : public TableWriter {
 public:
  // The rows of an old journal that belong to a checkpoint.
  struct KeptRows {
    long long count;
    std::string hash;
  };
  // Begins a new journal, or goes on after the rows of an old one. The table has to outlive it.
  JournaledTable(TableWriter& table, const std::string& path, std::optional<KeptRows> resumed);
  ~JournaledTable() override;

  // All rows so far are on the disk; their checksum.
  std::string sync();

  void finish(const std::string& certificate_json) override { table_.finish(certificate_json); }
  bool keep_state(const std::vector<std::string>& coordinate_names) override;
  void state(Vec q, Vec v) override;
  bool keep_report(const PackedReport& report) override { return table_.keep_report(report); }

 protected:
  void do_begin() override;
  void do_row(std::span<const double> values) override;

 private:
  void see(const double* numbers, std::size_t count);
  void write(const double* numbers, std::size_t count);
  void replay();

  TableWriter& table_;
  std::string path_;
  std::optional<KeptRows> resumed_;
  std::uint64_t hash_ = kEmptyHash;
  std::FILE* file_ = nullptr;
  std::size_t coordinates_ = 0;  // of the state, if it is kept
  bool replaying_ = false;
};

}  // namespace invar
