/* run_three.h: stages of FMUs of FMI 3.0 alone.
 *
 *   arrays    a wrong number of values is refused and the instance stays usable;
 *             one element that is set leaves the others; numbers of states and
 *             indicators; sizes in configuration mode
 *   clocks    input clocks that depend on time have intervals, clocks are
 *             inactive after an event, and calls outside of event mode refused
 *   intervals of clocks in initialization mode: known, positive, and with the
 *             qualifier that their kind has
 *   elements  rows of fmi3GetVariableDependencies name elements that there are
 *   adjoint   adjoint derivatives against directional ones, or differences
 */
#ifndef FOUCAULT_CHECK_RUN_RUN_THREE_H
#define FOUCAULT_CHECK_RUN_RUN_THREE_H

#include "check/run/probe.h"

void stage_arrays(void *plan, Findings *f, ChildMark *mark);
void stage_intervals(void *plan, Findings *f, ChildMark *mark);
void stage_clocks(void *plan, Findings *f, ChildMark *mark);
void stage_elements(void *plan, Findings *f, ChildMark *mark);
void stage_adjoint(void *plan, Findings *f, ChildMark *mark);

#endif
