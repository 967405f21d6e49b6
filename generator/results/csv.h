/* csv.h: results as a table: time and one column per variable.
 *
 * Numbers have 17 digits and read back as the same doubles. The table is
 * written beside its place and moved there when it is whole.
 */
#ifndef FOUCAULT_RESULTS_CSV_H
#define FOUCAULT_RESULTS_CSV_H

#include <stdbool.h>
#include <stdio.h>

#include "base/session.h"
#include "fmu_file/description_read.h"
#include "fmu_file/run/fmu_run.h"

typedef struct CsvWriter {
  const char *path, *partial;
  FILE *out;
  const FmuDescription *description;
  const int *variable; /* the columns: positions 0 .. n-1 of the values */
  int n;
} CsvWriter;

/* False after E501. */
bool csv_begin(Session *s, CsvWriter *csv, const char *path,
               const FmuDescription *description, const int *variable, int n);
/* False if the disk is full; csv_end() then reports it. */
bool csv_row(CsvWriter *csv, double time, const FmuValues *values);
/* Puts the table in its place; false after E501. */
bool csv_end(Session *s, CsvWriter *csv);
/* Gives up: an old file stays. */
void csv_abandon(CsvWriter *csv);

#endif
