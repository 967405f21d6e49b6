# The program for Windows: generator/windows/ gives what it expects of POSIX
# (generator/windows/posix/posix.h says how). Included by the main file, which
# has found generator_sources.

file(GLOB_RECURSE windows_sources RELATIVE ${CMAKE_SOURCE_DIR}/generator/windows
     CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/generator/windows/*.c)
foreach(name IN LISTS windows_sources)
  # Each stands for the file of its name elsewhere, if there is one.
  list(REMOVE_ITEM generator_sources ${CMAKE_SOURCE_DIR}/generator/${name})
  list(APPEND generator_sources ${CMAKE_SOURCE_DIR}/generator/windows/${name})
endforeach()
# For ELF, which is not made here.
list(FILTER generator_sources EXCLUDE REGEX
     "/emit/fast/(elf_|link)[a-z_]*\\.c$")

# Texts in UTF-8, long paths.
set(manifest ${CMAKE_BINARY_DIR}/foucault.res)
add_custom_command(OUTPUT ${manifest}
  COMMAND ${FOUCAULT_ZIG} rc /:no-preprocess
    ${CMAKE_SOURCE_DIR}/generator/windows/foucault.rc ${manifest}
  DEPENDS generator/windows/foucault.rc generator/windows/foucault.manifest
  VERBATIM)

function(use_windows_headers)
  target_include_directories(foucault_generator BEFORE
    PRIVATE generator/windows/include)
  target_compile_definitions(foucault_generator PRIVATE _FILE_OFFSET_BITS=64)
endfunction()

# Words and folders are prepared by windows/start.c, which calls main().
function(use_windows_start)
  target_include_directories(foucault BEFORE PRIVATE generator/windows/include)
  target_compile_definitions(foucault PRIVATE main=foucault_main)
  # Recursion is as deep as models are nested: as elsewhere, and more.
  target_link_options(foucault PRIVATE -Wl,--stack,67108864)
  target_sources(foucault PRIVATE ${manifest})
  set_source_files_properties(${manifest} PROPERTIES EXTERNAL_OBJECT ON
    GENERATED ON)
endfunction()
