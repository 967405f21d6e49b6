/* packed_table.h: long tables of generated code, read at full length.
 *
 * Where equations repeat, tables of integers continue as they began. Such a
 * table holds PACKED_TABLE and then instructions:
 *
 *   n, n integers   these integers, n > 0
 *   -n, p           n more, every one as far from that p places before it as
 *                   that one from the one p places before itself
 *
 * 0, 7, 1, 8, 2, 9 and so on for 1000 integers: {PACKED_TABLE, 4, 0, 7, 1, 8,
 * -996, 2}.
 *
 * A table of positive numbers is packed if its first one is negative: -n is
 * followed by a number that stands there n times.
 */
#ifndef FOUCAULT_PACKED_TABLE_H
#define FOUCAULT_PACKED_TABLE_H

#include "../model.h"
#include <stdbool.h>

/* False as well: there is no table. */
static inline bool packed_table_is_packed(const int *table)
{
  return table && table[0] == PACKED_TABLE;
}
static inline bool packed_table_are_packed(const double *table)
{
  return table && table[0] < 0;
}

/* The n elements of a packed table. */
void packed_table_integers(const int *table, int n, int *element);
void packed_table_numbers(const double *table, int n, double *element);

#endif
