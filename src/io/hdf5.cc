#include "invar/io/hdf5.h"

#include <unistd.h>

#include <optional>
#include <stdexcept>

#include "invar/io/atomic_file.h"
#include "invar/io/hdf5_handle.h"
#include "invar/io/hdf5_report.h"

namespace invar {

namespace {

// Rows collected before they are written, and rows per chunk. Shorter tables are written as they are, without chunks, so that
// thousands of channels of a short run make a small file.
constexpr hsize_t kBlock = 1024;
// States are wide; a chunk of one holds about this many numbers.
constexpr hsize_t kStateChunk = 16384;

Hdf5Handle create_file(const PendingFile& pending) {
  // Format 1.8: attributes may be larger than 64 kB (names of many coordinates), and links remember their order.
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS)), creation(H5Pcreate(H5P_FILE_CREATE));
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  H5Pset_link_creation_order(creation.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  Hdf5Handle file(H5Fcreate(pending.temporary().c_str(), H5F_ACC_TRUNC, creation.get(), access.get()));
  if (!file.valid()) fail_writing(pending.path(), "HDF5 cannot create the file");
  return file;
}

class Hdf5Writer final : public TableWriter {
 public:
  explicit Hdf5Writer(const std::string& path);
  ~Hdf5Writer() override;

  bool keep_state(const std::vector<std::string>& coordinate_names) override;
  void state(Vec q, Vec v) override;
  bool keep_report(const PackedReport& report) override;
  void finish(const std::string& certificate_json) override;

 protected:
  void do_begin() override;
  void do_row(std::span<const double> values) override;

 private:
  // A dataset that grows in its first dimension, and what is not yet written to it.
  struct Series {
    Hdf5Handle dataset;
    hsize_t width = 0;  // 0: one-dimensional
    hsize_t written = 0;
    std::vector<double> pending;
  };
  Series make_series(hid_t parent, const std::string& name, hsize_t width);
  // The datasets of the channels: of `rows`, or of an unknown number.
  void make_columns(std::optional<hsize_t> rows);
  Hdf5Handle make_dataset(hid_t parent, const std::string& name, const hsize_t* size, const hsize_t* max_size, int rank,
                          const Hdf5Handle& creation);
  void flush(Series& series);
  [[noreturn]] void fail(const std::string& reason = "HDF5 reports an error while writing");

  PendingFile pending_;
  Hdf5Quiet quiet_;
  Hdf5Handle file_;  // after pending_: closed before the temporary file is removed
  std::vector<Series> columns_;
  bool has_columns_ = false;  // their datasets exist
  std::vector<std::string> coordinate_names_;
  Series q_, v_;
};

Hdf5Writer::Hdf5Writer(const std::string& path) : pending_(path), file_(create_file(pending_)) {}

Hdf5Writer::~Hdf5Writer() {
  if (!file_.valid()) return;
  // Nobody wants this file any more. Its space is given back, but HDF5 keeps it open: closing it would write to a disk that
  // may be full.
  for (Series& series : columns_) series.dataset.abandon();
  q_.dataset.abandon();
  v_.dataset.abandon();
  file_.abandon();
  [[maybe_unused]] const int emptied = truncate(pending_.temporary().c_str(), 0);
}

void Hdf5Writer::fail(const std::string& reason) { fail_writing(pending_.path(), reason, "is the disk full?"); }

Hdf5Writer::Series Hdf5Writer::make_series(hid_t parent, const std::string& name, hsize_t width) {
  const int rank = width == 0 ? 1 : 2;
  const hsize_t size[2] = {0, width}, max_size[2] = {H5S_UNLIMITED, width};
  const hsize_t chunk[2] = {width == 0 ? kBlock : std::max<hsize_t>(1, std::min(kBlock, kStateChunk / width)), width};
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE));
  H5Pset_chunk(creation.get(), rank, chunk);
  // Names of coordinates outside of the header: no limit of 64 kB.
  if (width > 0) H5Pset_attr_phase_change(creation.get(), 0, 0);
  Series series;
  series.width = width;
  series.dataset = make_dataset(parent, name, size, max_size, rank, creation);
  return series;
}

