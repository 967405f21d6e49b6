/* expose.h: which variables the importer sees.
 *
 * Without a choice the public ones. "all": the protected ones too.
 * "interface": inputs, outputs, parameters. Anything else is a pattern of
 * names, with * for any text and ? for one character, and adds to the
 * interface. What FMI needs (time, states and their derivatives) is always
 * seen; what is not seen keeps its value reference.
 *
 * needs   variables and states of the reduced system
 * gives   ReducedVar.is_hidden
 * fails   E510 a pattern that no variable matches
 * cost    variables times patterns
 */
#ifndef FOUCAULT_REDUCE_SYSTEM_EXPOSE_H
#define FOUCAULT_REDUCE_SYSTEM_EXPOSE_H

#include "reduce/system/reduced.h"

/* choice: NULL for the public ones. */
bool expose_variables(Session *s, const ExposeChoice *choice,
                      ReducedSystem *reduced);

#endif
