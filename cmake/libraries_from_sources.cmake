# libxml2, libzip and zlib from their sources in FOUCAULT_LIBRARY_SOURCES, just
# what is used of them (cmake/libraries/sources.txt): XML documents and schemas,
# archives with deflated files. The program needs no library but the system's.
#
# gives   libraries_of_program, to link with; library_licenses, NAME=FILE;
#         library_versions, NAME=VERSION

set(library_list ${CMAKE_SOURCE_DIR}/cmake/libraries/sources.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${library_list})
set(library_versions libxml2=2.9.14 libzip=1.7.3 zlib=1.2.13)
set(library_configuration ${CMAKE_BINARY_DIR}/libraries)

include(cmake/listed_files.cmake)

# Each library's own forms of its configuration, filled in: C11 and, but for
# Windows, POSIX.
function(configure_libxml2)
  foreach(name TRIO THREAD_ALLOC READER WRITER FTP HTTP HTML LEGACY C14N CATALOG
          DOCB XPATH XPTR XINCLUDE ICONV ICU DEBUG MEM_DEBUG RUN_DEBUG
          SCHEMATRON MODULES ZLIB LZMA)
    set(WITH_${name} 0)
  endforeach()
  foreach(name THREADS TREE OUTPUT PUSH PATTERN SAX1 VALID ISO8859X REGEXPS
          SCHEMAS)
    set(WITH_${name} 1)
  endforeach()
  foreach(name CTYPE_H ERRNO_H FCNTL_H FLOAT_H LIMITS_H MATH_H STDARG_H STDINT_H
          STDLIB_H STRING_H SYS_STAT_H SYS_TYPES_H TIME_H FPRINTF LOCALTIME
          PRINTF RAND SNPRINTF SPRINTF SRAND SSCANF STAT STRFTIME TIME VA_COPY
          VFPRINTF VSNPRINTF VSPRINTF)
    set(HAVE_${name} 1)
  endforeach()
  if(NOT WIN32)
    set(WITH_ICONV 1)
    set(HAVE_UNISTD_H 1)
    set(HAVE_PTHREAD_H 1)
    set(HAVE_RAND_R 1)
  endif()
  set(VERSION 2.9.14)
  set(LIBXML_VERSION_NUMBER 20914)
  set(source ${FOUCAULT_LIBRARY_SOURCES}/libxml2)
  configure_file(${source}/include/libxml/xmlversion.h.in
                 ${library_configuration}/libxml2/libxml/xmlversion.h)
  configure_file(${source}/config.h.cmake.in
                 ${library_configuration}/libxml2/config.h)
endfunction()

function(configure_libzip)
  set(CMAKE_PROJECT_NAME libzip)
  set(CMAKE_PROJECT_VERSION 1.7.3)
  set(libzip_VERSION 1.7.3)
  set(libzip_VERSION_MAJOR 1)
  set(libzip_VERSION_MINOR 7)
  set(libzip_VERSION_PATCH 3)
  set(ZIP_STATIC 1)
  set(ZIP_NULLABLE_DEFINES "#define _Nullable\n#define _Nonnull")
  set(LIBZIP_TYPES_INCLUDE "#include <stdint.h>")
  foreach(bits 8 16 32 64)
    set(ZIP_INT${bits}_T int${bits}_t)
    set(ZIP_UINT${bits}_T uint${bits}_t)
  endforeach()
  set(SIZEOF_OFF_T 8)
  set(SIZEOF_SIZE_T 8)
  foreach(name FILENO FSEEKO FTELLO SNPRINTF STDBOOL_H STRCASECMP STRDUP
          STRINGS_H STRTOLL STRTOULL UNISTD_H)
    set(HAVE_${name} 1)
  endforeach()
  if(WIN32)
    set(HAVE__SETMODE 1)
    set(HAVE__UNLINK 1)
  else()
    set(HAVE_LOCALTIME_R 1)
    set(HAVE_MKSTEMP 1)
  endif()
  set(source ${FOUCAULT_LIBRARY_SOURCES}/libzip)
  configure_file(${source}/cmake-zipconf.h.in
                 ${library_configuration}/libzip/zipconf.h)
  configure_file(${source}/cmake-config.h.in
                 ${library_configuration}/libzip/config.h)
  write_zip_errors(${source}/lib/zip.h ${library_configuration}/zip_err_str.c)
endfunction()

# libzip's messages: the comments beside its error numbers, in their order. A
# comment begins with a letter: the error is of the system, of zlib, or neither.
function(write_zip_errors header target)
  file(STRINGS ${header} lines REGEX "^#define ZIP_ER_[A-Z_]+ [0-9]+ +/\\* [NSZ] ")
  set(texts "")
  set(kinds "")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "/\\* ([NSZ]) (.*[^ ]) +\\*/" unused "${line}")
    string(APPEND texts "    \"${CMAKE_MATCH_2}\",\n")
    string(APPEND kinds "    ${CMAKE_MATCH_1},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${target} @ONLY CONTENT [[
#include "zipint.h"
enum { N = ZIP_ET_NONE, S = ZIP_ET_SYS, Z = ZIP_ET_ZLIB };
const char *const _zip_err_str[] = {
@texts@};
const int _zip_nerr_str = sizeof _zip_err_str / sizeof _zip_err_str[0];
const int _zip_err_type[] = {
@kinds@};
]])
endfunction()

configure_libxml2()
configure_libzip()
if(WIN32)
  set(libzip_system libzip_windows)
else()
  set(libzip_system libzip_posix)
endif()

# Each has a config.h of its own. As they come: without warnings.
function(add_library_of_program name)
  listed_files(files ${library_list} ${FOUCAULT_LIBRARY_SOURCES}
    ${ARGN})
  add_library(${name}_of_program STATIC ${files})
  set_target_properties(${name}_of_program PROPERTIES C_STANDARD 11
    C_EXTENSIONS ON C_VISIBILITY_PRESET hidden)
  target_compile_options(${name}_of_program PRIVATE ${optimized} -w
    -ffunction-sections -fdata-sections)
  target_compile_definitions(${name}_of_program PRIVATE HAVE_CONFIG_H)
  listed_files(folders ${library_list} ${FOUCAULT_LIBRARY_SOURCES}
    include_${name})
  target_include_directories(${name}_of_program SYSTEM
    PUBLIC ${library_configuration}/${name} ${folders})
endfunction()

add_library_of_program(libxml2 libxml2)
target_compile_definitions(libxml2_of_program
  PUBLIC LIBXML_STATIC
  PRIVATE $<$<BOOL:${WIN32}>:HAVE_WIN32_THREADS>)
add_library_of_program(zlib zlib)
add_library_of_program(libzip libzip ${libzip_system})
# It keeps functions for both kinds of names in one table.
target_compile_options(libzip_of_program PRIVATE
  $<$<BOOL:${WIN32}>:-Wno-incompatible-function-pointer-types>)
target_sources(libzip_of_program PRIVATE ${library_configuration}/zip_err_str.c)
target_link_libraries(libzip_of_program PUBLIC zlib_of_program
  $<$<BOOL:${WIN32}>:advapi32>)
set(libraries_of_program libxml2_of_program libzip_of_program)
set(library_licenses
  libxml2=${FOUCAULT_LIBRARY_SOURCES}/libxml2/Copyright
  libzip=${FOUCAULT_LIBRARY_SOURCES}/libzip/LICENSE
  zlib=${FOUCAULT_LIBRARY_SOURCES}/zlib/LICENSE)
