/* fast_compile.h: model.c to an object file in milliseconds, by TinyCC, which
 * is part of the program.
 *
 * Neither a C compiler nor headers of the system are needed: those of the data
 * folder (fast/) have what generated code uses. TinyCC optimizes
 * nothing: models whose evaluation costs much run slower. It computes the same
 * operations in the same order as the other compilers.
 *
 * needs   the data folder; external C code with no other headers than these
 * gives   the object file
 * fails   false: this program has no TinyCC, or what TinyCC said
 */
#ifndef FOUCAULT_EMIT_FAST_FAST_COMPILE_H
#define FOUCAULT_EMIT_FAST_FAST_COMPILE_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct FastJob {
  const char *source, *object; /* paths */
  const char *data_folder;
  const char *const *include_folder; /* of external functions */
  int n_include_folders;
  const char *rule; /* path: gets the files that were read, as a rule for
                       make; NULL: nobody asks */
} FastJob;

/* Whether this program was built with TinyCC. */
bool fast_compile_is_there(void);

/* Nothing is reported; *said is the first message, in the arena. */
bool fast_compile(Arena *arena, const FastJob *job, const char **said);

#endif
