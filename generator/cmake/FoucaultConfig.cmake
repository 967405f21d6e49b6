# FoucaultConfig.cmake: FMUs as targets of a CMake project.
#
#   find_package(Foucault REQUIRED)
#   foucault_add_fmu(pendulum SOURCES pendulum.mo MODEL Pendulum)
#
# gives
#   Foucault_PROGRAM       the program
#   Foucault::foucault     the same as an imported target
#   foucault_add_fmu()     below

cmake_minimum_required(VERSION 3.21)

# In an installation and in the build tree alike.
foreach(Foucault_place ../../../bin ../../..)
  get_filename_component(Foucault_place
    "${CMAKE_CURRENT_LIST_DIR}/${Foucault_place}/foucault" ABSOLUTE)
  if(EXISTS "${Foucault_place}" AND NOT IS_DIRECTORY "${Foucault_place}")
    set(Foucault_PROGRAM "${Foucault_place}")
    break()
  endif()
endforeach()
unset(Foucault_place)
if(NOT Foucault_PROGRAM)
  set(Foucault_FOUND FALSE)
  set(Foucault_NOT_FOUND_MESSAGE
    "there is no program foucault beside ${CMAKE_CURRENT_LIST_DIR}")
  return()
endif()
if(NOT TARGET Foucault::foucault)
  add_executable(Foucault::foucault IMPORTED)
  set_target_properties(Foucault::foucault PROPERTIES
    IMPORTED_LOCATION "${Foucault_PROGRAM}")
endif()

# The runtime is in every FMU: a new one makes FMUs old.
set(Foucault_RUNTIME
  "${CMAKE_CURRENT_LIST_DIR}/../lib/libfoucault_fmu.a")

# foucault_add_fmu(<target>
#                  [SOURCES <file.mo>...] [MODEL <class>]
#                  [LIBRARIES <folder>...] [OUTPUT <file.fmu>]
#                  [SET <name=value>...] [FMI <2|3>...] [OPTIONS <word>...]
#                  [DEPENDS <file>...] [EXCLUDE_FROM_ALL])
#
# A target that builds one FMU, by default <target>.fmu in the current binary
# folder. It is built again when a file changes that was read to make it, in
# the libraries too. Its path is the property FMU of the target:
# $<TARGET_PROPERTY:pendulum,FMU>. FMI 3 makes it of FMI 3.0; FMI 2 3 makes two
# of one translation, <target>.fmu and <target>.fmi3.fmu, and the path of the
# second is the property FMU3. OPTIONS are words of `foucault build`. Its
# warnings are shown as those of any compiler; OPTIONS --quiet hides them.
function(foucault_add_fmu target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EXCLUDE_FROM_ALL" "MODEL;OUTPUT"
    "SOURCES;LIBRARIES;SET;FMI;OPTIONS;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "foucault_add_fmu(${target}): "
      "unknown words ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "foucault_add_fmu(${target}): "
      "nothing after ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT arg_SOURCES AND NOT arg_MODEL)
    message(FATAL_ERROR "foucault_add_fmu(${target}): "
      "SOURCES or, for a model of a library, MODEL is needed")
  endif()

  if(NOT arg_OUTPUT)
    set(arg_OUTPUT "${target}.fmu")
  endif()
  get_filename_component(fmu "${arg_OUTPUT}" ABSOLUTE
    BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  set(words "")
  set(sources "")
  foreach(file IN LISTS arg_SOURCES)
    if(NOT file MATCHES "\\.mo$") # a misspelt keyword looks like a source
      message(FATAL_ERROR "foucault_add_fmu(${target}): "
        "'${file}' is not a keyword and not a Modelica file")
    endif()
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND sources "${file}")
  endforeach()
  foreach(folder IN LISTS arg_LIBRARIES)
    get_filename_component(folder "${folder}" ABSOLUTE)
    list(APPEND words -L "${folder}")
  endforeach()
  foreach(setting IN LISTS arg_SET)
    list(APPEND words --set "${setting}")
  endforeach()
  if(arg_MODEL)
    list(APPEND words --model "${arg_MODEL}")
  endif()

  set(fmus "${fmu}")
  set(fmu3 "")
  if(arg_FMI)
    list(SORT arg_FMI)
    list(REMOVE_DUPLICATES arg_FMI)
    list(JOIN arg_FMI "," versions)
    if(NOT versions MATCHES "^(2|3|2,3)$")
      message(FATAL_ERROR "foucault_add_fmu(${target}): "
        "FMI is followed by 2, 3 or both, not by '${arg_FMI}'")
    endif()
    list(APPEND words --fmi "${versions}")
    if(versions STREQUAL "3")
      set(fmu3 "${fmu}")
    elseif(versions STREQUAL "2,3")
      string(REGEX REPLACE "\\.fmu$" "" fmu3 "${fmu}")
      string(APPEND fmu3 ".fmi3.fmu")
      list(APPEND fmus "${fmu3}")
    endif()
  endif()

  get_filename_component(folder "${fmu}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT ${fmus}
    COMMAND "${Foucault_PROGRAM}" build ${sources} ${words} ${arg_OPTIONS}
      --no-summary --output "${fmu}" --depfile "${fmu}.d"
    DEPENDS ${sources} ${arg_DEPENDS} "${Foucault_PROGRAM}"
      "${Foucault_RUNTIME}"
    DEPFILE "${fmu}.d"
    COMMENT "Building FMU ${target}"
    VERBATIM)
  set(all ALL)
  if(arg_EXCLUDE_FROM_ALL)
    set(all "")
  endif()
  add_custom_target(${target} ${all} DEPENDS ${fmus})
  set_target_properties(${target} PROPERTIES FMU "${fmu}")
  if(fmu3)
    set_target_properties(${target} PROPERTIES FMU3 "${fmu3}")
  endif()
endfunction()
