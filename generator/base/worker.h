/* worker.h: work that is done beside the program, on another processor.
 *
 * needs   work whose results are files, and values in memory that both see
 * gives   the same as if the program did it itself: the work is done in a
 *         copy of the process, with everything as it stood when it began
 * fails   where no copy can be made, or the work in it fails: the program does
 *         the work itself when it needs the result, and says what is wrong
 * cost    a copy of the tables of pages; pages that one of both writes to are
 *         copied
 */
#ifndef FOUCAULT_BASE_WORKER_H
#define FOUCAULT_BASE_WORKER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/session.h"

/* False: it could not be done; said as diagnostics of the session, which only
 * the program itself shows. */
typedef bool (*Work)(void *context);

typedef struct Worker {
  Work work;
  void *context;
  int process;  /* 0: none, the program does the work */
  size_t *used; /* bytes that the worker has used besides */
} Worker;

/* May the program use more than one processor? */
bool worker_is_useful(void);
/* Zeroed memory that the program and its workers see; NULL: there is none.
 * Given back with worker_forget(). */
void *worker_shared(size_t size);
void worker_forget(void *shared, size_t size);

/* Begins the work; `beside` false: nothing is done before worker_end(). */
Worker worker_begin(Session *s, Work work, void *context, bool beside);
/* The work is done when this returns; false: it has failed. */
bool worker_end(Session *s, Worker *w);
/* The work is not wanted any more. */
void worker_stop(Session *s, Worker *w);

#endif
