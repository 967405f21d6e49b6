/* target.h: the machine that a binary of an FMU is for.
 *
 * Linux on x86-64 and ARM (64 bits), Windows on x86-64. The machine that
 * Foucault runs on is the target without a triplet: its compiler is any C
 * compiler, its runtime comes with the installation.
 */
#ifndef FOUCAULT_EMIT_PACKAGE_TARGET_H
#define FOUCAULT_EMIT_PACKAGE_TARGET_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct Target {
  const char *triplet; /* as its compiler is named; NULL: this machine */
  const char *sysroot; /* where its solvers are; NULL: the usual places */
  const char *folder;  /* below binaries/ */
  const char *also;    /* where some importers look for it, if no other target
                          is there; NULL: none */
  const char *ending;  /* of the library's name: ".so" */
  bool is_windows;
  const char *packages; /* of Debian, with its compiler */
} Target;

/* From "TRIPLET", "TRIPLET=SYSROOT" or "native"; the triplet of this machine
 * is "native" too. False: of no such machine is known what it needs. */
bool target_read(Arena *arena, const char *text, Target *target);

const Target *target_native(void);

/* The C compiler, as $CC; NULL: of this machine. */
const char *target_compiler(Arena *arena, const Target *target);

#endif
