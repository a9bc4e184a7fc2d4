# Warnings, sanitizers, compiler cache: one interface target that every Invar target links.
add_library(invar_options INTERFACE)
target_compile_options(invar_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  # GCC 12 warns of out-of-bounds copies inside std::string + std::string that are not there (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds> $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
  $<$<CONFIG:Release>:-O2>)
if(INVAR_SANITIZE STREQUAL "light")
  # Without the checks of null, alignment, vptr and object-size: the address sanitizer finds nearly all that they find, and they
  # make compilation cost half as much again.
  set(sanitizers address,bounds,signed-integer-overflow,integer-divide-by-zero,shift,unreachable,return,vla-bound,float-cast-overflow,enum,bool)
elseif(INVAR_SANITIZE)
  set(sanitizers address,undefined)
endif()
if(INVAR_SANITIZE)
  target_compile_options(invar_options INTERFACE -fsanitize=${sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(invar_options INTERFACE -fsanitize=${sanitizers})
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # The precompiled header needs this sloppiness; base_dir lets several checkouts share the cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
endif()
