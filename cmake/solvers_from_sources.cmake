# Solvers from their sources in FOUCAULT_SOLVER_SOURCES, just what is used of
# SUNDIALS and SuiteSparse (fmu_runtime/solvers/sources.txt). They are installed, too:
# FMUs for other machines are made from them.
#
# gives   solver_includes; solvers_of_program, with CVODE; solver_archives, in
#         which calls of malloc are renamed, made by target solvers_in_instance

set(solver_list ${CMAKE_SOURCE_DIR}/fmu_runtime/solvers/sources.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${solver_list})
set(solver_data ${CMAKE_BINARY_DIR}/share/foucault/solvers)

# It is small: it is copied when CMake runs.
file(COPY ${FOUCAULT_SOLVER_SOURCES}/sundials
          ${FOUCAULT_SOLVER_SOURCES}/suitesparse
     DESTINATION ${solver_data}
     FILES_MATCHING PATTERN "*.[ch]" PATTERN "LICENSE*")
configure_file(${solver_list} ${solver_data}/sources.txt COPYONLY)
foreach(name sundials_config.h sundials_export.h)
  configure_file(${CMAKE_SOURCE_DIR}/fmu_runtime/solvers/${name}
                 ${solver_data}/include/sundials/${name} COPYONLY)
endforeach()

include(cmake/listed_files.cmake)
listed_files(solver_includes ${solver_list} ${solver_data} include)
# Everything is compiled as it comes: without warnings, and without sanitizers.
function(add_solvers name)
  listed_files(files ${solver_list} ${solver_data} ${ARGN})
  add_library(${name} STATIC ${files})
  set_target_properties(${name} PROPERTIES C_STANDARD 99 C_EXTENSIONS ON
    C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} SYSTEM PRIVATE ${solver_includes})
  target_compile_options(${name} PRIVATE ${optimized} -w -ffunction-sections
    -fdata-sections)
  target_compile_definitions(${name} PRIVATE NTIMER) # no clock is asked
endfunction()

add_solvers(solvers_of_program sundials_core sundials_cvode)
set(solvers_of_program solvers_of_program)

add_solvers(solvers_in_instance sundials_core sundials_cvode sundials_ida
  sundials_kinsol amd colamd suitesparseconfig)
target_compile_definitions(solvers_in_instance PRIVATE
  malloc=foucault_solver_malloc calloc=foucault_solver_calloc
  realloc=foucault_solver_realloc free=foucault_solver_free)
set_target_properties(solvers_in_instance PROPERTIES
  ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/solvers
  OUTPUT_NAME all PREFIX "")
set(solver_archives ${CMAKE_BINARY_DIR}/solvers/all.a)

set(SUNDIALS_LICENSE ${solver_data}/sundials/LICENSE)
set(SUITESPARSE_LICENSE ${solver_data}/suitesparse/LICENSE.txt)
