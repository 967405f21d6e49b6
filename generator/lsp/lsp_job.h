/* lsp_job.h: work in a copy of the process, and waiting for it.
 *
 * A job sees everything as it stood when it began. What it writes is records
 * (a letter and bytes); they are read when it is over. It has no standard
 * input and output.
 *
 * fails   a job that crashes, or takes more time or memory than it may, is
 *         over with has_failed and a reason; what it wrote before is there
 * cost    a copy of the tables of pages
 *
 * Where processes cannot be copied (Windows) the work is done at once, in a
 * session of its own, without limits.
 */
#ifndef FOUCAULT_LSP_LSP_JOB_H
#define FOUCAULT_LSP_LSP_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/session.h"
#include "lsp/document/lsp_record.h"

typedef void (*LspWork)(const void *context, Session *s, FILE *out);

typedef struct LspLimits {
  double seconds;
  double bytes; /* 0: no limit */
} LspLimits;

typedef struct LspJob {
  int process, fd; /* 0, -1: none */
  char *bytes;     /* what it has written, from malloc */
  size_t n, room;
  double ends_at;
  bool is_over, has_failed;
  const char *why; /* it has failed */
} LspJob;

typedef enum LspEvent {
  LSP_INPUT,  /* bytes came */
  LSP_CLOSED, /* there is no more input */
  LSP_DONE,   /* one job or more are over */
  LSP_NOTHING /* the time is over */
} LspEvent;

/* `is_urgent`: somebody waits for it. */
LspJob *lsp_job_begin(Session *s, LspWork work, const void *context,
                      LspLimits limits, bool is_urgent);
/* Ends the job if it is not over. */
void lsp_job_forget(LspJob *job);

/* Waits for bytes on standard input, for a job to be over, or for this many
 * seconds (< 0: for ever). */
LspEvent lsp_wait(LspJob *const *job, int n_jobs, double seconds, char *buffer,
                  size_t room, size_t *n_read);

#endif
