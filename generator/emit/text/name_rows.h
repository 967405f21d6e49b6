/* name_rows.h: the names of all variables as rows of text.
 *
 *   "Atime" "\0" "Ax[1]" "\0" "*98 1 0" "\0" "Bd" "\0"
 *
 * A capital letter says how many characters of the name before come first (A:
 * none, B: one). "*98 1 0": 98 names follow, each like the one that stands 1
 * before it, but with its number 0 (the first of its numbers) one higher. So
 * arrays, of components too, cost no more than scalars.
 * fmu_runtime/core/name_rows.h reads them.
 *
 * cost    linear in the length of the names
 */
#ifndef FOUCAULT_EMIT_TEXT_NAME_ROWS_H
#define FOUCAULT_EMIT_TEXT_NAME_ROWS_H

#include "emit/text/text_rows.h"

/* No name is NULL. */
void name_rows_write(TextRows *rows, const char *const *name, int n);

#endif
