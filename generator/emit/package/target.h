/* target.h: the machine that a binary of an FMU is for.
 *
 * Linux on x86-64 and ARM (64 bits), Windows on x86-64, macOS on both, and the
 * machine inside of a browser (WebAssembly), for `foucault page`. The
 * machine that Foucault runs on is the target without a triplet: its compiler is
 * any C compiler, its runtime comes with the installation.
 */
#ifndef FOUCAULT_EMIT_PACKAGE_TARGET_H
#define FOUCAULT_EMIT_PACKAGE_TARGET_H

#include <stdbool.h>

#include "base/arena.h"

typedef enum TargetSystem {
  TARGET_LINUX,
  TARGET_WINDOWS,
  TARGET_DARWIN,
  TARGET_WEB /* its calls of the system are those of WASI */
} TargetSystem;

/* A library for macOS may hold code for two processors. */
enum { TARGET_MOST_PARTS = 2 };

typedef struct Target {
  const char *name;    /* short: "win64" */
  const char *triplet; /* as its compiler is named; NULL: this machine */
  const char *sysroot; /* where its solvers are; NULL: the usual places */
  const char *folder;  /* below binaries/ */
  const char *also;    /* where some importers look for it, if no other target
                          is there; NULL: none */
  const char *folder3[TARGET_MOST_PARTS]; /* the same in FMI 3.0 */
  const char *ending;                     /* of the library's name: ".so" */
  TargetSystem system;
  const char *packages; /* of Debian, with its compiler; NULL: it has none */
  const char *zig[TARGET_MOST_PARTS]; /* as zig names the machine, for each
                                         part; NULL: no part */
} Target;

/* From a short name, "TRIPLET", "TRIPLET=SYSROOT" or "native"; the triplet of
 * this machine is "native" too. False: of no such machine is known what it needs. */
bool target_read(Arena *arena, const char *text, Target *target);

const Target *target_native(void);

/* The short names, split by blanks. */
const char *target_names(Arena *arena);

int target_parts(const Target *target);

#endif
