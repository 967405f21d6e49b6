/* ward_gate.h: who is watched (ward.h) asks before it starts a process, and
 * before it ends.
 *
 * The one that watches hears of both before they happen: of processes without
 * end it meets the first ones only, and what was computed can be saved before
 * the end. Threads are free. Who gets no answer waits, and can be ended.
 *
 * needs   seccomp.h with its descriptor; else nobody asks
 * cost    a process that starts or ends waits for another one
 */
#ifndef FOUCAULT_BASE_SYSTEM_WARD_GATE_H
#define FOUCAULT_BASE_SYSTEM_WARD_GATE_H

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/system/seccomp.h"

/* In the process that watches. */
typedef struct WardGate {
  int talk; /* the descriptor comes from here; -1: it has come, or never will */
  int asks; /* -1: nobody asks */
  pid_t watched;
  int room; /* processes that may start before they are counted again */
  SeccompAsk ask; /* the last one, which waits for ward_gate_open() if ... */
  bool is_full;   /* ... there is no room, or if it is */
  bool is_ending; /* ... the end of the watched process */
  bool is_shut;   /* nobody may start any more */
} WardGate;

/* Two descriptors that know each other, for the gate and for the one that is
 * watched; -1: there are none. */
void ward_gate_make(int ends[2]);

/* In the process that is watched: from now on it asks. The descriptor is
 * closed. */
void ward_gate_enter(int talk);

WardGate ward_gate_begin(int talk, pid_t watched, int room);
void ward_gate_poll(const WardGate *gate, struct pollfd *wanted);
/* Takes what is asked, and permits it; not so where the watched process would
 * end, or where there is no room. */
void ward_gate_pass(WardGate *gate, const struct pollfd *ready);
/* So many may start from now on, the one that waits too. */
void ward_gate_open(WardGate *gate, int room);
/* The one that waits gets no answer. */
void ward_gate_leave(WardGate *gate);
/* From now on starts fail, that of the one that waits too. */
void ward_gate_shut(WardGate *gate);
void ward_gate_end(WardGate *gate);

#endif
