/* fmu3.h: an FMU of FMI 3.0, called as all others are.
 *
 * The room fmu_file/fmi3/ puts the calls of fmu_load.h on top of those of FMI
 * 3.0, so that nobody else knows the version:
 *
 *   fmu3_base     an instance, messages of this side
 *   fmu3          instances, modes, steps of Co-Simulation with their events
 *   fmu3_values   elements of arrays, numbers of all types, texts
 *   fmu3_clocks   input clocks tick when they should
 *   fmu3_schedule model partitions of Scheduled Execution
 *   fmu3_state    saved states
 *
 * A value reference of Fmu is the index of a variable of the description. The
 * fmi2Component of such an FMU is an Fmu3. Who sets a discrete input between
 * steps enters event mode by that; the next step leaves it.
 *
 * It calls base/ and nothing of fmu_file/.
 */
#ifndef FOUCAULT_FMU_FILE_FMI3_FMU3_H
#define FOUCAULT_FMU_FILE_FMI3_FMU3_H

#include "fmu_file/fmi3/fmu3_base.h"

/* The calls of the library in the shape of fmu_load.h. */
void fmu3_dress(Fmu *fmu);

/* As fmi2Instantiate; `resources` is a path, or NULL. */
fmi2Component fmu3_instantiate(const Fmu *fmu, fmi2String name, fmi2Type kind,
                               fmi2String token,
                               const fmi2CallbackFunctions *callbacks,
                               fmi2Boolean logging,
                               void (*event)(void *environment, double time));

#endif
