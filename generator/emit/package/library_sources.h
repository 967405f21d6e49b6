/* library_sources.h: C files of libraries, compiled once and kept.
 *
 * needs   job->object: what external functions are linked with; words that
 *         end in .c are C files
 * gives   the same list with an object file in place of each C file
 * fails   E502, E503 as c_compile.h
 *
 * Each folder of C files is searched for headers. A folder of them that lies
 * inside of another is a library that the other can use: HAVE_<NAME>, in
 * capitals, is 1 (such as HAVE_ZLIB).
 *
 * Objects are kept (cache_folder.h) under a hash of the compiler, its options
 * and all files of the folders.
 */
#ifndef FOUCAULT_EMIT_PACKAGE_LIBRARY_SOURCES_H
#define FOUCAULT_EMIT_PACKAGE_LIBRARY_SOURCES_H

#include "emit/package/c_compile.h"

bool library_sources(Session *s, const CompileJob *job, Arena *arena,
                     const char ***object);

#endif
