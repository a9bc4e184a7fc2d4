# The installed package: bin/invar, the library, headers as <invar/...>, and `find_package(invar)` -> invar::invar.
include(CMakePackageConfigHelpers)
set(INVAR_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/invar)

install(TARGETS invar EXPORT invarTargets)
install(TARGETS invar_app)
include(${CMAKE_CURRENT_LIST_DIR}/public_headers.cmake)
find_included_headers(${CMAKE_SOURCE_DIR}/src headers ${INVAR_PUBLIC_HEADERS})
foreach(header IN LISTS headers)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${CMAKE_SOURCE_DIR}/src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/invar/${folder})
endforeach()
# `invar run NAME` and `invar gallery` find them beside the program.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/models DESTINATION ${CMAKE_INSTALL_DATADIR}/invar)
install(EXPORT invarTargets NAMESPACE invar:: DESTINATION ${INVAR_CMAKE_DIR})

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/invarConfig.cmake.in ${CMAKE_BINARY_DIR}/invarConfig.cmake
  INSTALL_DESTINATION ${INVAR_CMAKE_DIR})
# Before 1.0 a minor version may break users, so 0.2 does not satisfy a request for 0.1.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/invarConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/invarConfig.cmake ${CMAKE_BINARY_DIR}/invarConfigVersion.cmake
              ${CMAKE_SOURCE_DIR}/cmake/plain_libraries.cmake
        DESTINATION ${INVAR_CMAKE_DIR})
