/* source_read.h: text from files.
 *
 * Reads a file and registers it as a source of the session, unless the session
 * keeps its text (serve/kept_files.h).
 *
 * gives   the number of the source (session_source())
 * fails   -1 after E101 it cannot be read, E102 it is not text (zero bytes, not
 *         UTF-8), E103 it has more than 64 MiB
 */
#ifndef FOUCAULT_BASE_SOURCE_READ_H
#define FOUCAULT_BASE_SOURCE_READ_H

#include "base/session.h"

int source_read(Session *s, const char *path);
/* From a stream that is open; `path` is its name in messages. */
int source_read_stream(Session *s, const char *path, FILE *in);

#endif
