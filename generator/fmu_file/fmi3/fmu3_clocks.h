/* fmu3_clocks.h: the clocks of an FMU that runs alone (FMI 3.0, 2.2.8).
 *
 * Input clocks that depend on time tick when they are due: periodic ones by
 * their interval and shift, changing and countdown ones by the intervals that
 * the FMU tells. Triggered input clocks belong to others and never tick here.
 * Which clocks have ticked at an event is known until time goes on.
 */
#ifndef FOUCAULT_FMU_FILE_FMI3_FMU3_CLOCKS_H
#define FOUCAULT_FMU_FILE_FMI3_FMU3_CLOCKS_H

#include "fmu_file/fmi3/fmu3_base.h"

bool fmu3_clocks_begin(Fmu3 *m); /* false: no memory */
void fmu3_clocks_end(Fmu3 *m);

/* In initialization mode: intervals and first ticks. */
fmi2Status fmu3_clocks_start(Fmu3 *m);
/* In event mode, before the discrete states are updated: those that are due
 * tick, and the FMU is asked which others do. */
fmi2Status fmu3_clocks_tick(Fmu3 *m);
/* In event mode, after that: the next ticks. */
fmi2Status fmu3_clocks_updated(Fmu3 *m);
/* Of Scheduled Execution: the clock that is to tick now, the most urgent one;
 * NULL: none is. */
Fmu3Clock *fmu3_clocks_most_urgent(Fmu3 *m);
/* Around the activation of its partition. */
void fmu3_clocks_begin_tick(Fmu3 *m, Fmu3Clock *clock);
fmi2Status fmu3_clocks_end_tick(Fmu3 *m, Fmu3Clock *clock);
/* Within it: output clocks that have ticked, countdowns that have begun. */
fmi2Status fmu3_clocks_told(Fmu3 *m);

/* The next tick of any; infinite: none is known. */
double fmu3_clocks_next(const Fmu3 *m);
/* Time goes on. */
void fmu3_clocks_forget(Fmu3 *m);

#endif
