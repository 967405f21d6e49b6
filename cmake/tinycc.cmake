# TinyCC as a library of the program, from its sources in
# FOUCAULT_TINYCC_SOURCES: `--compiler fast` (generator/emit/fast/). It makes
# object files for x86-64 and reads no files but those that it is given.
#
# gives   tinycc_version; target tinycc, which defines FOUCAULT_HAS_TINYCC; data file
#         lib/runtime.so (.dll): the runtime, linked but for the model

set(FOUCAULT_TINYCC_SOURCES ${CMAKE_SOURCE_DIR}/build/tinycc CACHE PATH
    "folder of TinyCC's sources")
add_library(tinycc_of_program INTERFACE)
set(tinycc_version 0.9.27)
set(has_tinycc OFF)
if(EXISTS ${FOUCAULT_TINYCC_SOURCES}/libtcc.c AND
   CMAKE_SYSTEM_NAME MATCHES "^(Linux|Windows)$" AND
   CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(has_tinycc ON)
else()
  message(STATUS "TinyCC: not for this machine, or its sources are not in "
    "FOUCAULT_TINYCC_SOURCES; --compiler fast is left out")
endif()

if(has_tinycc)
  # What its configure script would write.
  file(WRITE ${CMAKE_BINARY_DIR}/tinycc/config.h
    "#define TCC_VERSION \"${tinycc_version}\"\n#define CONFIG_TCC_STATIC 1\n")
  # One file includes all others. They are compiled as they come: without warnings,
  # and without sanitizers.
  add_library(tinycc STATIC cmake/tinycc.c)
  set_target_properties(tinycc PROPERTIES C_STANDARD 99 C_EXTENSIONS ON
    POSITION_INDEPENDENT_CODE ${FOUCAULT_TESTS})
  target_compile_definitions(tinycc PRIVATE TCC_TARGET_X86_64 ONE_SOURCE=1
    $<$<BOOL:${WIN32}>:TCC_TARGET_PE>)
  target_compile_options(tinycc PRIVATE ${optimized} -w
    -fno-strict-aliasing)
  target_include_directories(tinycc PRIVATE ${CMAKE_BINARY_DIR}/tinycc
    ${FOUCAULT_TINYCC_SOURCES} generator)
  target_include_directories(tinycc_of_program SYSTEM INTERFACE
    ${FOUCAULT_TINYCC_SOURCES})
  target_compile_definitions(tinycc_of_program INTERFACE FOUCAULT_HAS_TINYCC)
  target_link_libraries(tinycc_of_program INTERFACE tinycc)
endif()
