# The steps of the packaging test; each must succeed, and the programs must print what they should.
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

# Installed headers include each other and what invar::invar brings along, nothing that is private to the library.
set(include ${WORK_DIR}/prefix/include)
file(GLOB_RECURSE headers ${include}/invar/*.h)
foreach(header IN LISTS headers)
  file(STRINGS ${header} lines REGEX "^#include [<\"](invar|hdf5|yaml-cpp|muParser|klu)")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include [<\"]([^>\"]*).*" "\\1" name "${line}")
    if(NOT EXISTS ${include}/${name})
      message(FATAL_ERROR "the installed ${header} includes ${name}, which is not installed")
    endif()
  endforeach()
endforeach()

step("configuring the consumer" ${CMAKE_COMMAND} -S ${CONSUMER_DIR} -B ${WORK_DIR}/build -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix
  -DINVAR_WANTED_VERSION=${EXPECTED_VERSION} -DRECIPES_DIR=${SOURCE_DIR}/docs/recipes)
step("building the consumer" ${CMAKE_COMMAND} --build ${WORK_DIR}/build)
string(REPLACE "." "\\." version "${EXPECTED_VERSION}")
expect(consumer "^${version}\n$")
expect(run_a_model "swing, method ep .order=4.*completed at t = 10 s")
# The bob hangs 0.3 m below and spins about the vertical: E = 1/2 0.03 2^2 - 1 9.81 0.3, and ep keeps it.
expect(take_steps "^t = 5 s, E = -2\\.883 J\n$")
# E = -9.81 cos 2, which the control of energy keeps near.
expect(own_system "E = 4\\.08[0-9]* J\n$")
expect(check_a_term "^all promises kept\n$")
step("the installed program" ${WORK_DIR}/prefix/bin/invar --help)
