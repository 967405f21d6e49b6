/* model_library.h: the FMU's library out of model.c, by who does it best.
 *
 *   COMPILE_WELL   the C compiler (c_compile.h). Where there is none and
 *                  TinyCC can do it alone, TinyCC.
 *   COMPILE_FAST   TinyCC (fast/fast_compile.h), and fast/fast_link.h in place
 *                  of the linker. External C code is linked by the C compiler;
 *                  what TinyCC does not take is compiled by it, too.
 *   COMPILE_ONLY_FAST  the same, but what TinyCC does not take is an error.
 *
 * fails   E502 no compiler, E503 it failed, E504 data folder
 */
#ifndef FOUCAULT_EMIT_PACKAGE_MODEL_LIBRARY_H
#define FOUCAULT_EMIT_PACKAGE_MODEL_LIBRARY_H

#include "emit/package/c_compile.h"
#include "emit/text/read_file.h"

typedef enum CompileManner {
  COMPILE_WELL,
  COMPILE_FAST,
  COMPILE_ONLY_FAST
} CompileManner;

typedef struct ModelLibrary {
  FileBytes file;       /* in the arena */
  bool by_tinycc;       /* it compiled model.c */
  bool has_all_solvers; /* not just those that the model asks for */
} ModelLibrary;

bool model_library(Session *s, const CompileJob *job, CompileManner manner,
                   Arena *arena, ModelLibrary *library);

#endif
