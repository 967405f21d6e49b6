/* sweep_report.h: what a person or a script learns of a sweep: its progress,
 * and a summary with the spread of every column. */
#ifndef FOUCAULT_COMMANDS_STUDIES_SWEEP_REPORT_H
#define FOUCAULT_COMMANDS_STUDIES_SWEEP_REPORT_H

#include "studies/sweep.h"
#include "studies/sweep_table.h"

/* One line on the terminal, written again twice a second. */
typedef struct SweepProgress {
  bool is_wanted, is_shown;
  FILE *out;      /* where messages go */
  int64_t n_runs; /* to be done this time */
  double began, last_update;
} SweepProgress;

SweepProgress sweep_progress_begin(const Session *s, int64_t n_runs);
/* A SweepWatch; context is a SweepProgress. */
void sweep_progress_show(void *progress, int64_t n_done, int64_t n_failed);
void sweep_progress_end(SweepProgress *progress);

/* The spread of one column over the runs that went well. */
typedef struct SweepSpread {
  const char *name;
  int64_t n; /* finite values */
  double mean, deviation, least, most;
} SweepSpread;

typedef struct SweepReport {
  const char *model, *label, *output; /* output NULL: none */
  const SweepTable *table;
  const SweepResult *result;
  int n_workers;
  bool is_written;
  int64_t n_there, n_failed; /* in the journal */
  int64_t first_failed;      /* -1: none */
  const char *first_reason;
  SweepSpread *spread; /* of the factors, then of the measures */
  int n_spreads;
} SweepReport;

/* Fills in what follows from the journal. */
void sweep_report_count(Session *s, SweepReport *report);
void sweep_report_text(Session *s, const SweepReport *report, FILE *out);
void sweep_report_json(Session *s, const SweepReport *report);

#endif
