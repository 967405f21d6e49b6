# The generator's files in a few dozen translation units, for compilers that
# take longer to start and to read headers than to compile a file without
# optimization. Not for what users get: a compiler then optimizes otherwise.
# Included by the main file, which has found generator_sources.

execute_process(
  COMMAND /usr/bin/python3 -B ${CMAKE_SOURCE_DIR}/cmake/together.py
    ${generator_sources}
  OUTPUT_VARIABLE source_groups OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
# Files that change may name other things.
file(GLOB_RECURSE generator_headers ${CMAKE_SOURCE_DIR}/generator/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${CMAKE_SOURCE_DIR}/cmake/together.py ${generator_sources}
  ${generator_headers})
set_target_properties(foucault_generator PROPERTIES
  UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
string(REPLACE ";" "=" source_groups "${source_groups}")
string(REPLACE "\n" ";" source_groups "${source_groups}")
foreach(row IN LISTS source_groups)
  string(REGEX MATCH "^(.*)=([0-9]+)$" unused "${row}")
  set_source_files_properties(${CMAKE_MATCH_1} PROPERTIES
    UNITY_GROUP ${CMAKE_MATCH_2})
endforeach()
