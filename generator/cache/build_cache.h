/* build_cache.h: FMUs that were built before, taken again.
 *
 * The room cache/ keeps FMUs of models under their content. It calls compile
 * and all rooms below it. Reading order: this file, build_key.h, seen_check.h,
 * build_entry.h, cache_place.h.
 *
 * An entry is one file, named by a hash of all that is known before a build
 * (build_key.h): the program, the C compiler, the options, the environment and
 * the files that the user names. It lists what else the build has looked at
 * (base/files_seen.h), with hashes; if one of these is another now, the model
 * is built again. So an entry is taken only where a build would give the same
 * bytes and the same warnings; these are reported again.
 *
 * needs   a request that makes FMUs for this machine; others are built as by
 *         compile_model()
 * gives   the same FMUs and report as compile_model(), but no systems
 *         (report->flat, report->reduced are NULL) where it is taken;
 *         report->is_cached
 * fails   as compile_model(); a cache that cannot be read or written is as
 *         none, and entries that are damaged are as none, too
 * keeps   nothing of a build that has failed, has run C functions of the
 *         model, or has read files that changed meanwhile
 */
#ifndef FOUCAULT_CACHE_BUILD_CACHE_H
#define FOUCAULT_CACHE_BUILD_CACHE_H

#include "compile.h"

bool build_cache_compile(Session *s, const CompileRequest *request,
                         const char *fmu, CompileReport *report);

#endif
