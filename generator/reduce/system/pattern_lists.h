/* pattern_lists.h: the entries of a matrix by row, or by column.
 *
 * cost    linear in the entries
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_PATTERN_LISTS_H
#define FOUCAULT_REDUCE_SYSTEM_PATTERN_LISTS_H

#include "base/arena.h"
#include "reduce/system/reduced.h"

typedef struct PatternLists {
  int *start; /* [n+1] those of i begin at entry[start[i]] */
  int *entry; /* [n_entries] indices, rising for each i */
} PatternLists;

PatternLists pattern_by_row(const JacobianEntry *entry, int n_entries,
                            int n_rows, Arena *arena);
PatternLists pattern_by_column(const JacobianEntry *entry, int n_entries,
                               int n_columns, Arena *arena);

#endif
