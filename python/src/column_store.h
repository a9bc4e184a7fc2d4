// Rows of channels kept in memory: what NumPy views without a copy.
#pragma once

#include "invar/io/table_writer.h"

namespace invar::python {

class ColumnStore final : public TableWriter {
 public:
  void finish(const std::string&) override {}
  bool keep_state(const std::vector<std::string>& coordinate_names) override;
  void state(Vec q, Vec v) override;

  std::size_t columns() const { return names().size(); }
  // Row by row.
  const std::vector<double>& numbers() const { return numbers_; }
  const std::vector<double>& q() const { return q_; }
  const std::vector<double>& v() const { return v_; }
  const std::vector<std::string>& coordinates() const { return coordinates_; }
  // The same rows to a file.
  void write_to(TableWriter& other) const;

 private:
  void do_begin() override {}
  void do_row(std::span<const double> values) override;

  std::vector<double> numbers_, q_, v_;
  std::vector<std::string> coordinates_;
};

}  // namespace invar::python
