/* sweep_parquet.h: the table of a sweep as a file of Apache Parquet, which
 * pandas, Polars, DuckDB and Spark read (table/parquet_file.h).
 *
 * The columns are those of CSV (sweep_table.h). What a run that has failed does
 * not know, and the error of one that has not, is missing (null).
 *
 * fails   E501 the file cannot be written
 */
#ifndef FOUCAULT_STUDIES_SWEEP_PARQUET_H
#define FOUCAULT_STUDIES_SWEEP_PARQUET_H

#include "studies/sweep_table.h"

bool sweep_parquet_write(Session *s, const SweepTable *t, const char *path);

#endif
