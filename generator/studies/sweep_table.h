/* sweep_table.h: the runs of a journal as a table of columns.
 *
 *   run      the number of the run, from 0
 *   L, m     the factors; x.start: a start value of x, where x itself is kept
 *   time     that the run has reached; of curves: the points
 *   x        the measures, or the curves
 *   error    why a run has failed; else nothing
 *
 * As CSV and as Parquet (sweep_parquet.h) a run is a row; with curves, a row a
 * point, and a run that fails ends with a row that has the reason. As .npz (npz.h) a column is an array with
 * one number a run; a curve has one row a run, one column a point.
 *
 * fails   E501 the file cannot be written
 */
#ifndef FOUCAULT_STUDIES_SWEEP_TABLE_H
#define FOUCAULT_STUDIES_SWEEP_TABLE_H

#include "studies/sweep.h"

typedef struct SweepTable {
  const SweepPlan *plan;
  const Measures *measures;
  const FmuDescription *description;
  const FmuRun *run;
  const Journal *journal;
  int64_t n_points; /* of a curve; 0: there are none */
} SweepTable;

/* Gives each factor its column; once measures and description are known. A
 * start value is not what its variable has later: both have a column. */
void sweep_table_name_factors(Session *s, const SweepTable *t);

/* Is the measure or curve of that name a factor, too, which keeps its value?
 * Then its column is there already. */
bool sweep_table_repeats(const SweepTable *t, const char *name);

/* The columns after `time`, but for those that are factors, too. */
int sweep_table_columns(const SweepTable *t);
const char *sweep_table_column(const SweepTable *t, int i);

/* A run or a point of one. */
typedef struct SweepRow {
  int64_t run;
  const double *factor;
  double time;
  const double *value; /* [sweep_table_columns()]; NaN: not known */
  const char *reason;  /* "": it is good */
} SweepRow;

/* All rows in the order of the runs; false ends it. */
typedef bool (*SweepRowTake)(void *context, const SweepRow *row);
void sweep_table_walk(Session *s, const SweepTable *t, SweepRowTake take,
                      void *context);

/* Whether the table is written is for this to say; the stream is binary. */
typedef bool (*SweepTableWrite)(Session *s, const SweepTable *t, FILE *out);
/* Writes a file that appears when it is complete. */
bool sweep_table_publish(Session *s, const SweepTable *t, const char *path,
                         SweepTableWrite write);

/* To a file, or to standard output for "-". */
bool sweep_table_write_csv(Session *s, const SweepTable *t, const char *path);

#endif
