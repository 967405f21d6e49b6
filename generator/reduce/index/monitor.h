/* monitor.h: the residuals of constraints as variables, to be looked at.
 *
 * needs   pantelides() is done
 * gives   a variable for every equation that was differentiated, and for all
 *         its derivatives but the highest: drift[1].g, drift[1].der_g,
 *         drift[1].der2_g (System.monitor). They stand in no equation and are
 *         computed after everything else.
 * cost    linear in the equations
 *
 * What a method of index reduction leaves to the differentiated equations
 * alone drifts away; these variables show how far.
 */
#ifndef FOUCAULT_REDUCE_INDEX_MONITOR_H
#define FOUCAULT_REDUCE_INDEX_MONITOR_H

#include "reduce/system/system.h"

void monitor_constraints(System *sys, Session *s);

/* After the method: E308 where reinit() sets a variable of a constraint that
 * drifts. False: it does. */
bool monitor_check_reinits(const System *sys, Session *s);

#endif
