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
# For ELF, which is not made here, and for calls of Linux.
list(FILTER generator_sources EXCLUDE REGEX
     "/(emit/fast/link_file|base/system/(seccomp|relay|folder_size|ward_gate)|foreign_output)\\.c$")

# Texts in UTF-8, long paths.
set(manifest ${CMAKE_BINARY_DIR}/foucault.res)
add_custom_command(OUTPUT ${manifest}
  COMMAND /usr/bin/python3 -B ${CMAKE_SOURCE_DIR}/cmake/windows_manifest.py
    ${CMAKE_SOURCE_DIR}/generator/windows/foucault.manifest ${manifest}
  DEPENDS generator/windows/foucault.manifest cmake/windows_manifest.py
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

# The runtime as a DLL that lacks the model alone, for --compiler fast. A table
# names the functions that headers of models declare.
function(add_prelinked_dll)
  set(names "")
  set(name_includes "")
  foreach(header IN LISTS ARGN)
    string(APPEND name_includes "#include \"${header}\"\n")
    file(STRINGS ${CMAKE_SOURCE_DIR}/fmu_runtime/${header} lines)
    foreach(line IN LISTS lines)
      if(line MATCHES "^(static|typedef) ")
        continue()
      elseif(line MATCHES "^[a-zA-Z][A-Za-z0-9_ *]*[ *]([A-Za-z_0-9]+)\\(")
        list(APPEND names ${CMAKE_MATCH_1})
      elseif(line MATCHES "^extern const struct ")
        string(REGEX REPLACE "^extern const struct [A-Za-z]+ |;$" "" objects
               "${line}")
        string(REPLACE ", " "\n" objects "${objects}")
        string(REGEX MATCHALL "[a-z_0-9]+" objects "${objects}")
        list(APPEND objects_named ${objects})
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(name_rows "")
  foreach(name IN LISTS names)
    string(APPEND name_rows "    NAME(${name}),\n")
  endforeach()
  foreach(name IN LISTS objects_named)
    string(APPEND name_rows "    OBJECT(${name}),\n")
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/fmu_runtime/model.h)
  configure_file(${CMAKE_SOURCE_DIR}/fmu_runtime/prelinked/names.c.in
    ${CMAKE_BINARY_DIR}/names.c @ONLY)
  add_library(runtime_prelinked MODULE ${CMAKE_BINARY_DIR}/names.c)
  set_target_properties(runtime_prelinked PROPERTIES
    C_STANDARD 99 C_EXTENSIONS ON PREFIX "" OUTPUT_NAME runtime
    LIBRARY_OUTPUT_DIRECTORY ${data_dir}/lib)
  target_include_directories(runtime_prelinked PRIVATE fmu_runtime)
  target_compile_options(runtime_prelinked PRIVATE ${optimized} -w)
  target_link_libraries(runtime_prelinked PRIVATE
    -Wl,--whole-archive $<TARGET_FILE:foucault_fmu> -Wl,--no-whole-archive m)
  add_dependencies(runtime_prelinked foucault_fmu)
  # What else the linker writes, nobody needs.
  add_custom_command(TARGET runtime_prelinked POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E rm -f ${data_dir}/lib/runtime.pdb
      ${data_dir}/lib/names.c.lib ${data_dir}/lib/runtime.lib)
endfunction()
