/* run_carried.h: what moves in an IntegratorRun, taken from one that ran
 * elsewhere (carry/carried.h). */
#ifndef FOUCAULT_RUN_CARRIED_H
#define FOUCAULT_RUN_CARRIED_H

#include "../carry/carried.h"
#include "integrator_run.h"

/* The run without its solver. False: it does not fit together; then it has to
 * be started again. */
bool run_carried_take(IntegratorRun *run, const Carried *c);

#endif
