/* run_table.h: the results of a run, read back from a file: CSV, or MATLAB
 * (level 4) in the layout of Modelica tools (mat.h), of any maker.
 *
 * Of CSV the first line names the columns; the separator is a comma, a
 * semicolon or a tab; fields may be quoted; true and false are 1 and 0. A
 * column that has other texts is kept as one without numbers.
 *
 * fails   E609 the file cannot be read, is empty, has no line of names, has
 *         lines of another length, or is not what its ending says
 *          or more numbers than --limit cells permits
 * cost    linear in the file
 */
#ifndef FOUCAULT_RESULTS_RUN_TABLE_H
#define FOUCAULT_RESULTS_RUN_TABLE_H

#include <stdbool.h>

#include "base/session.h"

typedef struct RunColumn {
  const char *name;
  const char *unit; /* NULL: the file has none */
  double *value;    /* [n_rows]; NaN: no number */
  bool is_text;     /* none of them is a number */
} RunColumn;

typedef struct RunTable {
  const char *path;
  RunColumn *column;
  int n_columns, cap_columns;
  int n_rows;
} RunTable;

/* In the session arena; NULL after E609. */
RunTable *run_table_read(Session *s, const char *path);

/* The column of this name; -1: there is none. */
int run_table_find(const RunTable *table, const char *name);
/* The column of time: "time", in any case of letters; -1: there is none. */
int run_table_time(const RunTable *table);

/* mat_read.c: all matrices of the file; false after E609. */
bool run_table_read_mat(Session *s, RunTable *table, const char *bytes,
                        size_t size);

#endif
