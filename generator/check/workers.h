/* workers.h: several FMUs at once, each checked in a process of its own. */
#ifndef FOUCAULT_CHECK_WORKERS_H
#define FOUCAULT_CHECK_WORKERS_H

#include "check/check.h"

/* Checks path[i] into findings[i], at most n_jobs at a time. The findings
 * must be empty but for `s` and `ignore`. */
void workers_check(Session *s, const char *const *path, int n,
                   const CheckOptions *options, int n_jobs, Findings *findings);

#endif