Hdf5Handle Hdf5Writer::make_dataset(hid_t parent, const std::string& name, const hsize_t* size, const hsize_t* max_size,
                                    int rank, const Hdf5Handle& creation) {
  const Hdf5Handle space(H5Screate_simple(rank, size, max_size));
  Hdf5Handle dataset(
      H5Dcreate2(parent, name.c_str(), H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT));
  if (!dataset.valid()) fail("HDF5 cannot create the dataset \"" + name + "\"");
  return dataset;
}

void Hdf5Writer::make_columns(std::optional<hsize_t> rows) {
  const Hdf5Handle plain(H5Pcreate(H5P_DATASET_CREATE));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Series& column = columns_[i];
    column.dataset = rows ? make_dataset(file_.get(), names()[i], &*rows, nullptr, 1, plain)
                          : make_series(file_.get(), names()[i], 0).dataset;
    if (!write_text_attribute(column.dataset.get(), "unit", units()[i])) fail();
  }
  has_columns_ = true;
}

void Hdf5Writer::flush(Series& series) {
  if (series.pending.empty()) return;
  const hsize_t width = std::max<hsize_t>(1, series.width);
  const hsize_t rows = series.pending.size() / width;
  const int rank = series.width == 0 ? 1 : 2;
  const hsize_t size[2] = {series.written + rows, width}, start[2] = {series.written, 0}, count[2] = {rows, width};
  bool good = H5Dset_extent(series.dataset.get(), size) >= 0;
  const Hdf5Handle target(H5Dget_space(series.dataset.get())), source(H5Screate_simple(rank, count, nullptr));
  good = good && H5Sselect_hyperslab(target.get(), H5S_SELECT_SET, start, nullptr, count, nullptr) >= 0 &&
         H5Dwrite(series.dataset.get(), H5T_NATIVE_DOUBLE, source.get(), target.get(), H5P_DEFAULT,
                  series.pending.data()) >= 0;
  if (!good) fail();
  series.written += rows;
  series.pending.clear();
}

bool Hdf5Writer::keep_state(const std::vector<std::string>& coordinate_names) {
  if (!columns_.empty()) throw std::logic_error("keep_state comes before begin");
  coordinate_names_ = coordinate_names;
  return true;
}

void Hdf5Writer::do_begin() {
  columns_.resize(names().size());
  if (coordinate_names_.empty()) return;
  const Hdf5Handle group(H5Gcreate2(file_.get(), "state", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  for (auto [series, name] : {std::pair{&q_, "q"}, std::pair{&v_, "v"}}) {
    *series = make_series(group.get(), name, coordinate_names_.size());
    if (!write_text_attribute(series->dataset.get(), "coordinates", coordinate_names_)) {
      fail();
    }
  }
}

void Hdf5Writer::do_row(std::span<const double> values) {
  const bool full = columns_[0].pending.size() >= kBlock;
  if (full && !has_columns_) make_columns({});
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (full) flush(columns_[i]);
    columns_[i].pending.push_back(values[i]);
  }
}

void Hdf5Writer::state(Vec q, Vec v) {
  const auto add = [this](Series& series, Vec x) {
    if (static_cast<std::size_t>(x.size()) != coordinate_names_.size()) {
      throw std::logic_error("a state of a table has the wrong size");
    }
    series.pending.insert(series.pending.end(), x.data(), x.data() + x.size());
    if (series.pending.size() >= kStateChunk) flush(series);
  };
  if (coordinate_names_.empty()) return;
  add(q_, q);
  add(v_, v);
}

bool Hdf5Writer::keep_report(const PackedReport& report) {
  if (!write_packed_report(file_.get(), report)) fail();
  return true;
}

void Hdf5Writer::finish(const std::string& certificate_json) {
  if (has_columns_) {
    for (Series& series : columns_) flush(series);
  } else if (!columns_.empty()) {
    make_columns(columns_[0].pending.size());
    for (const Series& column : columns_)
      if (!column.pending.empty() &&
          H5Dwrite(column.dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, column.pending.data()) < 0)
        fail();
  }
  flush(q_);
  flush(v_);
  columns_.clear();
  q_.dataset.close();
  v_.dataset.close();
  if (!write_text_attribute(file_.get(), "certificate", certificate_json) || !file_.close()) fail();
  pending_.commit();
}

}  // namespace

std::unique_ptr<TableWriter> make_hdf5_writer(const std::string& path) { return std::make_unique<Hdf5Writer>(path); }

}  // namespace invar
