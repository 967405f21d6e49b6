# Files in a few dozen translation units, for compilers that take longer to
# start and to read headers than to compile a file (FOUCAULT_TOGETHER). Not for
# what users get: a compiler then optimizes otherwise.

# compile_together(TARGET FILE...)
function(compile_together target)
  execute_process(
    COMMAND /usr/bin/python3 -B ${CMAKE_SOURCE_DIR}/cmake/together.py ${ARGN}
    OUTPUT_VARIABLE source_groups OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  # Files that change may name other things.
  file(GLOB_RECURSE headers ${CMAKE_SOURCE_DIR}/generator/*.h
    ${CMAKE_SOURCE_DIR}/fmu_runtime/*.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/cmake/together.py ${ARGN} ${headers})
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    # The system's headers have given it a value. Names of other files are no
    # shadow: lint/ looks at each file by itself.
    UNITY_BUILD_CODE_BEFORE_INCLUDE "#undef _DEFAULT_SOURCE
#pragma GCC diagnostic ignored \"-Wshadow\"")
  string(REPLACE ";" "=" source_groups "${source_groups}")
  string(REPLACE "\n" ";" source_groups "${source_groups}")
  foreach(row IN LISTS source_groups)
    string(REGEX MATCH "^(.*)=([0-9]+)$" unused "${row}")
    set_source_files_properties(${CMAKE_MATCH_1} PROPERTIES
      UNITY_GROUP ${CMAKE_MATCH_2})
  endforeach()
endfunction()
