# The headers that programs include, and those that these need in turn: both are installed, only the former are documented
# (docs/api.md) and tested to compile alone.
set(INVAR_PUBLIC_HEADERS
  invar.h
  core/archive.h core/catalog.h core/error.h core/layout.h core/state.h core/status.h core/types.h core/version.h
  functions/function1d.h functions/function1d_callable.h
  spec/model_file.h spec/params.h spec/schema.h spec/typed_value.h spec/value.h
  terms/constraint.h terms/force.h terms/memory_force.h terms/pfaffian.h terms/potential.h
  discrete/gonzalez.h discrete/invariant_force.h discrete/invariant_potential.h discrete/length_law.h
  discrete/quadratic_map.h
  parts/body.h parts/force_part.h parts/joint.h parts/part_builder.h parts/read_places.h parts/road.h
  model/catalogs.h model/model.h model/model_builder.h model/run_spec.h
  model/params/bodies.h model/params/drives.h model/params/elements.h model/params/forces.h model/params/joints.h
  model/params/markers.h model/params/methods.h model/params/nonholonomic.h model/params/roads.h
  system/assembled_system.h system/mechanical_system.h
  solve/acceleration.h solve/initial_conditions.h
  integrators/integrator.h simulate/simulation.h
  audit/certificate.h audit/findings.h audit/static_certificate.h io/table_writer.h
  run/methods.h run/model_check.h run/model_simulation.h run/model_start.h run/modes_analysis.h run/run.h run/static_analysis.h
  verify/verified_run.h
  testing/check_integrator.h testing/check_term.h)

# What some headers below `root` include, directly or not, with the headers themselves.
function(find_included_headers root result)
  set(open ${ARGN})
  set(all "")
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST all)
      continue()
    endif()
    list(APPEND all ${header})
    file(STRINGS ${root}/${header} lines REGEX "^#include \"invar/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"invar/([^\"]*)\".*" "\\1" name "${line}")
      list(APPEND open ${name})
    endforeach()
  endwhile()
  set(${result} ${all} PARENT_SCOPE)
endfunction()
