/* index_table.h: constant arrays that loops of generated code read.
 *
 *   static const int index_4[] = {0, 3, 4, 9};
 *
 * Columns of equal content are written once, wherever they are used; columns
 * of indices are stored relative to their first element, so that the members
 * of one component share the array of another member.
 */
#ifndef FOUCAULT_EMIT_KERNEL_INDEX_TABLE_H
#define FOUCAULT_EMIT_KERNEL_INDEX_TABLE_H

#include <stdio.h>

#include "base/arena.h"

typedef struct IndexTables IndexTables;

IndexTables *index_tables_create(Arena *arena);
/* A word between index_ and N, "" at first: other tables of the same file
 * have another. It must live as long as the tables. */
void index_tables_set_series(IndexTables *t, const char *series);
const char *index_tables_series(const IndexTables *t);

/* The number N of the array index_N or number_N that holds these; it is
 * written to `out` if there was none. Cost: linear in n. */
int index_tables_of_ints(IndexTables *t, const int *value, int n, FILE *out);
int index_tables_of_numbers(IndexTables *t, const double *value, int n,
                            FILE *out);

#endif
