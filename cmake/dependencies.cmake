# Everything Invar links against, found once. All are Debian packages; script/bootstrap installs them.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(muparser REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(Threads REQUIRED)

# KLU (LGPL) has no CMake package in Debian 12.
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(KLU_LIBRARY klu REQUIRED)
if(NOT TARGET invar_klu)
  add_library(invar_klu INTERFACE IMPORTED)
  set_target_properties(invar_klu PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${KLU_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${KLU_LIBRARY}")
endif()
