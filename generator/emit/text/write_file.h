/* write_file.h: files of the work folder, and what is said when one cannot be
 * written. */
#ifndef FOUCAULT_EMIT_TEXT_WRITE_FILE_H
#define FOUCAULT_EMIT_TEXT_WRITE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/session.h"

/* False, with the reason by errno: E501. */
bool write_file(Session *s, const char *path, const char *bytes, size_t size);
/* E501 with the reason by errno; always false. */
bool write_file_failed(Session *s, const char *path);

#endif
