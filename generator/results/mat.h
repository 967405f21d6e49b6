/* mat.h: results as a MATLAB file (level 4) in the layout of Modelica tools:
 * trajectory, version 1.1, "binTrans".
 *
 *   Aclass       what the file is
 *   name         of each variable, time first
 *   description  of each variable, with its unit in brackets
 *   dataInfo     per variable: the matrix (1 or 2) and the row in it, negative
 *                where the variable is the row with the other sign
 *   data_1       time and what does not change: values at start and end
 *   data_2       time and the curves, one column per point
 *
 * Curves that are equal at every point, or equal but for the sign, are stored
 * once; Strings are left out. The points are kept in a temporary file until
 * the end, when it is known which curves are equal.
 */
#ifndef FOUCAULT_RESULTS_MAT_H
#define FOUCAULT_RESULTS_MAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/session.h"
#include "fmu_file/description_read.h"
#include "fmu_file/run/fmu_run.h"

/* What is known of one variable. */
typedef struct MatColumn {
  int position; /* among the values */
  const FmuVariable *variable;
  bool is_constant;       /* in data_1 */
  uint64_t same, negated; /* hashes of the curve and of its negative */
  int row;                /* with its sign, from 1; in data_1 or data_2 */
} MatColumn;

typedef struct MatWriter {
  Session *s;
  const char *path, *partial, *points_path;
  FILE *points; /* time and all columns, point by point */
  MatColumn *column;
  int n_columns;
  double *value; /* time and the columns: at the present point */
  double *first; /* ... and at the first */
  long n_points;
  int n_rows[2]; /* of data_1 and data_2, time included */
} MatWriter;

/* False after E501. */
bool mat_begin(Session *s, MatWriter *mat, const char *path,
               const FmuDescription *description, const int *variable, int n);
/* False if the disk is full; mat_end() then reports it. */
bool mat_row(MatWriter *mat, double time, const FmuValues *values);
/* Puts the file in its place; false after E501. */
bool mat_end(MatWriter *mat);
/* Gives up: an old file stays. */
void mat_abandon(MatWriter *mat);

#endif
