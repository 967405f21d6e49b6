/* run_limits.h: how long the solver's steps may be, and where they end. */
#ifndef FOUCAULT_RUN_LIMITS_H
#define FOUCAULT_RUN_LIMITS_H

#include "integrator_run.h"

/* A small part of the run. */
double run_limits_usual_step(const IntegratorRun *run);
/* How far from each other points may be at which a step is looked at. */
double run_limits_look_interval(const IntegratorRun *run);
/* The longest step at a start, with relations; 0: no limit. */
double run_limits_first_step(const IntegratorRun *run);
/* The solver is never to step past this; infinite: anywhere. */
double run_limits_last_time(const Instance *inst);

/* Gives the solver its present limits. */
void run_limits_set(IntegratorRun *run);

#endif
