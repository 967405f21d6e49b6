/* function_library.h: what external functions need to be compiled and linked
 * (MLS 3.6, section 12.9.4): the annotations Include, IncludeDirectory,
 * Library, LibraryDirectory and SourceDirectory.
 *
 * A library NAME is the first of these that exists:
 *   libNAME.a, NAME.a, NAME.o   in LibraryDirectory, or its folder linux64
 *   NAME.c                      in LibraryDirectory
 *   NAME.c and other NAME*.c    in SourceDirectory
 *   all *.c of a folder NAME    in both
 *   HEADER.c                    in both, for an included header HEADER.h,
 *                               and what HEADER.c includes alike
 * Usual folders are Resources/Library, and Resources/Source and
 * Resources/C-Sources, of the library around. What is found goes into the
 * FMU; C files are compiled (emit/package/library_sources.h).
 */
#ifndef FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_LIBRARY_H
#define FOUCAULT_FLATTEN_FUNCTIONS_FUNCTION_LIBRARY_H

#include "flatten/functions/function_build.h"

/* Adds to the linkage what the function needs. *is_declared: its header is
 * included. False after E204, E220 where something is not found, or E245. */
bool function_library(const Flattening *f, FunctionBuild *b,
                      const AstExternal *external, FlatLinkage *linkage,
                      bool *is_declared);

/* Are its annotations texts, which no model can change? */
bool function_library_is_written(const AstExternal *external);

/* Is there a file or folder of this name? */
bool function_library_exists(const char *path);

/* A copy of the text, once. */
void function_library_add(const Flattening *f, FlatTexts *texts,
                          const char *text);

#endif
