# Libraries without a dependable CMake package, as targets invar::klu, invar::hdf5 and invar::yaml. This file is used by
# the build and, installed beside invarConfig.cmake, by projects that use the package, so both find the same things.
#
# KLU (LGPL) has no CMake package in Debian 12. HDF5 has one only through the module FindHDF5, which needs the C language
# enabled in the user's project; the header and the library found by name do not.
find_path(INVAR_KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
find_library(INVAR_KLU_LIBRARY klu)
find_path(INVAR_HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(INVAR_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
mark_as_advanced(INVAR_KLU_INCLUDE_DIR INVAR_KLU_LIBRARY INVAR_HDF5_INCLUDE_DIR INVAR_HDF5_LIBRARY)

foreach(name IN ITEMS klu hdf5)
  string(TOUPPER ${name} upper)
  if(NOT INVAR_${upper}_INCLUDE_DIR OR NOT INVAR_${upper}_LIBRARY)
    message(FATAL_ERROR "invar: the library ${name} was not found (header: ${INVAR_${upper}_INCLUDE_DIR}, library: "
      "${INVAR_${upper}_LIBRARY}). On Debian run script/bootstrap, or install libsuitesparse-dev and libhdf5-dev; "
      "elsewhere give its prefix with -DCMAKE_PREFIX_PATH=...")
  endif()
  if(NOT TARGET invar::${name})
    add_library(invar::${name} INTERFACE IMPORTED)
    set_target_properties(invar::${name} PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${INVAR_${upper}_INCLUDE_DIR}"
      INTERFACE_LINK_LIBRARIES "${INVAR_${upper}_LIBRARY}")
  endif()
endforeach()

# yaml-cpp renamed its target between 0.7 and 0.8.
if(NOT TARGET invar::yaml)
  add_library(invar::yaml INTERFACE IMPORTED)
  if(TARGET yaml-cpp::yaml-cpp)
    set_target_properties(invar::yaml PROPERTIES INTERFACE_LINK_LIBRARIES yaml-cpp::yaml-cpp)
  else()
    set_target_properties(invar::yaml PROPERTIES INTERFACE_LINK_LIBRARIES yaml-cpp)
  endif()
endif()
