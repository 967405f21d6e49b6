/* table_pack.h: long tables of C that continue as they began, in few words.
 *
 *   static const int state[] = {PACKED_TABLE, 2, 1, 2, -19998, 1};
 *
 * fmu_runtime/core/packed_table.h has the instructions. Short tables, and those
 * that would not become much shorter, are left to the caller: a reader of
 * small models sees plain ones.
 *
 * cost    linear in n; what is not regular is given up early
 */
#ifndef FOUCAULT_EMIT_TEXT_TABLE_PACK_H
#define FOUCAULT_EMIT_TEXT_TABLE_PACK_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"

/* Writes the constant `name`; false: nothing is written, it is not to be
 * packed. period: after how many integers it seems to continue, 0: not
 * known. */
bool table_pack_write(const char *name, const int *value, int n, int period,
                      Arena *scratch, FILE *out);

/* The same of positive numbers: long ones that are equal in rows. */
bool table_pack_write_numbers(const char *name, const double *value, int n,
                              FILE *out);

#endif
