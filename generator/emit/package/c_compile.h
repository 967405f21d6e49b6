/* c_compile.h: turns model.c into the FMU's shared library.
 *
 * The compiler is $CC (split at blanks, so that it may carry options), else
 * the first of cc, gcc and clang that PATH has, else zig. For other machines:
 * target_tools.h.
 *
 * The object "lapack" stands for LAPACK and BLAS, of the data folder. What
 * they need of Fortran is in the runtime (fmu_runtime/functions/fortran.c).
 */
#ifndef FOUCAULT_EMIT_PACKAGE_C_COMPILE_H
#define FOUCAULT_EMIT_PACKAGE_C_COMPILE_H

#include <stdbool.h>

#include "base/session.h"
#include "emit/package/fmi_functions.h"
#include "emit/package/target.h"
#include "emit/package/tool.h"

typedef struct CompileJob {
  const char *folder;      /* absolute; holds the source, gets the library */
  const char *source;      /* name in the folder: "model.c" */
  const char *library;     /* name in the folder */
  const char *data_folder; /* absolute */
  const char *const *include_folder; /* of external functions */
  int n_include_folders;
  const char *const *object; /* archives, objects and, for
                                library_sources.h, C files */
  int n_objects;
  const char *compiler; /* as $CC; NULL: $CC or the search */
  const char *archiver; /* of the target, as target_tools.h has it */
  const Target *target; /* NULL: this machine */
  const char *runtime;  /* archive of the target; NULL: the data folder's */
  bool is_foreign;      /* the source has C text of somebody else */
  FmiVersions fmi;      /* whose functions it exports */
  const char *rule;     /* name in the folder: gets the files that were read,
                           as a rule for make; NULL: nobody asks */
} CompileJob;

/* False after E502 (no compiler) or E503 (it failed; the first lines of what
 * it said are notes). */
bool c_compile(Session *s, const CompileJob *job);

/* A C file of a library to an object file, with more options; the same. */
bool c_compile_object(Session *s, const CompileJob *job, const char *source,
                      const char *const *option, int n_options,
                      const char *object);
/* The options that it always has, split by blanks. */
const char *c_compile_object_options(void);

/* The source to a program of its own, job->library, without the runtime; the
 * same. */
bool c_compile_program(Session *s, const CompileJob *job);

/* Puts the words of the compiler at the beginning of the command: `compiler`,
 * else $CC, else the usual one that is there. False: it cannot be run; nothing
 * is reported. */
bool c_compile_find(Tool *tool, const char *compiler);

/* A command that begins with the compiler; false after E502. */
bool c_compile_begin(Session *s, const CompileJob *job, Tool *tool);

#endif
