/* fmil_stage.h: the same stepping through FMI Library, where Foucault was
 * built with it (CMake looks for it; no package registry carries it).
 */
#ifndef FOUCAULT_CHECK_RUN_FMIL_STAGE_H
#define FOUCAULT_CHECK_RUN_FMIL_STAGE_H

#include "check/run/probe.h"

/* NULL: built without it; else "FMI Library". */
const char *fmil_name(void);

/* Co-Simulation: the default experiment; Model Exchange: initialization and
 * some steps. A stage (child.h). */
void stage_fmil(void *plan, Findings *f, ChildMark *mark);

#endif
