/* included_headers.h: which files the C compiler has read for model.c.
 *
 * needs   the rule that the compiler wrote (-MD), in the work folder
 * gives   notes (base/files_seen.h): the bytes of each file outside of the
 *         work folder and the data folder, and that none stands where the
 *         compiler would have found it earlier
 * cost    files times folders; only where a model calls C functions
 */
#ifndef FOUCAULT_EMIT_PACKAGE_INCLUDED_HEADERS_H
#define FOUCAULT_EMIT_PACKAGE_INCLUDED_HEADERS_H

#include "emit/package/c_compile.h"

/* The file of that name in the work folder; without it the list of what was
 * seen is not complete, and says so. */
void included_headers_note(Session *s, const CompileJob *job, const char *rule);

#endif
