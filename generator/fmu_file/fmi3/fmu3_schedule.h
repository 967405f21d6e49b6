/* fmu3_schedule.h: an FMU for Scheduled Execution alone (FMI 3.0, chapter 5), run
 * by a scheduler in simulated time.
 *
 * Each input clock that depends on time is a model partition, which is activated
 * when its clock ticks: by rising times, at the same time by rising numbers of
 * the attribute priority. No partition takes any time, so none is preempted.
 * What partitions tell in between (fmi3ClockUpdateCallback) counts at once:
 * countdown clocks may tick at the same time. Triggered input clocks belong to
 * others and never tick here.
 */
#ifndef FOUCAULT_FMU_FILE_FMI3_FMU3_SCHEDULE_H
#define FOUCAULT_FMU_FILE_FMI3_FMU3_SCHEDULE_H

#include "fmu_file/fmi3/fmu3_base.h"

void *fmu3_schedule_instantiate(Fmu3 *m, const char *name, const char *token,
                                const char *resources, bool logging);
/* All that ticks at m->time. */
fmi2Status fmu3_schedule_tick(Fmu3 *m);
/* All that ticks from m->time on to `end`, which m->time is then. */
fmi2Status fmu3_schedule_to(Fmu3 *m, double end);

#endif
