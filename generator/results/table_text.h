/* table_text.h: which files of comma-separated values are read at all.
 *
 * One pass before the fields are taken: a line without an end would fill the
 * memory with one field, or with as many as it has bytes.
 */
#ifndef FOUCAULT_RESULTS_TABLE_TEXT_H
#define FOUCAULT_RESULTS_TABLE_TEXT_H

#include <stdbool.h>

#include "base/session.h"

/* Before it is read: nothing is taken of a file that would fill the memory.
 * False after `code`. */
bool table_text_is_small(Session *s, const char *path, DiagnosticCode code);

/* Are there too many columns, or is a field too long? False after `code`. */
bool table_text_is_sound(Session *s, const char *path, DiagnosticCode code,
                         const char *at, const char *end);

#endif
