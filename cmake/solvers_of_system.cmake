# Solvers that are installed: static SUNDIALS 6.4 to 7.x, AMD, COLAMD.
#
# gives   solver_includes; solvers_of_program, with CVODE; solver_archives, in
#         which calls of malloc are renamed, made by target solvers_in_instance

find_path(SUNDIALS_INCLUDE_DIR NAMES cvode/cvode.h REQUIRED)
# Version 7 has a library of what its solvers share, and its headers may ask for
# those of MPI (Debian's do), of which nothing is used.
file(STRINGS ${SUNDIALS_INCLUDE_DIR}/sundials/sundials_config.h sundials_config
     REGEX "define SUNDIALS_(VERSION |MPI_ENABLED)")
string(REGEX MATCH "VERSION \"([0-9.]+)" unused "${sundials_config}")
set(SUNDIALS_VERSION ${CMAKE_MATCH_1})
if(SUNDIALS_VERSION VERSION_LESS 6.4 OR NOT SUNDIALS_VERSION VERSION_LESS 8)
  message(FATAL_ERROR "SUNDIALS 6.4 to 7.x is needed, and "
          "${SUNDIALS_INCLUDE_DIR} has ${SUNDIALS_VERSION}")
endif()
set(sundials_core "")
if(NOT SUNDIALS_VERSION VERSION_LESS 7)
  set(sundials_core sundials_core)
  if(sundials_config MATCHES "MPI_ENABLED 1")
    find_path(MPI_INCLUDE_DIR NAMES mpi.h PATH_SUFFIXES mpi openmpi mpich
              REQUIRED)
  endif()
endif()
find_path(SUITESPARSE_INCLUDE_DIR NAMES amd.h PATH_SUFFIXES suitesparse REQUIRED)
set(solver_includes ${SUNDIALS_INCLUDE_DIR} ${MPI_INCLUDE_DIR}
    ${SUITESPARSE_INCLUDE_DIR})

set(renamed "")
foreach(name malloc calloc realloc free)
  list(APPEND renamed --redefine-sym ${name}=foucault_solver_${name})
endforeach()
set(solver_archives "")
foreach(name sundials_cvode sundials_ida sundials_kinsol
        ${sundials_core} amd colamd suitesparseconfig)
  find_library(archive_of_${name} NAMES lib${name}.a REQUIRED)
  set(archive ${CMAKE_BINARY_DIR}/solvers/${name}.a)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/solvers
    COMMAND ${CMAKE_OBJCOPY} ${renamed} ${archive_of_${name}} ${archive}
    DEPENDS ${archive_of_${name}} VERBATIM)
  list(APPEND solver_archives ${archive})
endforeach()
add_custom_target(solvers_in_instance DEPENDS ${solver_archives})
set(solvers_of_program ${archive_of_sundials_cvode}
    ${archive_of_${sundials_core}})

# Licences as the distribution installs them.
set(SUNDIALS_LICENSE /usr/share/doc/libsundials-dev/copyright CACHE FILEPATH
    "licence text of SUNDIALS, copied into every FMU")
set(SUITESPARSE_LICENSE /usr/share/doc/libsuitesparse-dev/copyright CACHE
    FILEPATH "licence text of AMD and COLAMD, copied into FMUs that contain it")
