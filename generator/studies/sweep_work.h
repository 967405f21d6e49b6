/* sweep_work.h: what one worker of a sweep does, and what it shares with the
 * program and with the others. */
#ifndef FOUCAULT_STUDIES_SWEEP_WORK_H
#define FOUCAULT_STUDIES_SWEEP_WORK_H

#include <stdatomic.h>

#include "studies/sweep.h"

/* One a worker. A worker that is started again goes on where the last one of
 * its seat has ended. */
typedef struct SweepSeat {
  _Atomic int64_t next, end; /* runs that it has taken and not yet begun */
  _Atomic int64_t run;       /* the one that it makes; -1: none */
  _Atomic int64_t since;     /* when that began, in nanoseconds */
} SweepSeat;

/* In memory that all see. */
typedef struct SweepBoard {
  _Atomic int64_t next; /* the first run that nobody has taken */
  _Atomic int64_t n_done, n_failed;
  _Atomic int stop;        /* nobody begins another run */
  _Atomic int write_error; /* errno of the journal; 0: none */
  SweepSeat seat[];
} SweepBoard;

typedef struct SweepShop {
  const Sweep *sweep;
  SweepBoard *board;
  FILE **out;    /* one a worker */
  int64_t chunk; /* runs taken at once */
} SweepShop;

int64_t sweep_nanoseconds(void);

/* The work of a crew; context is a SweepShop. */
void sweep_work(void *context, int worker);

/* A run without values, written by the program for a worker that is gone. */
void sweep_work_lost(const SweepShop *shop, int worker, int64_t run,
                     const char *reason);

#endif
