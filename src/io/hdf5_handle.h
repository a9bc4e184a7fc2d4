// Owners and small helpers around the C interface of HDF5. They turn its return codes into ModelError.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>
#include <vector>

namespace invar {

// Any HDF5 identifier; released when it goes.
class Hdf5Handle {
 public:
  Hdf5Handle() = default;
  explicit Hdf5Handle(hid_t id) : id_(id) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Hdf5Handle() { close(); }

  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }
  // False if closing failed, which for a file means that its last data were not written.
  bool close();
  // Leaves it open for ever: HDF5 1.10 crashes when it closes a file that it could not write.
  void abandon() { id_ = H5I_INVALID_HID; }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

// Silences the error stack that HDF5 prints on stderr, and restores what was there. The first one also tells HDF5 to leave open
// files alone when the program ends, for the sake of those that were abandoned.
class Hdf5Quiet {
 public:
  Hdf5Quiet();
  ~Hdf5Quiet();
  Hdf5Quiet(const Hdf5Quiet&) = delete;
  Hdf5Quiet& operator=(const Hdf5Quiet&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

// Text attributes: UTF-8 of variable length, which h5py and MATLAB read as plain text.
bool write_text_attribute(hid_t object, const char* name, const std::string& text);
bool write_text_attribute(hid_t object, const char* name, const std::vector<std::string>& texts);
// Empty if there is no such attribute.
std::vector<std::string> read_text_attribute(hid_t object, const char* name);

}  // namespace invar
