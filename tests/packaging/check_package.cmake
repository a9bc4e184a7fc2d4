# The steps of the packaging test; each must succeed, and the programs must print what they should.
cmake_minimum_required(VERSION 3.25)
function(step what)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK_DIR} RESULT_VARIABLE code OUTPUT_VARIABLE output
    ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${what} failed (${code}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect program regex)
  step("running ${program}" ${WORK_DIR}/build/${program})
  if(NOT output MATCHES "${regex}")
    message(FATAL_ERROR "${program} printed\n${output}\nexpected\n${regex}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
file(COPY ${SOURCE_DIR}/docs/examples/swing.yaml DESTINATION ${WORK_DIR})
step("install" ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)

include(${SOURCE_DIR}/cmake/public_headers.cmake)
# The documentation lists every public header, and no other.
file(READ ${SOURCE_DIR}/docs/api.md api)
foreach(header IN LISTS INVAR_PUBLIC_HEADERS)
  string(FIND "${api}" "`${header}`" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "docs/api.md does not list the public header ${header}")
  endif()
endforeach()
string(REGEX MATCHALL "`[a-z0-9_/]+\\.h`" listed "${api}")
foreach(header IN LISTS listed)
  string(REPLACE "`" "" header ${header})
  if(NOT header IN_LIST INVAR_PUBLIC_HEADERS)
    message(FATAL_ERROR "docs/api.md lists ${header}, which is not public")
  endif()
endforeach()

# Installed headers include each other and what invar::invar brings along, nothing that is private to the library.
set(include ${WORK_DIR}/prefix/include)
file(GLOB_RECURSE headers ${include}/invar/*.h)
foreach(header IN LISTS headers)
  file(STRINGS ${header} lines REGEX "^#include [<\"](invar|hdf5|yaml-cpp|nlohmann|klu)")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include [<\"]([^>\"]*).*" "\\1" name "${line}")
    if(NOT EXISTS ${include}/${name})
      message(FATAL_ERROR "the installed ${header} includes ${name}, which is not installed")
    endif()
  endforeach()
endforeach()

step("configuring the consumer" ${CMAKE_COMMAND} -S ${CONSUMER_DIR} -B ${WORK_DIR}/build -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix
  -DINVAR_WANTED_VERSION=${EXPECTED_VERSION} -DRECIPES_DIR=${SOURCE_DIR}/docs/recipes
  -DEXAMPLES_DIR=${SOURCE_DIR}/examples -DLIBRARY_INCLUDE_DIR=${BUILD_DIR}/include "-DPUBLIC_HEADERS=${INVAR_PUBLIC_HEADERS}")
step("building the consumer" ${CMAKE_COMMAND} --build ${WORK_DIR}/build)
string(REPLACE "." "\\." version "${EXPECTED_VERSION}")
expect(consumer "^${version}\n$")
expect(run_a_model "swing, method ep .order=4.*completed at t = 10 s")
# The bob hangs 0.3 m below and spins about the vertical: E = 1/2 0.03 2^2 - 1 9.81 0.3, and ep keeps it.
expect(build_a_model "swing, method ep.*completed at t = 2 s")
expect(take_steps "^t = 5 s, E = -2\\.883 J\n$")
# E = -9.81 cos 2, which the control of energy keeps near.
expect(own_system "E = 4\\.08[0-9]* J\n$")
expect(check_a_term "^all promises kept\n$")
step("the installed program" ${WORK_DIR}/prefix/bin/invar --help)
# A model that ships, by its name, from the installed folder.
step("a model by its name" ${WORK_DIR}/prefix/bin/invar check four_bar)
file(RENAME ${WORK_DIR}/prefix ${WORK_DIR}/moved)
step("a model by its name after the package was moved" ${WORK_DIR}/moved/bin/invar run chain --end 0.1)
if(NOT output MATCHES "chain, method ep")
  message(FATAL_ERROR "invar run chain printed\n${output}")
endif()

# The examples. Their numbers follow from theory, given in each of them.
expect(four_bar "^t = 5 s, rocker at [-0-9.]+ rad, energy kept to rounding\n$")
expect(own_force "^speed 15\\.66[0-9]* m/s, limit 15\\.66[0-9]* m/s\n$")
expect(own_potential "^t = 100 s, energy kept to rounding\n$")
expect(own_joint "^radius 0\\.500000000000 m\n$")
expect(own_integrator "method semi_implicit_euler.*completed at t = 10 s")
expect(stop_at "^stopped by lowest_point, within 1e-6 s of the exact instant\n$")
expect(checkpoint "the same to the last bit\n$")
expect(beam "^tip -1\\.37[0-9]* mm, linear theory -1\\.37[0-9]* mm\n$")
expect(equilibrium "^stable, V . m g l = [0-9.]+e-1[0-9] J, 0\\.604505 Hz .0\\.604505 Hz by theory.\n$")
expect(parameter_study "stiffness 80 N m/rad: lowest position -0\\.[0-9]+ m\n$")
