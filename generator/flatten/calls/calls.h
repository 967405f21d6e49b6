/* calls.h: calls of built-in functions, conversions, record constructors and
 * functions of the model.
 *
 * The room knows every kind of call. It may use all rooms but equations/; those
 * that have expressions in them come back to it by Flattening.calls.
 *
 * fails   E202 unknown function, E204, E208, E290 functions of the model
 */
#ifndef FOUCAULT_FLATTEN_CALLS_CALLS_H
#define FOUCAULT_FLATTEN_CALLS_CALLS_H

#include "flatten/instances/instances.h"

extern const CallRules calls_rules;

#endif
