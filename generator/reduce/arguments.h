/* arguments.h: calls of functions without the arguments that count for nothing.
 *
 * needs   the index is reduced: nothing is differentiated by time any more
 * gives   in equations 0 in place of arguments that no result of the function
 *         depends on, so that what incidence.h leaves out is not read either
 * keeps   the sides of equations as they were written, event relations
 * cost    one walk for each equation that has calls
 */
#ifndef FOUCAULT_REDUCE_ARGUMENTS_H
#define FOUCAULT_REDUCE_ARGUMENTS_H

#include "reduce/system.h"

bool arguments_trim(System *sys, Session *s);

#endif
