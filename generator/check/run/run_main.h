/* run_main.h: the default experiment, from start to stop, every variable
 * looked at on the way. */
#ifndef FOUCAULT_CHECK_RUN_RUN_MAIN_H
#define FOUCAULT_CHECK_RUN_RUN_MAIN_H

#include "check/run/values.h"

/* Watches the values of one run. */
typedef struct ValueWatch {
  Probe *p;
  Values start, before, now;
  bool *is_reported;    /* per variable: one finding is enough */
  FILE *csv;            /* outputs, or NULL */
  const char *csv_path; /* where they are written meanwhile */
} ValueWatch;

/* After initialization: reads everything, compares with the start values of
 * the description, writes the head of the table. */
bool value_watch_begin(ValueWatch *w, Probe *p);
/* At a later point; `event`: discrete values may have changed. */
bool value_watch_point(ValueWatch *w, double time, bool event);
/* Leaves the Real outputs for the comparison of the two kinds. */
void value_watch_end(ValueWatch *w, double time);

/* Stages (child.h). */
void run_main_cs(void *plan, Findings *f, ChildMark *mark);
void run_main_me(void *plan, Findings *f, ChildMark *mark);

#endif
