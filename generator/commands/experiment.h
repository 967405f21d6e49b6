/* experiment.h: from when to when, how fine, how exact.
 *
 * What the user typed goes before what the FMU says, and that before what is
 * usual: from 0 for one second, 500 intervals.
 */
#ifndef FOUCAULT_COMMANDS_EXPERIMENT_H
#define FOUCAULT_COMMANDS_EXPERIMENT_H

#include "commands/options/options.h"
#include "fmu_file/run/fmu_run.h"

/* Sets start, stop, step, tolerance and formulas of the run. False after a
 * message on stderr: wrong usage. */
bool experiment_choose(const Options *o, const FmuDescription *d, FmuRun *run);

#endif
