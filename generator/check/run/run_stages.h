/* run_stages.h: what an FMU must stand besides its default experiment. Each
 * is a stage of its own (child.h), with an instance of its own.
 */
#ifndef FOUCAULT_CHECK_RUN_RUN_STAGES_H
#define FOUCAULT_CHECK_RUN_RUN_STAGES_H

#include "check/run/probe.h"

/* foreign guid, fmi2FreeInstance(NULL), NULL environment, callbacks gone */
void stage_strangers(void *plan, Findings *f, ChildMark *mark);
/* run, fmi2Reset, run: the same bytes */
void stage_reset(void *plan, Findings *f, ChildMark *mark);
/* get, run, set, run: the same bytes; serialized too */
void stage_state(void *plan, Findings *f, ChildMark *mark);
/* two instances turn by turn give what one gives */
void stage_second(void *plan, Findings *f, ChildMark *mark);
/* unload and load again */
void stage_reload(void *plan, Findings *f, ChildMark *mark);
/* calls in the wrong mode are refused, and the instance lives on */
void stage_modes(void *plan, Findings *f, ChildMark *mark);
/* Co-Simulation: changed step sizes, wrong ones, beyond the stop time */
void stage_step_sizes(void *plan, Findings *f, ChildMark *mark);
/* Co-Simulation: derivatives of outputs */
void stage_output_derivatives(void *plan, Findings *f, ChildMark *mark);
/* directional derivatives and dependencies (Model Exchange: by differences) */
void stage_directional(void *plan, Findings *f, ChildMark *mark);

/* "name=value" of the kind's element is true. */
bool stage_capability(const RunPlan *plan, const char *name);

#endif
