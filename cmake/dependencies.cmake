# Everything the library links against, found once for the build. All are Debian packages; script/bootstrap installs
# them. What only the program, the tests or the timing programs need is found in their own folders.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)
find_package(yaml-cpp REQUIRED)
include(${CMAKE_CURRENT_LIST_DIR}/plain_libraries.cmake)
