# Which versions of the solvers go into FMUs, as their headers have it.
#
# needs   solver_includes
# gives   sundials_version, suitesparse_version

find_file(sundials_config_header sundials/sundials_config.h
  PATHS ${solver_includes} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(STRINGS ${sundials_config_header} line REGEX "define SUNDIALS_VERSION ")
string(REGEX MATCH "[0-9]+[.][0-9.]+" sundials_version "${line}")

find_file(suitesparse_config_header SuiteSparse_config.h
  PATHS ${solver_includes} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(suitesparse_version "")
foreach(part MAIN SUB SUBSUB)
  file(STRINGS ${suitesparse_config_header} line
       REGEX "define SUITESPARSE_${part}_VERSION ")
  string(REGEX MATCH "[0-9]+" number "${line}")
  list(APPEND suitesparse_version ${number})
endforeach()
list(JOIN suitesparse_version "." suitesparse_version)
