#include "invar/io/hdf5_report.h"

#include "invar/core/error.h"

namespace invar {

namespace {

template <class Number>
hid_t memory_type() {
  return std::is_same_v<Number, float> ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

template <class Number>
bool write_numbers(hid_t group, const char* name, const std::vector<Number>& numbers, int columns) {
  const hsize_t width = static_cast<hsize_t>(columns > 0 ? columns : 1);
  const hsize_t size[2] = {numbers.size() / width, width};
  const Hdf5Handle space(H5Screate_simple(columns > 0 ? 2 : 1, size, nullptr));
  const hid_t stored = std::is_same_v<Number, float> ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
  const Hdf5Handle dataset(H5Dcreate2(group, name, stored, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  return dataset.valid() && (numbers.empty() || H5Dwrite(dataset.get(), memory_type<Number>(), H5S_ALL, H5S_ALL,
                                                         H5P_DEFAULT, numbers.data()) >= 0);
}

template <class Number>
bool read_numbers(hid_t group, const char* name, std::vector<Number>& numbers, int* columns) {
  if (H5Lexists(group, name, H5P_DEFAULT) <= 0) return false;
  const Hdf5Handle dataset(H5Dopen2(group, name, H5P_DEFAULT));
  const Hdf5Handle space(H5Dget_space(dataset.get()));
  hsize_t size[2] = {0, 0};
  if (H5Sget_simple_extent_ndims(space.get()) != (columns ? 2 : 1)) return false;
  H5Sget_simple_extent_dims(space.get(), size, nullptr);
  if (columns) *columns = static_cast<int>(size[1]);
  numbers.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())));
  return numbers.empty() ||
         H5Dread(dataset.get(), memory_type<Number>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) >= 0;
}

}  // namespace

bool write_packed_report(hid_t file, const PackedReport& report) {
  // The head may be longer than the 64 kB of an attribute in the object's header.
  const Hdf5Handle creation(H5Pcreate(H5P_GROUP_CREATE));
  H5Pset_attr_phase_change(creation.get(), 0, 0);
  const Hdf5Handle group(H5Gcreate2(file, "report", H5P_DEFAULT, creation.get(), H5P_DEFAULT));
  return group.valid() && write_text_attribute(group.get(), "head", report.head) &&
         write_text_attribute(group.get(), "steps", std::to_string(report.steps)) &&
         write_numbers(group.get(), "t", report.t, 0) &&
         write_numbers(group.get(), "values", report.values, report.columns) &&
         write_numbers(group.get(), "frame_t", report.frame_t, 0) &&
         write_numbers(group.get(), "frames", report.frames, report.width);
}

PackedReport read_packed_report(const std::string& path) {
  const Hdf5Quiet quiet;
  const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (!file.valid())
    throw ModelError({path, 0, 0}, "", "cannot be read as HDF5", "give a result of invar run `out` FILE.h5");
  if (H5Lexists(file.get(), "report", H5P_DEFAULT) <= 0)
    throw ModelError(
        {path, 0, 0}, "", "has no data for a report page",
        "it comes from an older version or another program; run the model again with `out` FILE.h5 or `report`");
  const Hdf5Handle group(H5Gopen2(file.get(), "report", H5P_DEFAULT));
  PackedReport report;
  const auto head = read_text_attribute(group.get(), "head"), steps = read_text_attribute(group.get(), "steps");
  const bool good = !head.empty() && !steps.empty() && read_numbers(group.get(), "t", report.t, nullptr) &&
                    read_numbers(group.get(), "values", report.values, &report.columns) &&
                    read_numbers(group.get(), "frame_t", report.frame_t, nullptr) &&
                    read_numbers(group.get(), "frames", report.frames, &report.width) &&
                    report.values.size() == report.t.size() * static_cast<std::size_t>(report.columns) &&
                    report.frames.size() == report.frame_t.size() * static_cast<std::size_t>(report.width);
  if (!good)
    throw ModelError({path, 0, 0}, "report", "is not complete", "run the model again with `out` FILE.h5 or `report`");
  report.head = head[0];
  report.steps = std::strtoll(steps[0].c_str(), nullptr, 10);
  return report;
}

}  // namespace invar
