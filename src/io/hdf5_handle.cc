#include "invar/io/hdf5_handle.h"

namespace invar {

bool Hdf5Handle::close() {
  const hid_t id = std::exchange(id_, H5I_INVALID_HID);
  if (id < 0) return true;
  switch (H5Iget_type(id)) {
    case H5I_FILE:
      return H5Fclose(id) >= 0;
    case H5I_GROUP:
      return H5Gclose(id) >= 0;
    case H5I_DATASET:
      return H5Dclose(id) >= 0;
    case H5I_DATASPACE:
      return H5Sclose(id) >= 0;
    case H5I_DATATYPE:
      return H5Tclose(id) >= 0;
    case H5I_ATTR:
      return H5Aclose(id) >= 0;
    case H5I_GENPROP_LST:
      return H5Pclose(id) >= 0;
    default:
      return H5Idec_ref(id) >= 0;
  }
}

Hdf5Quiet::Hdf5Quiet() {
  [[maybe_unused]] static const herr_t once = H5dont_atexit();  // counts before H5open only
  H5open();
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5Quiet::~Hdf5Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

namespace {

Hdf5Handle text_type() {
  Hdf5Handle type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

bool write_texts(hid_t object, const char* name, const Hdf5Handle& space, const std::vector<const char*>& texts) {
  const Hdf5Handle type = text_type();
  const Hdf5Handle attribute(H5Acreate2(object, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT));
  return attribute.valid() && H5Awrite(attribute.get(), type.get(), texts.data()) >= 0;
}

}  // namespace

bool write_text_attribute(hid_t object, const char* name, const std::string& text) {
  return write_texts(object, name, Hdf5Handle(H5Screate(H5S_SCALAR)), {text.c_str()});
}

bool write_text_attribute(hid_t object, const char* name, const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const auto& text : texts) pointers.push_back(text.c_str());
  const hsize_t size = texts.size();
  return write_texts(object, name, Hdf5Handle(H5Screate_simple(1, &size, nullptr)), pointers);
}

std::vector<std::string> read_text_attribute(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const Hdf5Handle attribute(H5Aopen(object, name, H5P_DEFAULT));
  const Hdf5Handle stored(H5Aget_type(attribute.get()));
  if (H5Tget_class(stored.get()) != H5T_STRING || H5Tis_variable_str(stored.get()) <= 0) return {};
  const Hdf5Handle type = text_type();
  const Hdf5Handle space(H5Aget_space(attribute.get()));
  std::vector<char*> pointers(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get())), nullptr);
  if (pointers.empty() || H5Aread(attribute.get(), type.get(), pointers.data()) < 0) return {};
  std::vector<std::string> texts;
  texts.reserve(pointers.size());
  for (const char* pointer : pointers) texts.emplace_back(pointer ? pointer : "");
  H5Dvlen_reclaim(type.get(), space.get(), H5P_DEFAULT, pointers.data());
  return texts;
}

}  // namespace invar
