/* target_runtime.h: runtime and solvers for another machine, as an archive.
 *
 * The archive of this machine is made when Foucault is built; that of another
 * one when it is first asked for, from the installed sources, and then kept
 * (cache_folder.h) under a hash of all that went into it. With the sources of
 * solvers it serves every model; with archives of solvers it holds what
 * sources.h names for the model.
 *
 * needs   TRIPLET-gcc and TRIPLET-ar in PATH, TRIPLET-objcopy for solvers that
 *         are archives (target_solvers.h); an empty work folder
 * gives   the path of the archive
 * fails   E502 no compiler, E503 a tool failed, E504 our sources, E507 no
 *         solvers
 */
#ifndef FOUCAULT_EMIT_PACKAGE_TARGET_RUNTIME_H
#define FOUCAULT_EMIT_PACKAGE_TARGET_RUNTIME_H

#include "emit/package/c_compile.h"
#include "emit/package/sources.h"

/* `job`: the folder, compiler and target; the path is in the arena. NULL after
 * an error. */
const char *target_runtime(Session *s, const CompileJob *job,
                           const ReducedSystem *reduced,
                           const SourceNames *sources, Arena *arena);

#endif
