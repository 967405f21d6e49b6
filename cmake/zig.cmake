# Toolchain file: zig, whose C compiler has the headers and libraries of every
# target with it. What it makes for Linux runs with glibc 2.28 or later.
#
# FOUCAULT_MACHINE   x86_64-linux, aarch64-linux or x86_64-windows
# FOUCAULT_ZIG       the program; else what `./dev` has installed

set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FOUCAULT_MACHINE FOUCAULT_ZIG)
if(NOT FOUCAULT_ZIG)
  file(GLOB found_zig
    ${CMAKE_CURRENT_LIST_DIR}/../build/zig/ziglang/zig
    ${CMAKE_CURRENT_LIST_DIR}/../build/venv/lib/python3*/site-packages/ziglang/zig)
  if(NOT found_zig)
    message(FATAL_ERROR "zig is not in build/zig; -DFOUCAULT_ZIG=FILE names it")
  endif()
  list(GET found_zig 0 FOUCAULT_ZIG)
endif()

string(REGEX MATCH "^([^-]+)-(.+)$" unused ${FOUCAULT_MACHINE})
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL windows)
  set(CMAKE_SYSTEM_NAME Windows)
  set(zig_target ${FOUCAULT_MACHINE}-gnu)
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(zig_target ${FOUCAULT_MACHINE}-gnu.2.28)
endif()
set(CMAKE_C_COMPILER ${FOUCAULT_ZIG} cc -target ${zig_target})
# zig compiles the C library of Windows, hundreds of files, when it first links,
# once for what has debug information and once for what has none. CMake's own
# first program is to need no other library than ours.
if(CMAKE_SYSTEM_NAME STREQUAL Windows)
  list(APPEND CMAKE_C_COMPILER -s)
endif()

# zig would write debug information.
set(CMAKE_C_FLAGS_INIT -g0)
set(CMAKE_EXE_LINKER_FLAGS_INIT -s)

# CMake calls these by one word each. Several presets may be configured at the
# same time, and each of them reads this file more than once: a name of its own
# until the text is whole, and a rename.
set(zig_tools ${CMAKE_CURRENT_LIST_DIR}/../build/zig_tools)
foreach(tool ar ranlib)
  set(zig_text "#!/bin/sh\nexec '${FOUCAULT_ZIG}' ${tool} \"$@\"\n")
  set(zig_found)
  if(EXISTS ${zig_tools}/${tool})
    file(READ ${zig_tools}/${tool} zig_found)
  endif()
  if(NOT zig_found STREQUAL zig_text)
    string(RANDOM LENGTH 12 zig_word)
    set(zig_new ${zig_tools}/${tool}.${zig_word})
    file(WRITE ${zig_new} "${zig_text}")
    file(CHMOD ${zig_new} PERMISSIONS
      OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ WORLD_READ)
    file(RENAME ${zig_new} ${zig_tools}/${tool})
  endif()
endforeach()
set(CMAKE_AR ${zig_tools}/ar)
set(CMAKE_RANLIB ${zig_tools}/ranlib)

# Nothing of this machine goes into what is for another.
set(CMAKE_FIND_ROOT_PATH ${CMAKE_CURRENT_LIST_DIR}/../build/nothing)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
