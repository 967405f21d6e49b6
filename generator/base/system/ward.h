/* ward.h: the rest of the program runs in a process of its own.
 *
 * For code that came with a file: whatever it does to its process, another one
 * is left that can say so. It waits; hands on signals; ends the process, and
 * all that this has started, at a limit; and when the process has ended, ends
 * what it has left running. Where the system permits it is asked before a
 * process starts, and before the watched one ends (ward_gate.h).
 *
 * needs   no threads yet; descendants.h
 * fails   where no process can be made the program goes on without a ward
 * cost    one copy of the process; then descendants_measure() once a second
 */
#ifndef FOUCAULT_BASE_SYSTEM_WARD_H
#define FOUCAULT_BASE_SYSTEM_WARD_H

#include <stdbool.h>

typedef struct WardLimits {
  double megabytes;        /* of memory, with all that it starts */
  int processes;           /* that it may start */
  double seconds;          /* until it has ended; 0: as long as it takes */
  int spared;              /* a process that stays, e.g. the guard; 0: none */
  double output_megabytes; /* MiB that ward_begin_output() shows */
} WardLimits;

typedef enum WardEnd {
  WARD_DONE,     /* ward_done() was called; status */
  WARD_LEFT,     /* the process has ended by itself before that; status */
  WARD_CRASHED,  /* by a signal */
  WARD_STOPPED,  /* the same, from the user or from who reads the results */
  WARD_MEMORY,   /* more than allowed */
  WARD_TIME,     /* the same */
  WARD_PROCESSES /* too many */
} WardEnd;

typedef struct WardReport {
  WardEnd end;
  int status;
  int signal;
  const char *signal_name; /* NULL: of none */
  int n_left;     /* processes that were still running, and were ended */
  double reached; /* of ward_reached() */
  bool is_cut;    /* it has printed more than was shown */
  bool is_mute;   /* standard error was not what it had been, in the end: what
                     was said there is lost */
} WardReport;

typedef struct Ward {
  struct WardPage *page; /* both see it; NULL: nobody watches */
} Ward;

/* True: go on, here is the code that is watched. False, in the process that was
 * started: that one has ended. */
bool ward_begin(Ward *ward, const WardLimits *limits, WardReport *report);
/* From here on it runs what came with a file. */
void ward_enter_foreign(const Ward *ward);
/* The program has come to its end, and will have this status. */
void ward_done(Ward *ward, int status);

/* The three below do nothing where nobody watches. */

/* How far it has come: the one that watches knows it, whatever happens. */
void ward_reached(const Ward *ward, double time);
/* What is printed on standard output and error goes through the one that
 * watches (relay.h); is_apart: on standard error alone. Who calls it has kept
 * both descriptors. False: nothing has changed. */
bool ward_begin_output(const Ward *ward, bool is_apart);
/* They are set back: all is shown now. True: there was too much, and the rest
 * was not shown. */
bool ward_end_output(const Ward *ward);

#endif
