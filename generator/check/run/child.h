/* child.h: a part of the check in a process of its own.
 *
 * The FMU runs in a child: what it prints is caught, a crash, a call that
 * does not return or too much memory end the child and become findings. The
 * child reports what it is doing through a page of shared memory.
 */
#ifndef FOUCAULT_CHECK_RUN_CHILD_H
#define FOUCAULT_CHECK_RUN_CHILD_H

#include <stdbool.h>

#include "check/rules/finding.h"

enum { MOST_FINALS = 64 };

/* Shared with the child; written by it. */
typedef struct ChildMark {
  char call[80]; /* the FMI call under way */
  double time;   /* simulated */
  long calls;    /* counts up: a call that lasts does not */
  bool done;     /* the child reached its end */
  bool is_mute;  /* ... and what it found did not come to the parent */
  int n_finals;
  double final[MOST_FINALS]; /* Real outputs at the end of the main run */
  double final_time;
} ChildMark;

typedef struct ChildLimits {
  double call_seconds;    /* longest single call */
  double total_seconds;   /* longest whole stage */
  double memory_megabyte; /* resident */
} ChildLimits;

/* Runs `stage(context, findings, mark)` in a child and adds what it found.
 * `name` names the stage in messages. The mark holds what the child left. */
void child_run(Findings *f, const char *name, const ChildLimits *limits,
               void (*stage)(void *context, Findings *f, ChildMark *mark),
               void *context, ChildMark *left);

#endif
