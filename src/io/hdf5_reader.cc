// Reads the tables that Hdf5Writer writes; other 1-D datasets of numbers in the root group are taken as columns too.
#include "invar/core/error.h"
#include "invar/io/hdf5.h"
#include "invar/io/hdf5_handle.h"

namespace invar {

namespace {

std::vector<std::string> link_names(hid_t file) {
  // In the order of creation where the file remembers it, otherwise by name.
  const Hdf5Handle root(H5Gopen2(file, "/", H5P_DEFAULT)), creation(H5Gget_create_plist(root.get()));
  unsigned flags = 0;
  H5Pget_link_creation_order(creation.get(), &flags);
  const H5_index_t index = (flags & H5P_CRT_ORDER_INDEXED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    return 0;
  };
  hsize_t at = 0;
  H5Literate(file, index, H5_ITER_INC, &at, add, &names);
  return names;
}

// The numbers of a dataset of the given rank; false if it is something else.
bool read_numbers(const Hdf5Handle& dataset, int rank, std::vector<double>& values, hsize_t size[2]) {
  const Hdf5Handle space(H5Dget_space(dataset.get())), type(H5Dget_type(dataset.get()));
  if (H5Sget_simple_extent_ndims(space.get()) != rank || H5Tget_class(type.get()) != H5T_FLOAT) return false;
  H5Sget_simple_extent_dims(space.get(), size, nullptr);
  values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())));
  return values.empty() || H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
}

std::vector<std::vector<double>> read_states(hid_t file, const char* name, Table& table) {
  std::vector<std::vector<double>> rows;
  if (H5Lexists(file, "state", H5P_DEFAULT) <= 0 || H5Lexists(file, name, H5P_DEFAULT) <= 0) return rows;
  const Hdf5Handle dataset(H5Dopen2(file, name, H5P_DEFAULT));
  std::vector<double> values;
  hsize_t size[2] = {0, 0};
  if (!read_numbers(dataset, 2, values, size)) return rows;
  for (hsize_t i = 0; i < size[0]; ++i) {
    const double* row = values.data() + i * size[1];
    rows.emplace_back(row, row + size[1]);
  }
  table.coordinate_names = read_text_attribute(dataset.get(), "coordinates");
  return rows;
}

}  // namespace

Table read_hdf5(const std::string& path) {
  const Hdf5Quiet quiet;
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (!file.valid()) throw ModelError({path, 0, 0}, "", "cannot be read as HDF5", "is the name right?");
  Table table;
  for (const std::string& name : link_names(file.get())) {
    const Hdf5Handle dataset(H5Dopen2(file.get(), name.c_str(), H5P_DEFAULT));
    std::vector<double> values;
    hsize_t size[2] = {0, 0};
    if (!dataset.valid() || !read_numbers(dataset, 1, values, size)) continue;
    const auto unit = read_text_attribute(dataset.get(), "unit");
    table.names.push_back(name);
    table.units.push_back(unit.empty() ? "" : unit[0]);
    table.columns.push_back(std::move(values));
  }
  if (table.names.empty()) throw ModelError({path, 0, 0}, "", "has no channels", "expected 1-D datasets of numbers");
  const auto certificate = read_text_attribute(file.get(), "certificate");
  if (!certificate.empty()) table.certificate_json = certificate[0];
  table.q = read_states(file.get(), "state/q", table);
  table.v = read_states(file.get(), "state/v", table);
  return table;
}

}  // namespace invar
