/* journal.h: what a sweep has computed so far, in one file beside its output:
 * one record of fixed size a run, at the place that its number gives.
 *
 * Every worker writes by a stream of its own, as soon as a run is over: what is
 * in the file stays there whatever happens to the program, and says which runs
 * are left. The file begins with a text of all that decides the results; only
 * a sweep with the same text continues it.
 *
 * The numbers are those of this machine: the file is for this program on this
 * machine alone.
 *
 * fails   E501 the file cannot be written; journal_continue(): E610
 */
#ifndef FOUCAULT_STUDIES_JOURNAL_H
#define FOUCAULT_STUDIES_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/session.h"

typedef enum RunState {
  RUN_MISSING, /* a hole of the file */
  RUN_GOOD,
  RUN_FAILED
} RunState;

enum { REASON_SIZE = 200 };

/* Then come n_values numbers. */
typedef struct RunRecord {
  int32_t state;    /* RunState */
  int32_t n_points; /* of curves: as many are there, from the first on */
  double end;       /* time reached */
  char reason[REASON_SIZE]; /* of a run that failed; with a zero at the end */
} RunRecord;

typedef struct Journal {
  const char *path;
  int64_t n_runs;
  int64_t n_values; /* of a run */
  int64_t first;    /* where the records begin */
  FILE *in;         /* for journal_read() */
} Journal;

/* A new file; one that is there is lost. False after E501. */
bool journal_create(Session *s, Journal *journal, const char *text);
/* The file of a sweep with the same text; false after E610. */
bool journal_continue(Session *s, Journal *journal, const char *text);

/* A stream for one worker; NULL: errno. */
FILE *journal_writer(const Journal *journal);
/* False: errno. */
bool journal_write(const Journal *journal, FILE *out, int64_t run,
                   const RunRecord *record, const double *value);
/* RUN_MISSING where nothing was written. value may be NULL. Reading in the
 * order of runs is fast. */
RunRecord journal_read(const Journal *journal, int64_t run, double *value);

void journal_close(Journal *journal);
/* Closes and removes it. */
void journal_remove(Journal *journal);

#endif
