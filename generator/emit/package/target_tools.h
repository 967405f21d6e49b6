/* target_tools.h: who compiles for a machine.
 *
 * TRIPLET-gcc and its companions, if PATH has them; else zig, which compiles for
 * every machine: $FOUCAULT_ZIG, the package ziglang of the Python environment
 * that the program is installed in, a program zig in PATH, or the package
 * ziglang of the Python in PATH.
 */
#ifndef FOUCAULT_EMIT_PACKAGE_TARGET_TOOLS_H
#define FOUCAULT_EMIT_PACKAGE_TARGET_TOOLS_H

#include "base/session.h"
#include "emit/package/target.h"

typedef struct TargetTools {
  const char *compiler; /* words, as $CC has them */
  const char *archiver; /* words; reads scripts of ar -M */
} TargetTools;

/* For one part of a target with a triplet. Where nothing is found the compiler
 * is TRIPLET-gcc, which cannot be run then. */
TargetTools target_tools(Session *s, const Target *target, int part,
                         Arena *arena);

/* The words that run zig; NULL: there is none. */
const char *target_zig(Session *s, Arena *arena);

#endif
