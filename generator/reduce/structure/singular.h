/* singular.h: say which equations are too many and which unknowns too few.
 *
 * Structural singularity is reported by the over- and the underdetermined
 * part of the Dulmage-Mendelsohn decomposition, with lines.
 */
#ifndef FOUCAULT_REDUCE_STRUCTURE_SINGULAR_H
#define FOUCAULT_REDUCE_STRUCTURE_SINGULAR_H

#include "reduce/system/system.h"

/* needs   aliases are gone
 * gives   true if the equations can be matched to the unknowns when x, der(x),
 *         der(x,2) ... count as one (pantelides.c terminates exactly then)
 * fails   E302 different numbers, E301 structurally singular */
bool singular_check(System *sys, Session *s);

#endif
