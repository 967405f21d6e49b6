/* linear_dependence.h: rows of numbers that depend on each other.
 *
 * cost    one elimination, rows^2 * columns
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_LINEAR_DEPENDENCE_H
#define FOUCAULT_REDUCE_STRUCTURE_LINEAR_DEPENDENCE_H

#include <stdbool.h>

#include "base/arena.h"

/* Looks for the first row of a (n_rows x n_cols, row by row) that is a
 * combination of rows before it; u[0..n_rows) with sum u_r row_r = 0 is then
 * as sparse as it can be: without any one of them the others are independent.
 * False: the rows are independent. Where u is zero it is exactly zero, and
 * factors next to simple fractions are these fractions. pivot[k] (or NULL) is
 * the column in which the k-th row that is independent of those before it was
 * reduced. */
bool linear_dependence_find(const double *a, int n_rows, int n_cols, double *u,
                            int *pivot, Arena *scratch);

#endif
